import type { TableReservation } from '#shared/contracts/tables.ts'
import { urgencyOf } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { Button, cx, t } from '../../ui/index.ts'
import { useGiveTable, useStep } from './book-requests.ts'
import { openReservation } from './requests.ts'

/** How long before their time a table offers to seat its next guests: a second tap after the first ones must not seat them. */
const SEAT_MS = 30 * 60_000

interface NextReservationProps {
  /** Its name. */
  table: string
  reservation: TableReservation
  /** Whether guests sit at the table. */
  isInUse: boolean
  /** The free tables that it fits. */
  others: readonly { id: number; name: string }[]
}

/** Who comes next to a table, from half an hour before the button that seats them, and where others sit other tables. */
export function NextReservation({ table, reservation, isInUse, others }: NextReservationProps) {
  const { ask, isPending } = useStep()
  const giving = useGiveTable()
  const now = useServerNow()
  const urgency = urgencyOf(reservation, isInUse, now)
  const isSoon = Date.parse(reservation.at) - now <= SEAT_MS
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
        onClick={() => openReservation({ id: reservation.id })}
        className={cx(
          'min-h-11 flex-1 text-left underline decoration-edge underline-offset-4 wrap-anywhere',
          isSoon ? 'font-semibold' : 'text-muted text-sm',
        )}
      >
        {text}
        {urgency && <span> · {t(`reservations.urgency.${urgency}`)}</span>}
      </button>
      {isSoon && (
        <Button
          pending={isPending}
          aria-label={`${t('reservations.steps.seated')}: ${text}`}
          onClick={() => ask({ one: reservation, to: 'seated' }, isInUse ? table : '')}
        >
          {t('reservations.steps.seated')}
        </Button>
      )}
      {isSoon && isInUse && (
        <div className="flex basis-full flex-wrap items-center gap-2 pb-1 text-body">
          {t(others.length > 0 ? 'reservations.otherTable' : 'reservations.noOther')}
          {others.map((other) => (
            <Button
              key={other.id}
              size="small"
              variant="outline"
              pending={giving.isPending && giving.variables.table.id === other.id}
              aria-label={`${t('reservations.otherTable')}: ${other.name}`}
              onClick={() => giving.mutate({ one: reservation, table: other })}
            >
              {other.name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
