import { Ellipsis, LogOut, Settings } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useLogOut } from '../../areas/accounts/index.ts'
import { SummaryCards } from '../../areas/board/index.ts'
import { LivePill, SoundButton } from '../../areas/orders/index.ts'
import {
  NetworkPrinters,
  PrinterButton,
  usePrinterStatus,
  usePrinters,
  usePrinterWork,
} from '../../areas/printing/index.ts'
import { PauseMenu, usePauseActions } from '../../areas/settings/index.ts'
import { openView, useIsPageWide } from '../../lib/browser/dashboard.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { ActionMenu, IconButton, type MenuAction, Part, t, Wordmark } from '../../ui/index.ts'
import { AllSettings, openReports, useReportsUrl, useView } from './views.tsx'

/** Whether the header has room for the figures, which are below it otherwise. */
export const useHasFiguresInHeader = (): boolean => useIsPageWide(80)

function usePrinterActions(): { actions: MenuAction[]; isTroubled: boolean } {
  const { data: printers = [] } = usePrinters()
  const { ready } = usePrinterStatus()
  const { label, isTroubled } = usePrinterWork()
  const hasNetworkPrinters = printers.length > 0
  return {
    actions: [
      ...(hasNetworkPrinters
        ? [{ label: t('settings.tabs.printers'), onChoose: () => openDialog('printers', true) }]
        : []),
      ...(ready || !hasNetworkPrinters ? [{ label, onChoose: () => openDialog('printer', true) }] : []),
    ],
    isTroubled,
  }
}

/** The menu at the end of the header: what is used before or after service, and where it is narrow, printer and pause. */
function HeaderMenu({ isNarrow }: { isNarrow: boolean }) {
  const view = useView()
  const { payments } = useSettings()
  const printers = usePrinterActions()
  const pause = usePauseActions()
  const [isPausing, setPausing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasInView = useRef(view !== undefined)
  useEffect(() => {
    // A screen that was opened here gives the focus back when it is left.
    if (wasInView.current && view === undefined && document.activeElement === document.body) button.current?.focus()
    wasInView.current = view !== undefined
  }, [view])
  const actions = [
    ...(payments ? [{ label: t('days.title'), onChoose: () => openView('day-end') }] : []),
    { label: t('reports.title'), onChoose: openReports },
    { label: t('beforeService.title'), onChoose: () => openView('before-service') },
    ...(isNarrow
      ? [...printers.actions, { label: t('kitchen.menu.pause'), onChoose: () => setPausing(true), keepsOpen: true }]
      : []),
  ]
  return (
    <ActionMenu
      trigger={
        <IconButton
          ref={button}
          label={t('kitchen.menu.title')}
          variant="outline"
          className={
            isNarrow && printers.isTroubled ? 'border-cancelled! bg-cancelled-soft! text-cancelled!' : undefined
          }
        >
          <Ellipsis className="size-5" />
        </IconButton>
      }
      heading={isPausing ? t('kitchen.menu.pauseWhat') : undefined}
      actions={isPausing ? pause.actions : actions}
      onClose={() => setPausing(false)}
    />
  )
}

function LogOutButton() {
  return (
    <IconButton label={t('auth.logOut')} variant="outline" onClick={useLogOut().logOut}>
      <LogOut className="size-5" />
    </IconButton>
  )
}

/** In one line (docs/product/board.md#board-header); not rendered again with each change of sub-tab. */
export const DashboardHeader = memo(function DashboardHeader() {
  const { restaurantName } = useSettings()
  const isNarrow = !useIsPageWide(40)
  const hasFigures = useHasFiguresInHeader()
  const reportsUrl = useReportsUrl()
  return (
    <header data-kept-free="" className="@container border-line border-b bg-card">
      <div className="mx-auto flex h-13 max-w-[1760px] items-center gap-x-2 px-4 @max-tab:h-12 @max-phone:gap-x-1 @max-[24rem]:px-3 @phone:px-6">
        <h1 className="flex min-w-7 flex-1 items-center gap-x-2" title={restaurantName || undefined}>
          <Wordmark
            name={restaurantName}
            isWhole
            nameClass="@max-phone:text-body! @max-phone:leading-5! @max-[22rem]:sr-only"
          />
          <span className="min-w-0 truncate font-medium text-body text-muted @max-wide:sr-only">
            · {t('dashboard.title')}
          </span>
        </h1>
        {hasFigures && <SummaryCards reportsUrl={reportsUrl} onOpenReports={openReports} />}
        <div className="flex shrink-0 items-center gap-x-2 @max-phone:gap-x-1">
          <LivePill />
          <SoundButton />
          <div className="flex gap-x-2 @max-phone:hidden">
            <Part waiting={<PrinterButton />}>
              <NetworkPrinters>
                <PrinterButton />
              </NetworkPrinters>
            </Part>
            <PauseMenu />
          </div>
          <IconButton label={t('dashboard.settings')} variant="outline" onClick={() => openDialog('settings', 'first')}>
            <Settings className="size-5" />
          </IconButton>
          <LogOutButton />
          <HeaderMenu isNarrow={isNarrow} />
        </div>
      </div>
      <OpenedDialog name="settings">
        {(tab, open, close) => <AllSettings firstTab={tab} open={open} onOpenChange={close} />}
      </OpenedDialog>
    </header>
  )
})
