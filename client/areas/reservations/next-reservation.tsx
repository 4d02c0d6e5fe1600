import type { TableReservation } from '#shared/contracts/tables.ts'
import { urgencyOf } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { Button, cx, t } from '../../ui/index.ts'
import { useStep } from './book-requests.ts'
import { openReservations } from './requests.ts'

interface NextReservationProps {
  reservation: TableReservation
  /** Whether guests sit at the table. */
  isInUse: boolean
}

/** Who comes next to a table, and the button that seats them. */
export function NextReservation({ reservation, isInUse }: NextReservationProps) {
  const { mutate, isPending } = useStep()
  const urgency = urgencyOf(reservation, isInUse, useServerNow())
  const text = reservationText(reservation, timeZone)
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-3.5 py-1.5 shadow-soft',
        urgency === null ? 'bg-card' : urgency === 'late' ? 'bg-pending-soft' : 'bg-cancelled-soft',
      )}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openReservations({ reservationId: reservation.id })}
        className="min-h-11 flex-1 text-left font-semibold underline decoration-edge underline-offset-4 wrap-anywhere"
      >
        {text}
        {urgency && <span> · {t(`reservations.urgency.${urgency}`)}</span>}
      </button>
      <Button
        pending={isPending}
        aria-label={`${t('reservations.steps.seated')}: ${text}`}
        onClick={() => mutate({ one: reservation, to: 'seated' })}
      >
        {t('reservations.steps.seated')}
      </Button>
    </div>
  )
}
