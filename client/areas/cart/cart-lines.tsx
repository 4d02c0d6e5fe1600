import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { getSuggestions, MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { allergenWarning } from '#shared/domain/menu/allergens.ts'
import { isLeftOut, isSoldOut, type MenuFilter } from '#shared/domain/menu/filter.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import {
  cartCount,
  cartDishOf,
  type DishLine,
  keyOf,
  linePrice,
  MAX_ORDER_NOTES,
  optionIds,
} from '#shared/domain/orders/cart.ts'
import { roomForNote, stableKeys, takeawayFees } from '#shared/domain/orders/cart-orders.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { callApi } from '../../lib/api/api.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { currency, money, useSettings } from '../../lib/settings/settings.ts'
import {
  Drawer,
  focusNeighbour,
  IconButton,
  LineNote,
  LineStepper,
  language,
  type PanelProps,
  t,
} from '../../ui/index.ts'
import { useMyFilter } from '../allergens/index.ts'
import { OrderLineView } from '../orders/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { DishPrice, lineInsteadOf, listPriceOf } from '../prices/index.ts'
import { announceToScreenReader } from './cart-buttons.tsx'
import { activeCart, allLines, cart, useActiveCart, useCart } from './cart-store.ts'
import { groupsOfDish, useGuestOptions } from './options-query.ts'

interface CartShellProps extends Pick<PanelProps, 'belowTitle' | 'footer' | 'children'> {
  title: string
  isShown?: boolean
}

/** The drawer of a cart, this phone's own or a table's. While it is open, the menu behind it is dimmed. */
export function CartShell({ isShown = true, ...panel }: CartShellProps) {
  const isOpen = useCart((state) => state.isOpen)
  useEffect(cart.drawerLoaded, [])
  return (
    <Drawer
      open={isOpen && isShown}
      onOpenChange={(open) => {
        if (!open) cart.close()
      }}
      // The page dims itself, by half (docs/product/cart.md#cart-drawer).
      dims={false}
      {...panel}
    />
  )
}

interface CartRowProps {
  line: DishLine
  item: MenuItem | undefined
  /** In a table's cart, what a portion costs without the rule that lowers it. */
  listPrice?: number | undefined
  /** The guest of the table whose line it is; undefined for one of this phone. */
  other?: { name: string; onRemove: () => boolean } | undefined
}

