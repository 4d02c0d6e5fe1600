import { lazy, Suspense, useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import { keyOf, linePrice, optionIds, roomForNotes } from '#shared/domain/orders/cart.ts'
import { takeawayFees } from '#shared/domain/orders/cart-orders.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { focusNeighbour, LineNote, LineStepper, useTranslation } from '../../ui/index.ts'
import { announceToScreenReader } from './cart-bar.tsx'
import { CartLineView, LineChoice, stableKeys } from './cart-line.tsx'
import { cart, type DishLine, portionsOfDish, useCart } from './cart-store.ts'

const GoesWith = lazy(importWithRetry(() => import('./goes-with.tsx')))

/** A line of the cart: picture, name, price times quantity, options, note, stepper, and a button that removes it. */
function CartRow({ line, item }: { line: DishLine; item: MenuItem | undefined }) {
  const { t } = useTranslation()
  const { dish, quantity, notes = '', options = [], isOrderable = true } = line
  const key = keyOf(line)
  const isSold = useCart(({ soldOut }) => soldOut.includes(dish.id))
  const name = nameIn(useTranslation().language, dish)
  const row = useRef<HTMLLIElement>(null)
  const taken = useCart(({ lines }) => portionsOfDish(lines, dish.id))
  const isAllTaken = item !== undefined && !hasPortion(item, taken)
  const room = useCart(({ lines }) => roomForNotes(lines.map((other) => (keyOf(other) === key ? '' : other.notes))))

  function changeQuantity(next: number) {
    // The row is about to be removed: focus must stay in the cart.
    if (next === 0) focusNeighbour(row.current)
    cart.setQuantity(key, next)
    announceToScreenReader(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <CartLineView
      ref={row}
      dish={dish}
      name={name}
      price={linePrice(line)}
      quantity={quantity}
      soldOut={isOrderable ? undefined : t(isSold ? 'menu.soldOutToday' : 'cart.unfitLine')}
      actions={
        <LineStepper name={name} quantity={quantity} mayAdd={isOrderable && !isAllTaken} onChange={changeQuantity} />
      }
    >
      {options.length > 0 || (item && item.optionGroupIds.length > 0) ? (
        <LineChoice
          options={options}
          notes={notes}
          name={name}
          mustChoose={!isOrderable}
          onChange={
            item && !isSold
              ? () => openDialog('line', { item, line: { key, quantity, notes, options: optionIds(options) } })
              : undefined
          }
        />
      ) : (
        <LineNote name={name} notes={notes} room={room} onDone={(note) => cart.setNotes(key, note)} />
      )}
      {isOrderable && isAllTaken && item.portionsLeft !== null && (
        <p className="col-span-full text-pending text-sm">{t('menu.onlyLeft', { count: item.portionsLeft })}</p>
      )}
    </CartLineView>
  )
}

interface CartLinesProps {
  lines: readonly DishLine[]
  /** The whole menu; empty until it is loaded. */
  items: readonly MenuItem[]
  isTakeaway: boolean
}

/** What is in this phone's cart: loaded with the first dish, as many guests only read the menu. */
export default function CartLines({ lines, items, isTakeaway }: CartLinesProps) {
  const { t } = useTranslation()
  const keys = stableKeys(lines.map(({ dish: { id }, options }) => ({ id, options: optionIds(options) })))
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line, i) => (
          <CartRow key={keys[i]} line={line} item={items.find(({ id }) => id === line.dish.id)} />
        ))}
      </ul>
      {isTakeaway && <TakeawayFees lines={lines} />}
      <Suspense fallback={null}>
        <GoesWith items={items} inCart={lines.map(({ dish }) => dish.id)} />
      </Suspense>
      <p className="py-4 text-small text-muted">{t('cart.allergensHint')}</p>
    </>
  )
}

/** What packaging and deposits would add to a takeaway order. */
function TakeawayFees({ lines }: { lines: readonly DishLine[] }) {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const fees = takeawayFees(lines)
  if (fees.length === 0) return null
  return (
    <ul className="border-line border-t py-3 text-muted text-sm">
      {fees.map((fee) => (
        <li key={fee.name} className="figures flex justify-between gap-3">
          {t('cart.feeIfTakeaway', { name: nameIn(language, fee) })}
          <span>{format(fee.amount)}</span>
        </li>
      ))}
    </ul>
  )
}
