import { CheckCheck } from 'lucide-react'
import { memo } from 'react'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { isUnseen } from '#shared/domain/orders/later.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { recordTap } from '../orders/index.ts'
import { CardHead, nameOf, RepeatedHead } from './card-head.tsx'
import type { KitchenCard } from './cards.ts'
import { LineRow } from './line-row.tsx'
import { tickLines } from './ticks.ts'

interface CardFragmentViewProps {
  card: KitchenCard
  /** Counted from 0 within its card. */
  index: number
  /** The lines of this fragment: from the first to before the second. */
  from: number
  to: number
  isLast: boolean
  settings: Settings
}

/** Ticks all lines of a card that are still to be cooked, which are those of the chosen stations. */
export function tickRest({ order, toCook }: KitchenCard, language: Language): void {
  void tickLines(
    toCook.map((line) => ({ order, line })),
    true,
    language,
  )
}

/** A card of an order, or the part of it in one column. Rendered only when its own order changes. */
export const CardFragmentView = memo(function CardFragmentView(props: CardFragmentViewProps) {
  const { card, index, from, to, isLast, settings } = props
  const { t, language } = useTranslation()
  const { order, lines, notice, toCook } = card
  const isStarted = toCook.length < lines.filter(({ line }) => line.cooked).length
  const name = nameOf(t, order)
  return (
    <article
      data-card={order.id}
      aria-label={index === 0 ? name : `${name}, ${t('kitchen.continued')}`}
      className={cx(
        'rounded-card border shadow-soft [&:has(:focus-visible)]:outline-3 [&:has(:focus-visible)]:outline-accent [&:has(:focus-visible)]:outline-offset-2',
        notice === 'cancelled' ? 'border-cancelled/40 bg-cancelled-soft' : 'bg-card',
        notice !== 'cancelled' &&
          (!notice && isUnseen(order, serverDate()) ? 'border-ink ring-1 ring-ink' : 'border-line'),
      )}
    >
      {index === 0 ? <CardHead t={t} card={card} settings={settings} /> : <RepeatedHead t={t} order={order} />}
      <ul>
        {lines.slice(from, to).map((cardLine) => (
          <LineRow key={cardLine.line.id} t={t} card={card} cardLine={cardLine} language={language} />
        ))}
      </ul>
      {isLast && toCook.length > 0 && (
        <div data-part="foot" data-kept-free="" className="border-line border-t p-2.5">
          <button
            type="button"
            aria-label={t(isStarted ? 'kitchen.restDoneOf' : 'kitchen.doneOf', { name })}
            onClick={(event) => {
              if (!recordTap(event.nativeEvent)) tickRest(card, language)
            }}
            className="flex min-h-14 w-full items-center justify-center gap-3 rounded-control bg-sunk px-3 font-semibold text-[1.25rem] leading-tight transition-colors hover:bg-line"
          >
            <CheckCheck aria-hidden="true" className="size-6.5" />
            {t(isStarted ? 'kitchen.restDone' : 'kitchen.done')}
          </button>
        </div>
      )}
      {!isLast && (
        <p data-part="next" className="border-line border-t px-3 py-2 text-center font-semibold text-[1rem] text-muted">
          {t('kitchen.continues')}
        </p>
      )}
    </article>
  )
})
