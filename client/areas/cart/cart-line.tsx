import type { ReactNode, Ref } from 'react'
import { lineTotal } from '#shared/domain/money.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { DishPicture, type PicturedDish } from '../pictures/index.ts'

interface CartLineViewProps {
  ref: Ref<HTMLLIElement>
  dish: PicturedDish
  name: string
  price: number
  quantity: number
  /** Says that the dish is sold out: the line then stands in no total. */
  soldOut?: string | undefined
  /** Controls below the line's total. */
  actions: ReactNode
  /** Content below name and price. */
  children: ReactNode
}

/** A line of a cart, the phone's own or a table's: picture, name, price times quantity, what it costs. */
export function CartLineView({ ref, dish, name, price, quantity, soldOut, actions, children }: CartLineViewProps) {
  const { format } = useMoney()
  return (
    <li ref={ref} className="flex gap-3.5 py-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-14 shrink-0 rounded-[14px]" />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2">
        <div className="col-span-full flex justify-between gap-3 font-semibold text-[15px] leading-snug">
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
