import { CalendarClock } from 'lucide-react'
import { useEffect } from 'react'
import { COMING_STATUSES, type ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, t } from '../../ui/index.ts'
import { openReservations, useHasReservations, useReservations, useToday } from './requests.ts'

/* They write messages in the guests' language. */
export const ReservationBook = lazyPart(() => import('./book.tsx'), 'dashboard:all', 'service:all')
const ReservationDialog = lazyPart(() => import('./reservation-dialog.tsx'), 'dashboard:all', 'service:all')

/** Where a reservation opens, whatever part of the page asks for it. */
export function OpenedReservation() {
  return (
    <OpenedDialog name="reservation">
      {(shown, open, close) => <ReservationDialog key={shown.id} {...shown} open={open} onClose={close} />}
    </OpenedDialog>
  )
}

interface ReservationsButtonProps {
  /** Whether its name is shown beside the icon where the page is wide. */
  isNamed?: boolean
}

/** Opens the book, with the number of those to come today; nothing where the house takes none and none is to come. */
export function ReservationsButton({ isNamed = false }: ReservationsButtonProps) {
  const { reservations: rules } = useSettings()
  const today = useToday()
  // Off, those still to come are looked for as far ahead as one request goes.
  const lastDay = rules?.on ? today : addDays(today, 30)
  const { data = [] } = useReservations(today, lastDay, useHasReservations())
  const count = data.filter(({ status }) => (COMING_STATUSES as readonly ReservationStatus[]).includes(status)).length
  const isShown = rules?.on === true || count > 0
  useEffect(() => (isShown ? whenIdle(() => void ReservationBook.prefetch()) : undefined), [isShown])
  if (!isShown) return null
  return (
    <Button
      variant="outline"
      aria-label={t('reservations.open', { number: count })}
      onClick={openReservations}
      className="touch relative min-h-10! whitespace-nowrap px-4!"
    >
      <CalendarClock aria-hidden="true" className="size-5" />
      {isNamed && <span className="max-lg:sr-only in-data-with-side-panel:sr-only">{t('reservations.title')}</span>}
      {count > 0 && <span className="count-badge absolute -top-1.5 -right-2 bg-ink py-1! text-paper">{count}</span>}
    </Button>
  )
}
