import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBoardOrders, useBoardSync, useScreenWakeLock } from '../../entities/live-orders/index.ts'
import { settingsQuery, usePageTitle } from '../../entities/settings/index.ts'
import { RequireAccess, useForgetUser } from '../../features/accounts/index.ts'
import { KitchenScreen, useKitchenAttention } from '../../features/kitchen/index.ts'
import { AutomaticPrinter } from '../../features/printing/index.ts'
import { KitchenMenu } from './kitchen-menu.tsx'

/** The screen of those who cook. */
export default function KitchenPage() {
  return (
    <RequireAccess access="kitchen">
      <Kitchen />
    </RequireAccess>
  )
}

function Kitchen() {
  const { t } = useTranslation()
  usePageTitle(t('kitchen.title'))
  useBoardSync(useForgetUser(), useKitchenAttention())
  useScreenWakeLock()
  return (
    <>
      <AutomaticPrinting />
      <KitchenScreen menu={<KitchenMenu />} />
    </>
  )
}

/** Starts once the settings are loaded, because they determine the language of tickets. */
function AutomaticPrinting() {
  const orders = useBoardOrders()
  const settings = useQuery(settingsQuery).data
  return settings && <AutomaticPrinter orders={orders} settings={settings} />
}
