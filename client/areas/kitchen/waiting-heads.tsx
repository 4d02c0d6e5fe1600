import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ageText, orderAge } from '../orders/index.ts'
import { nameOf } from './card-head.tsx'
import type { KitchenCard } from './cards.ts'

interface WaitingHeadsProps {
  place: { left: number; top: number; width: number }
  /** Oldest first. */
  cards: readonly KitchenCard[]
  onOpen: (id: number) => void
}

/** The heads of the next orders, below the last card in sight. */
export function WaitingHeads({ place, cards, onOpen }: WaitingHeadsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('kitchen.next')} data-kept-free="" className="absolute empty:hidden" style={place}>
      {cards.map((card) => (
        <WaitingHead key={card.order.id} card={card} onOpen={() => onOpen(card.order.id)} />
      ))}
    </ul>
  )
}

/** The head of an order that waits out of sight, in one line: what it is called, its age, its dishes. A tap leads to it. */
function WaitingHead({ card: { order, toCook, notice }, onOpen }: { card: KitchenCard; onOpen: () => void }) {
  const { t } = useTranslation()
  const { kitchenMinutes: [, late = 10] = [] } = useSettings()
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  const isLate = !notice && minutes >= late
  const dishes = toCook.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <li className="h-[4rem]">
      <button
        type="button"
        data-head-of={order.id}
        onClick={onOpen}
        className={cx(
          'figures flex h-[3.5rem] w-full flex-wrap content-center items-baseline gap-x-2 rounded-control border px-3 text-left text-[1rem] leading-tight transition-colors',
          isLate ? 'border-ink bg-ink text-paper hover:opacity-90' : 'border-line bg-sunk hover:bg-line',
        )}
      >
        <span className="display text-[1.25rem] leading-tight">{nameOf(t, order)}</span>
        {isLate && <strong className="ml-auto font-bold">{t('kitchen.late')}</strong>}
        <span className={cx('ml-auto', !isLate && 'text-muted')}>
          <span className={cx(isLate && 'font-bold')}>{ageText(t, minutes)}</span> ·{' '}
          {t('kitchen.dishes', { count: dishes })}
        </span>
      </button>
    </li>
  )
}
