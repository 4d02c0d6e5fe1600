import { useId } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { reservationText, withLabel } from '#shared/domain/table.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { cx, t } from '../../ui/index.ts'

export const TABLE_TONES: Record<Table['status'], string> = {
  available: 'bg-ready-soft text-ready',
  occupied: 'bg-pending-soft text-pending',
  reserved: 'bg-preparing-soft text-preparing',
}

interface TableTile extends Pick<Table, 'reservation'> {
  id: number
  number: number
  label: string | null | undefined
  /** The table's state in words, or why it cannot be chosen. */
  note: string
  status: Table['status']
  disabled?: boolean
}

interface TableGridProps {
  legend: string
  tables: readonly TableTile[]
  chosenId: number | null
  onChoose: (tableId: number) => void
}

/** Tables as tiles, of which one is chosen: wherever orders are moved. */
export function TableGrid({ legend, tables, chosenId, onChoose }: TableGridProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-body">{legend}</legend>
      <div className="grid grid-cols-3 gap-2">
        {tables.map(({ id, number, label, note, status, reservation, disabled }) => (
          <label key={id} className="choosable min-h-14 p-1.5">
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={id === chosenId}
              disabled={disabled}
              onChange={() => onChoose(id)}
            />
            <span className="figures font-semibold">{withLabel(t('common.table', { number }), label ?? null)}</span>{' '}
            <span
              className={cx(
                'rounded-full px-1.5 py-0.5 text-small leading-tight',
                !disabled && id !== chosenId && TABLE_TONES[status],
              )}
            >
              {note}
            </span>
            {reservation && <span className="text-small wrap-anywhere"> {reservationText(reservation, timeZone)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
