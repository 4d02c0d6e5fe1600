import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RequireAccess, useForgetUser } from '../../areas/accounts/index.ts'
import { KitchenScreen, useKitchenAttention } from '../../areas/kitchen/index.ts'
import { useBoardOrders, useBoardSync, useScreenWakeLock } from '../../areas/orders/index.ts'
import { AutomaticPrinter } from '../../areas/printing/index.ts'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { followLive } from '../../lib/live/live.ts'
import { settingsKey, settingsQuery, usePageTitle } from '../../lib/settings/settings.ts'
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
  useLiveSettings()
  useScreenWakeLock()
  return (
    <>
      <AutomaticPrinting />
      <KitchenScreen menu={<KitchenMenu />} />
    </>
  )
}

/** Stations, thresholds and the pause may change while the screen is open. */
function useLiveSettings(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = () => void refetchChanged(queryClient, settingsKey)
    return followLive({ opened: refetch, SETTINGS_CHANGED: refetch })
  }, [queryClient])
}

/** Starts once the settings are loaded, because they determine the language of tickets. */
function AutomaticPrinting() {
  const orders = useBoardOrders()
  const settings = useQuery(settingsQuery).data
  return settings && <AutomaticPrinter orders={orders} settings={settings} />
}
