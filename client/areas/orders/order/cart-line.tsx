import type { ReactNode, Ref } from 'react'
import { useMoney } from '../../../lib/settings/settings.ts'
import { DishPicture, type PicturedDish } from '../../pictures/index.ts'

interface CartLineViewProps {
  ref: Ref<HTMLLIElement>
  dish: PicturedDish
  name: string
  price: number
  quantity: number
  /** Controls at the end of the row. */
  actions: ReactNode
  /** Content below name and price. */
  children: ReactNode
}

/** A line of a cart, the phone's own or a table's: picture, name, price times quantity. */
export function CartLineView({ ref, dish, name, price, quantity, actions, children }: CartLineViewProps) {
  const { format } = useMoney()
  return (
    <li ref={ref} className="flex gap-3.5 py-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-[54px] shrink-0 rounded-[13px]" />
      <div className="min-w-0 flex-1">
        <p className="text-[15.5px] font-semibold leading-snug">{name}</p>
        <p className="figures mt-0.5 text-sm text-muted">
          {format(price)} × {quantity}
        </p>
        {children}
      </div>
      {actions}
    </li>
  )
}
