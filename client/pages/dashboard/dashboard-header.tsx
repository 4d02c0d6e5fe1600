import { ClipboardCheck, Settings } from 'lucide-react'
import { memo, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../entities/settings/index.ts'
import { LivePill, SoundButton, SummaryCards } from '../../features/orders/index.ts'
import { PrinterButton } from '../../features/printing/index.ts'
import { PauseMenu } from '../../features/settings/index.ts'
import { openSettings, setSettingsOpen, useSettingsDialog } from '../../lib/browser/settings-opening.ts'
import { useEver } from '../../lib/loading/use-ever.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { Wordmark } from '../../ui/parts/wordmark.tsx'
import { AllSettings } from './lazy-parts.ts'
import { LogOutButton } from './log-out-button.tsx'
import { useView } from './views.tsx'

/** The header of the dashboard: name, summary, states and buttons. Not rendered again with each change of sub-tab. */
export const DashboardHeader = memo(function DashboardHeader() {
  const { t } = useTranslation()
  const { restaurantName } = useSettings()
  const { linkTo } = useView()
  const { isOpen, tab } = useSettingsDialog()
  const isSettingsNeeded = useEver(isOpen)
  return (
    <header className="border-b border-line bg-card">
      <div className="mx-auto flex min-h-14 max-w-[1760px] flex-wrap items-center gap-x-1.5 gap-y-1.5 px-4 py-1.5 max-[24rem]:gap-x-1 max-[24rem]:px-3 max-sm:[&_button]:size-10 sm:gap-x-2.5 sm:px-6">
        <h1 className="min-w-0 max-lg:mr-auto">
          <Wordmark name={restaurantName} className="max-w-full max-[27rem]:[&>span]:sr-only" />
          <span className="sr-only"> {t('dashboard.title')}</span>
        </h1>
        <div className="order-last basis-full lg:order-none lg:mr-auto lg:ml-4 lg:basis-auto">
          <SummaryCards reports={linkTo('reports')} />
        </div>
        <LivePill />
        <BeforeServiceButton />
        <SoundButton />
        <PrinterButton />
        <PauseMenu />
        <IconButton label={t('dashboard.settings')} variant="outline" onClick={() => openSettings()}>
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
        <LogOutButton />
      </div>
      <Suspense fallback={null}>
        {isSettingsNeeded && <AllSettings key={tab} firstTab={tab} open={isOpen} onOpenChange={setSettingsOpen} />}
      </Suspense>
    </header>
  )
})

/** Opens the screen "Before service", and gets the focus back when that is left. */
function BeforeServiceButton() {
  const { t } = useTranslation()
  const { view, open } = useView()
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = view === 'before-service'
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <IconButton
      ref={button}
      label={t('beforeService.title')}
      variant="outline"
      aria-current={isOpen ? 'page' : undefined}
      onClick={() => open('before-service')}
    >
      <ClipboardCheck aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
