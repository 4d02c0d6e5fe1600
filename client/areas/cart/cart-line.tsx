import { Pencil, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { nameIn } from '#shared/domain/language.ts'
import { lineTotal } from '#shared/domain/money.ts'
import { type CartOption, cartKey } from '#shared/domain/orders/cart.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { DishPicture, type PicturedDish } from '../pictures/index.ts'

interface CartLineViewProps {
  ref: Ref<HTMLLIElement>
  dish: PicturedDish
  name: string
  price: number
  quantity: number
  /** Says that the dish is sold out: the line then stands in no total. */
  soldOut?: string | undefined
  actions: ReactNode
  children: ReactNode
}

/** A line of a cart, the phone's own or a table's: picture, name, price times quantity, what it costs. */
export function CartLineView({ ref, dish, name, price, quantity, soldOut, actions, children }: CartLineViewProps) {
  const { format } = useMoney()
  return (
    <li ref={ref} className="flex gap-3.5 py-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-14 shrink-0 rounded-control" />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2">
        <div className="col-span-full flex justify-between gap-3 font-semibold text-body leading-snug">
          <p className="min-w-0">{name}</p>
          <p className={cx('figures shrink-0', soldOut && 'text-muted line-through')}>
            {format(lineTotal({ price, quantity }))}
          </p>
        </div>
        <p className="figures mt-0.5 text-muted text-sm">
          {format(price)} × {quantity}
        </p>
        <div className="row-span-2 mt-1.5 self-start justify-self-end">{actions}</div>
        {children}
        {soldOut && <p className="col-span-full font-semibold text-cancelled text-sm">{soldOut}</p>}
      </div>
    </li>
  )
}

interface LineChoiceProps {
  options: readonly CartOption[]
  notes: string
  /** Changes the line in the sheet of its dish; absent for a line that cannot be changed here. */
  onChange?: (() => void) | undefined
  /** What the button says of the line, whose options no longer fit, or can be changed. */
  mustChoose?: boolean
  name: string
}

/** What was chosen of a line with options: first what it is made without, in red with a sign, then the others. */
export function LineChoice({ options, notes, onChange, mustChoose = false, name }: LineChoiceProps) {
  const { t, language } = useTranslation()
  const nameOf = (option: CartOption) => nameIn(language, option)
  return (
    <div className="min-w-0 text-sm leading-snug">
      <ul className="mt-0.5 break-words">
        {options
          .filter(({ without }) => without)
          .map((option) => (
            <li key={option.id} className="flex items-center gap-1 font-semibold text-cancelled">
              <X className="size-3.5 shrink-0" strokeWidth={2.6} />
              {t('cart.withoutOption', { name: nameOf(option) })}
            </li>
          ))}
        {options
          .filter(({ without }) => !without)
          .map((option) => (
            <li key={option.id} className="text-muted">
              {option.quantity > 1 && `${option.quantity}\u00a0× `}
              {nameOf(option)}
            </li>
          ))}
      </ul>
      {notes && <p className="mt-0.5 break-words text-accent">{notes}</p>}
      {onChange && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t(mustChoose ? 'cart.chooseAgain' : 'cart.change')}: ${name}`}
          onClick={onChange}
          className="touch -ml-1 mt-0.5 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-accent"
        >
          <Pencil className="size-3.5 shrink-0" />
          {t(mustChoose ? 'cart.chooseAgain' : 'cart.change')}
        </button>
      )}
    </div>
  )
}

/** Keys that stay while a line's note or quantity changes: of its dish and options, and which of those it is. */
export function stableKeys(dishes: readonly { id: number; options: readonly number[] }[]): string[] {
  const keys = dishes.map(({ id, options }) => cartKey(id, options))
  return keys.map((key, i) => `${key}${keys.slice(0, i).filter((other) => other === key).length}`)
}
