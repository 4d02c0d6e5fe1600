import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { useTranslation } from '../../ui/translation.ts'
import { ageText, orderAge } from '../orders/index.ts'
import { nameOf } from './card-head.tsx'
import type { KitchenCard } from './cards.ts'
import type { CardFragment, Room } from './layout.ts'

/**
 * How many rows have room below the cards of each column in sight; the heads of the orders out of sight fill them.
 * @param row the height of one
 */
export function rowsBelow(
  fragments: readonly CardFragment[],
  [first, columns]: readonly [number, number],
  { height, gap }: Room,
  row: number,
): { column: number; top: number; rows: number }[] {
  return Array.from({ length: columns }, (_, i) => {
    const column = first + i
    const last = fragments.findLast((fragment) => fragment.column === column)
    const top = last ? last.top + last.height + gap : 0
    return { column, top, rows: Math.max(0, Math.floor((height - top) / row)) }
  })
}

interface WaitingHeadsProps {
  fragments: readonly CardFragment[]
  /** The first column in sight, and how many are. */
  sight: readonly [number, number]
  room: Room
  /** The height of one head with its gap. */
  row: number
  /** The orders out of sight, oldest first. */
  ids: readonly number[]
  cardOf: ReadonlyMap<number, KitchenCard>
  placeOf: (column: number) => { left: number; width: number }
  onOpen: (id: number) => void
}

/** The heads of the next orders, below the cards of the columns in sight. */
export function WaitingHeads({ fragments, sight, room, row, ids, cardOf, placeOf, onOpen }: WaitingHeadsProps) {
  const { t } = useTranslation()
  const left = [...ids]
  return rowsBelow(fragments, sight, room, row).map(({ column, top, rows }) => {
    const shown = left.splice(0, rows)
    return (
      shown.length > 0 && (
        <ul
          key={column}
          aria-label={t('kitchen.next')}
          data-kept-free=""
          className="absolute"
          style={{ ...placeOf(column), top }}
        >
          {shown.map((id) => {
            const card = cardOf.get(id)
            return card && <WaitingHead key={id} card={card} onOpen={() => onOpen(id)} />
          })}
        </ul>
      )
    )
  })
}

/** The head of an order that waits out of sight, in one line: what it is called, its age, its dishes. A tap leads to it. */
function WaitingHead({ card: { order, toCook, notice }, onOpen }: { card: KitchenCard; onOpen: () => void }) {
  const { t } = useTranslation()
  const { kitchenMinutes: [, late = 10] = [] } = useSettings()
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  const dishes = toCook.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <li className="h-[4rem]">
      <button
        type="button"
        data-head-of={order.id}
        onClick={onOpen}
        className="figures flex h-[3.5rem] w-full flex-wrap content-center items-baseline gap-x-2 rounded-control border border-line bg-sunk px-3 text-left text-[1rem] leading-tight transition-colors hover:bg-line"
      >
        <span className="display text-[1.25rem] leading-tight">{nameOf(t, order)}</span>
        <span className="ml-auto text-muted">
          <span className={cx(!notice && minutes >= late && 'font-bold text-ink')}>{ageText(t, minutes)}</span> ·{' '}
          {t('kitchen.dishes', { count: dishes })}
        </span>
      </button>
    </li>
  )
}
