import { Ellipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadFirst, RequireAccess, useForgetUser } from '../../areas/accounts/index.ts'
import { HEAD_BUTTON, KitchenScreen, useKitchenRingPolicy } from '../../areas/kitchen/index.ts'
import { dishKeys, loadFirstOrders, useBoardOrders, useBoardSync, useScreenWakeLock } from '../../areas/orders/index.ts'
import { AutomaticPrinter, NetworkPrinters } from '../../areas/printing/index.ts'
import { areaKey } from '../../lib/api/query.ts'
import { isLanguageChosen } from '../../lib/browser/preferences.tsx'
import { followLists } from '../../lib/changes/refetching.ts'
import { useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useLoadedSettings, usePageTitle } from '../../lib/settings/settings.ts'
import { Part, SubjectDialog, t } from '../../ui/index.ts'

const ServiceMenu = lazyPart(() => import('../service-menu.tsx'))

/** The buttons at the end of the head: that of the printers on the network, once the page is idle, and the menu. */
function HeadButtons() {
  const isIdle = useIdleOrTouched()
  const [isOpen, setOpen] = useState(isLanguageChosen)
  useEffect(() => {
    if (isIdle) void ServiceMenu.prefetch()
  }, [isIdle])
  return (
    <>
      <Part>{isIdle && <NetworkPrinters className={HEAD_BUTTON} />}</Part>
      <button type="button" aria-label={t('menu.title')} onClick={() => setOpen(true)} className={HEAD_BUTTON}>
        <Ellipsis className="size-5.5" />
      </button>
      <SubjectDialog subject={isOpen}>
        {(_, open) => <ServiceMenu page="kitchen" open={open} onOpenChange={setOpen} className="large-controls" />}
      </SubjectDialog>
    </>
  )
}

/** Loads what the first render shows. */
export const loadFirstData = () => loadFirst('kitchen', loadFirstOrders)

const LISTS = [...dishKeys, areaKey('printers')]

export default function KitchenPage() {
  return (
    <RequireAccess access="kitchen">
      <Kitchen />
    </RequireAccess>
  )
}

function Kitchen() {
  usePageTitle(t('floor.kitchen'))
  useBoardSync(useForgetUser(), useKitchenRingPolicy())
  useScreenWakeLock()
  useEffect(() => followLists(LISTS), [])
  return (
    <>
      <AutomaticPrinting />
      <KitchenScreen menu={<HeadButtons />} />
    </>
  )
}

/** Starts once the settings are loaded, because they determine the language of tickets. */
function AutomaticPrinting() {
  const orders = useBoardOrders()
  const settings = useLoadedSettings()
  return settings && <AutomaticPrinter orders={orders} settings={settings} />
}
