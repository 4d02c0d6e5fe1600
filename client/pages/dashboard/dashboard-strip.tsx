import { ListChecks } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BoardLine, SummaryCards, useLateCallNotices, useOlderNotice } from '../../areas/board/index.ts'
import { FirstStepsView, useJustCompleted } from '../../areas/checks/index.ts'
import { useHasOpenOrders, useLiveNotice, useScreenNotice, useSoundNotice } from '../../areas/orders/index.ts'
import { usePrinterNotice } from '../../areas/printers/owner.ts'
import { usePausedNotice, useWhatsappNotice } from '../../areas/settings/index.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { StatusStrip, type StripNotice } from '../../ui/parts/status-strip.tsx'
import { openReports, useViewUrl } from './views.tsx'

/** Whether the list is shown above orders too, where it is one line otherwise. */
const isListExpanded = createValue(false)

/** Where the first steps are shown on a tab: orders come first, so with open ones the list is one line. */
function usePlace(tab: string): 'list' | 'strip' | undefined {
  const isAway = useSettings().firstStepsAway !== false
  const isJustCompleted = useJustCompleted((state) => state.isShown)
  const hasOpenOrders = useHasOpenOrders()
  const isExpanded = isListExpanded.use()
  if (isAway && !isJustCompleted) return undefined
  return tab === 'orders' && (!hasOpenOrders || isExpanded) ? 'list' : 'strip'
}

/** The list of first steps, above the board. */
export function FirstStepsAboveBoard() {
  if (usePlace('orders') !== 'list') return null
  return (
    <Suspense fallback={null}>
      <FirstStepsView place="list" onOpen={() => {}} />
    </Suspense>
  )
}

interface DashboardStripProps {
  /** The tab that is shown; empty while a view is. */
  tab: string
  onOpenBoard: () => void
}

/** What all tabs and views say of the evening, in one line (docs/product/board.md#board-strip). */
export function DashboardStrip({ tab, onOpenBoard }: DashboardStripProps) {
  const { t } = useTranslation()
  const place = usePlace(tab)
  const hasOpenOrders = useHasOpenOrders()
  const reportsUrl = useViewUrl('reports')
  const isBoard = tab === 'orders' && place !== 'list'
  const sound = useSoundNotice()
  const screen = useScreenNotice()
  const older = useOlderNotice()
  const open = () => {
    // Without orders it is shown anyway, until one arrives.
    isListExpanded.set(hasOpenOrders)
    onOpenBoard()
  }
  const firstSteps: StripNotice = {
    key: 'first-steps',
    tone: 'quiet',
    icon: <ListChecks />,
    text: <strong className="font-semibold">{t('firstSteps.title')}</strong>,
    action: (
      <Suspense fallback={null}>
        <FirstStepsView place="strip" onOpen={open} />
      </Suspense>
    ),
  }
  const notices = [
    useLiveNotice(),
    ...useLateCallNotices(),
    usePrinterNotice(),
    useWhatsappNotice(() => openSettings('whatsapp')),
    usePausedNotice(),
    isBoard && sound,
    place === 'strip' && tab !== '' && firstSteps,
    tab === 'orders' && older,
    isBoard && screen,
  ].filter((notice): notice is StripNotice => !!notice)
  const idle = (
    <>
      <div className="min-w-0 flex-1 @min-[40rem]:hidden">
        <SummaryCards reportsUrl={reportsUrl} onOpenReports={openReports} isInStrip />
      </div>
      <div className="flex min-w-0 flex-1 items-center gap-3 @max-[40rem]:hidden">
        <BoardLine />
      </div>
    </>
  )
  return (
    <div className="@container">
      <StatusStrip notices={notices} idle={idle} />
    </div>
  )
}
