import { Ellipsis } from 'lucide-react'
import { memo, Suspense, useEffect, useRef } from 'react'
import { useConfirmedLogout } from '../../areas/accounts/index.ts'
import { SummaryCards } from '../../areas/board/index.ts'
import { LivePill, SoundButton } from '../../areas/orders/index.ts'
import { NetworkPrinters } from '../../areas/printers/index.ts'
import { PrinterButton } from '../../areas/printing/index.ts'
import { PauseMenu } from '../../areas/settings/index.ts'
import { openSettings, setSettingsOpen, useSettingsDialog } from '../../lib/browser/settings-opening.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { ActionMenu, cx, IconButton, useEverOpened, useTranslation, Wordmark } from '../../ui/index.ts'
import { AllSettings, openReports, openView, useView, useViewUrl } from './views.tsx'

/** The menu at the end of the header, with actions that are used before or after service. */
function HeaderMenu() {
  const { t } = useTranslation()
  const view = useView()
  const logOut = useConfirmedLogout()
  const { payments } = useSettings()
  const button = useRef<HTMLButtonElement>(null)
  const wasInView = useRef(view !== undefined)
  useEffect(() => {
    // A screen that was opened here gives the focus back when it is left.
    if (wasInView.current && view === undefined && document.activeElement === document.body) button.current?.focus()
    wasInView.current = view !== undefined
  }, [view])
  return (
    <>
      <ActionMenu
        trigger={
          <IconButton ref={button} label={t('dashboard.more')} variant="outline">
            <Ellipsis className="size-5" />
          </IconButton>
        }
        actions={[
          ...(payments ? [{ label: t('days.title'), onChoose: () => openView('day-end') }] : []),
          { label: t('reports.title'), onChoose: openReports },
          { label: t('beforeService.title'), onChoose: () => openView('before-service') },
          { label: t('dashboard.settings'), onChoose: () => openSettings() },
          { label: t('auth.logOut'), onChoose: logOut.start },
        ]}
      />
      {logOut.dialog}
    </>
  )
}

/**
 * The header of the dashboard: name, figures, states and buttons, in one line; where it is as narrow as a phone, also beside
 * the open menu, the figures are in the strip (docs/product/board.md#board-header). Not rendered again with each change of sub-tab.
 */
export const DashboardHeader = memo(function DashboardHeader() {
  const { t } = useTranslation()
  const { restaurantName } = useSettings()
  // Two lines of the narrowest header have room for 24 letters of this size without the glyph.
  const isLong = (restaurantName?.length ?? 0) > 9
  // Beside the glyph, so many letters of it have room in one.
  const isMedium = !isLong && (restaurantName?.length ?? 0) > 5
  const reportsUrl = useViewUrl('reports')
  const { isOpen, tab } = useSettingsDialog()
  const isSettingsNeeded = useEverOpened(isOpen)
  return (
    <header data-kept-free="" className="@container border-line border-b bg-card">
      <div className="mx-auto flex h-13 max-w-[1760px] items-center gap-x-2 px-4 @max-[40rem]:h-12 @max-[24rem]:gap-x-1 @max-[24rem]:px-3 @min-[40rem]:px-6">
        {/* Figures over all orders give way before less than six letters of the name are left. */}
        <h1
          className="min-w-7 @max-[40rem]:w-0 @max-[40rem]:flex-1 @min-[48rem]:min-w-32 @min-[40rem]:shrink-[100000]"
          title={restaurantName || undefined}
        >
          {/* Where there is no room for a few letters of the name it wraps away, and leaves the glyph alone. */}
          <Wordmark
            name={restaurantName}
            isWhole
            className={cx(
              'flex! h-10 max-w-full flex-wrap overflow-hidden [&>.display]:min-w-16 [&>.display]:flex-1',
              isMedium && '@max-[40rem]:[&>.display]:text-[15px]! @max-[40rem]:[&>.display]:leading-5!',
              isLong && '[&>.display]:text-[15px]! [&>.display]:leading-5! @max-[40rem]:[&>svg]:hidden',
            )}
          />
          <span className="sr-only"> {t('dashboard.title')}</span>
        </h1>
        <div className="mr-auto ml-1 min-w-0 @max-[40rem]:hidden">
          <SummaryCards reportsUrl={reportsUrl} onOpenReports={openReports} />
        </div>
        <div className="flex shrink-0 items-center gap-x-2 @max-[24rem]:gap-x-1">
          <LivePill />
          <SoundButton />
          <Suspense fallback={<PrinterButton />}>
            <NetworkPrinters>
              <PrinterButton />
            </NetworkPrinters>
          </Suspense>
          <PauseMenu />
          <HeaderMenu />
        </div>
      </div>
      <Suspense fallback={null}>
        {isSettingsNeeded && <AllSettings key={tab} firstTab={tab} open={isOpen} onOpenChange={setSettingsOpen} />}
      </Suspense>
    </header>
  )
})