/** A line of the cart that the menu fills, with its stepper and note; another guest's has a button that removes it. */
export function CartRow({ line, item, listPrice, other }: CartRowProps) {
  const { dish, quantity, notes = '', isOrderable = true } = line
  const key = keyOf(line)
  const name = nameIn(language, dish)
  const row = useRef<HTMLLIElement>(null)
  const options = useNamedOptions(line, item)
  const room = useActiveCart(({ lines, others }) => roomForNote(line, lines(), others?.()), MAX_ORDER_NOTES)
  const taken = useActiveCart((cart) => cartCount(allLines(cart).filter((other) => other.dish.id === dish.id)), 0)
  const isAllTaken = !hasPortion(item ?? { portionsLeft: null }, taken)
  // What is not served any more can be ordered some minutes longer.
  const isSold = !item || isSoldOut({ ...item, notNow: undefined })
  const hasChoice = (line.options ?? NONE).length > 0 || (item?.optionGroupIds ?? NONE).length > 0
  const price = linePrice(line)
  const portion = { price, listPrice: listPrice ?? listPriceOf(line), quantity: 1 }
  const insteadOf = lineInsteadOf(currency, portion)
  const changeWord = t(isOrderable ? 'cart.change' : 'cart.chooseAgain')

  function changeQuantity(next: number) {
    // The row is about to be removed: focus must stay in the cart.
    if (next === 0) focusNeighbour(row.current)
    const isDone =
      next > quantity
        ? activeCart().put({ ...line, quantity: next - quantity })
        : activeCart().put({ ...line, quantity: next }, key)
    if (isDone)
      announceToScreenReader(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <OrderLineView
      ref={row}
      before={<DishPicture dish={item ?? dish} sizes="96px" className="size-14 shrink-0 rounded-control" />}
      name={name}
      amount={money(price * quantity)}
      detail={
        <>
          {`${money(price)} × ${quantity}`}
          {insteadOf && <span className="block">{insteadOf}</span>}
        </>
      }
      options={options}
      notes={hasChoice || other ? notes : undefined}
      problem={!isOrderable && t(isSold ? 'menu.soldOutToday' : 'cart.unfitLine')}
      after={
        other ? (
          <IconButton
            label={t('sharedTable.removeOf', { name, guest: other.name })}
            variant="sunk"
            className="rounded-full! text-muted"
            onClick={() => {
              focusNeighbour(row.current)
              if (other.onRemove()) announceToScreenReader(t('cart.removed', { name }))
            }}
          >
            <X className="size-[18px]" />
          </IconButton>
        ) : (
          <LineStepper name={name} quantity={quantity} mayAdd={isOrderable && !isAllTaken} onChange={changeQuantity} />
        )
      }
    >
      {hasChoice && !other && item && !isSold && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${changeWord}: ${name}`}
          onClick={() => openDialog('line', { item, line })}
          className="touch -ml-1 mt-0.5 inline-flex min-h-8 items-center gap-1.5 justify-self-start rounded-md px-1 text-accent text-sm"
        >
          <Pencil className="size-3.5 shrink-0" />
          {changeWord}
        </button>
      )}
      {!hasChoice && !other && (
        <LineNote
          name={name}
          notes={notes}
          room={room}
          onDone={(note) => activeCart().put({ ...line, notes: note }, key)}
        />
      )}
      {isOrderable && isAllTaken && item?.portionsLeft != null && (
        <p className="col-span-full text-pending text-sm">{t('menu.onlyLeft', { count: item.portionsLeft })}</p>
      )}
    </OrderLineView>
  )
}

const NONE: never[] = []

/** The options of a line, named from the menu where the line does not name them, as in a table's cart. */
function useNamedOptions({ options = NONE }: DishLine, item: MenuItem | undefined) {
  const isNameless = options.some(({ name }) => name === '')
  const { data } = useGuestOptions(isNameless)
  if (!isNameless) return options
  return cartOptions((item && groupsOfDish(item, data)) ?? data ?? NONE, optionIds(options))
}

interface CartLinesProps {
  lines: readonly DishLine[]
  /** The whole menu; empty until it is loaded. */
  items: readonly MenuItem[]
  isTakeaway: boolean
}

/** What is in this phone's cart. */
export function CartLines({ lines, items, isTakeaway }: CartLinesProps) {
  const keys = stableKeys(lines)
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line, i) => (
          <CartRow key={keys[i]} line={line} item={items.find(({ id }) => id === line.dish.id)} />
        ))}
      </ul>
      {isTakeaway && <TakeawayFees lines={lines} />}
      <GoesWith items={items} inCart={lines.map(({ dish }) => dish.id)} />
      <p className="py-4 text-small text-muted">{t('cart.allergensHint')}</p>
    </>
  )
}

/** What packaging and deposits would add to a takeaway order. */
function TakeawayFees({ lines }: { lines: readonly DishLine[] }) {
  const fees = takeawayFees(lines)
  if (fees.length === 0) return null
  return (
    <ul className="border-line border-t py-3 text-muted text-sm">
      {fees.map((fee) => (
        <li key={fee.name} className="figures flex justify-between gap-3">
          {t('cart.feeIfTakeaway', { name: nameIn(language, fee) })}
          <span>{money(fee.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

const MAX_SUGGESTIONS = 2

interface Choice {
  /** For the id of a dish, those that go with it. */
  pairs: Readonly<Record<string, readonly number[]>>
  inCart: readonly number[]
  items: readonly MenuItem[]
  filter: MenuFilter
}

/** The dishes to suggest: of those that go with the cart, the first that can be ordered, fit the filter and need no question. */
export function dishesToSuggest({ pairs, inCart, items, filter }: Choice): MenuItem[] {
  const ids = new Set(inCart.flatMap((id) => pairs[id] ?? []).filter((id) => !inCart.includes(id)))
  return [...ids]
    .flatMap((id) => items.find((item) => item.id === id) ?? [])
    .filter((item) => !isSoldOut(item) && item.isActive !== false)
    .filter((item) => !allergenWarning(item, filter.allergens) && !isLeftOut(item, filter))
    .slice(0, MAX_SUGGESTIONS)
}

/** At most two dishes that guests often order with those in the cart (docs/product/cart.md#cart-goes-with). */
export function GoesWith({ items, inCart }: Pick<Choice, 'items' | 'inCart'>) {
  const headingId = useId()
  const filter = useMyFilter()
  const { suggestions } = useSettings()
  const { data } = useQuery({
    queryKey: ['/api/menu/suggestions'],
    queryFn: ({ signal }) => callApi<typeof getSuggestions>('GET /api/menu/suggestions', { signal }),
    enabled: suggestions,
  })
  const dishes = dishesToSuggest({ pairs: data?.pairs ?? {}, inCart, items, filter })
  if (dishes.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-4">
      <h3 id={headingId} className="font-semibold text-muted text-sm">
        {t('cart.goesWith')}
      </h3>
      <ul>
        {dishes.map((dish) => (
          <Suggestion key={dish.id} dish={dish} />
        ))}
      </ul>
    </section>
  )
}

function Suggestion({ dish }: { dish: MenuItem }) {
  const name = nameIn(language, dish)
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} className="mt-2.5 flex items-center gap-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-11 shrink-0 rounded-field" />
      <p className="min-w-0 flex-1 text-body leading-snug">
        {name}
        <span className="figures block text-muted text-sm">
          <DishPrice dish={dish} />
        </span>
      </p>
      <IconButton
        label={t('menu.add', { name })}
        variant="accent"
        className="rounded-full"
        onClick={() => {
          if (dish.hasOptions) return openDialog('line', { item: dish })
          if (!activeCart().put({ dish: cartDishOf(dish), quantity: 1 })) return
          // The dish moves into the cart, so the row is about to be removed.
          focusNeighbour(row.current)
          announceToScreenReader(t('cart.added', { name, count: 1 }))
        }}
      >
        <Plus className="size-5" strokeWidth={2.4} />
      </IconButton>
    </li>
  )
}
