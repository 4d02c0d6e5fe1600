import { Minus, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { cx } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/parts/badge.tsx'
import { Money } from '../../../ui/parts/money.tsx'
import { parseQuantity } from './proposal.ts'

/** A state of a dish that the owner should know before offering it. */
export type DishMark = 'hidden' | 'soldOut' | 'deleted'

const MARKS = {
  hidden: { tone: 'neutral', label: 'menuEditor.isHidden' },
  soldOut: { tone: 'cancelled', label: 'menuEditor.soldOutToday' },
  deleted: { tone: 'pending', label: 'catering.deleted' },
} as const

export function MarkBadge({ mark }: { mark: DishMark }) {
  const { t } = useTranslation()
  const { tone, label } = MARKS[mark]
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {t(label)}
    </Badge>
  )
}

interface DishChoiceProps {
  id: number
  /** Name in the page's language. */
  name: string
  /** Price of one portion, in minor units. */
  price: number
  currency: Currency
  mark: DishMark | undefined
  /** The typed quantity. */
  quantityText: string
  /** The server's message for the quantity. */
  serverError: string | undefined
  onType: (id: number, quantityText: string) => void
}

/** Value of `data-field` by which the quantity field of a dish is found. */
export const quantityField = (dishId: number) => `event-dish-${dishId}`

const STEP_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-full hover:bg-line disabled:text-muted disabled:opacity-50 disabled:hover:bg-transparent'

/** A dish with its quantity; memoized, because the list is long. */
export const DishChoice = memo(function DishChoice(props: DishChoiceProps) {
  const { id, name, price, currency, mark, quantityText, serverError, onType } = props
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { quantity, error: typingError } = parseQuantity(quantityText)
  const error = serverError ?? fieldError(typingError === undefined ? undefined : { message: typingError })
  const errorId = useId()
  const set = (next: number) => onType(id, next > 0 ? String(next) : '')
  return (
    <li
      aria-label={name}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-first:border-t sm:px-5',
        '[contain-intrinsic-size:auto_60px] [content-visibility:auto]',
        quantity > 0 && 'bg-accent-soft',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {mark && <MarkBadge mark={mark} />}
        </p>
        <Money parts={moneyParts(price, currency)} className="text-sm text-muted" />
      </div>
      <div className="flex h-11 shrink-0 items-center rounded-full bg-sunk">
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.less', { name })}
          disabled={quantity === 0}
          onClick={() => set(quantity - 1)}
        >
          <Minus aria-hidden="true" className="size-[17px]" />
        </button>
        <input
          data-field={quantityField(id)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-label={t('catering.quantity', { name })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={quantityText}
          placeholder="0"
          onChange={({ target }) => onType(id, target.value)}
          onFocus={({ target }) => target.select()}
          className="figures h-9 w-14 scroll-my-28 rounded-[10px] border border-edge bg-card text-center text-base font-bold text-ink placeholder:font-normal placeholder:text-muted aria-invalid:border-cancelled"
        />
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.more', { name })}
          disabled={quantity >= EVENT_QUANTITY_MAX}
          onClick={() => set(quantity + 1)}
        >
          <Plus aria-hidden="true" className="size-[17px]" />
        </button>
      </div>
      {error && (
        <p id={errorId} className="w-full text-right text-sm font-medium text-cancelled">
          {error}
        </p>
      )}
    </li>
  )
})
