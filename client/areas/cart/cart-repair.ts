import { useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { isSoldOut } from '#shared/domain/menu/filter.ts'
import { type CartDish, cartDishOf, keyOf } from '#shared/domain/orders/cart.ts'
import { withoutOrdered } from '#shared/domain/orders/cart-orders.ts'
import { reconcileCart } from '#shared/domain/orders/cart-repair.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { language, t, toast } from '../../ui/index.ts'
import { cartStore, changeLines, useCart } from './cart-store.ts'
import { groupsOfDish, useGuestOptions } from './options-query.ts'

/* Updates the cart to the menu, and to what was ordered or refused. Loaded after the first view. */

const { getState: get, setState: set } = cartStore
const NO_GROUPS = { optionGroupIds: [] }

/** Updates the cart to the menu as loaded, and returns what changed. @param groups undefined until they are loaded */
export function repairCart(items: readonly MenuItem[], groups: readonly OptionGroup[] | undefined) {
  const menu = items.map(cartDishOf)
  const groupsOf = ({ id }: CartDish) => groupsOfDish(items.find((item) => item.id === id) ?? NO_GROUPS, groups)
  let repaired = reconcileCart([], menu, groupsOf, serverDate())
  changeLines((lines) => {
    repaired = reconcileCart(lines, menu, groupsOf, serverDate())
    return repaired.lines
  })
  const { gone, repriced, unfit } = repaired
  const { unfit: previous, isUnreadable } = get()
  const keys = unfit.map(keyOf)
  set({ unfit: keys, isUnreadable: false })
  return {
    unfit: unfit.filter((_, i) => !previous.includes(keys[i] ?? '')).map(({ dish }) => dish),
    gone: gone.map(({ dish }) => dish),
    repriced: repriced.map(({ dish }) => dish),
    isUnreadable,
  }
}

/** Records which dishes are sold out today, and returns those in the cart that were not sold out before. */
export function recordSoldOut(soldOut: readonly number[]) {
  const previous = get().soldOut
  set({ soldOut })
  return get().lines.flatMap(({ dish }) => (soldOut.includes(dish.id) && !previous.includes(dish.id) ? [dish] : []))
}

/** Follows the menu: a toast names the dishes of the cart that are gone, sold out or have another price. */
export function CartRepair({ items }: { items: readonly MenuItem[] | undefined }) {
  const { data: groups } = useGuestOptions(items?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  // A table's cart gives lines back whose options it cannot name.
  const isNameless = useCart(({ lines }) => lines.some(({ options }) => options?.some(({ name }) => name === '')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when lines without names came
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unfit, isUnreadable } = repairCart(items, groups)
    // What is not served any more stays: the server takes it some minutes longer, and says so afterwards.
    const isGone = (item: MenuItem) => isSoldOut({ ...item, notNow: undefined })
    const soldOut = recordSoldOut(items.filter(isGone).map(({ id }) => id))
    const [title, ...rest] = [
      gone.length > 0 && t('cart.gone', { names: namesOf(gone) }),
      soldOut.length > 0 && t('cart.soldOut', { names: namesOf(soldOut) }),
      unfit.length > 0 && t('cart.unfit', { names: namesOf(unfit) }),
      isUnreadable && t('cart.unreadable'),
      repriced.length > 0 && t('cart.repriced', { names: namesOf(repriced) }),
    ].filter((sentence) => sentence !== false)
    if (title) toast({ title, description: rest.join(' · ') || undefined })
  }, [items, groups, isNameless])
  return null
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(language, dish)).join(', ')
}

/** Removes the ordered dishes; portions added after the order was sent stay. */
export function removeOrdered(ordered: Parameters<typeof withoutOrdered>[1]): void {
  changeLines((lines) => withoutOrdered(lines, ordered))
}

/**
 * Sets the current prices, as sent by the server with a `price_changed` error; in minor units.
 * @param offers of all dishes with a price; undefined to leave them
 */
export function updatePrices(
  prices: readonly { menuItemId: number; price: number }[],
  optionPrices: readonly { id: number; price: number }[] = [],
  offers?: readonly { menuItemId: number; percent: number; roundTo: number }[],
): void {
  const ofDishes = new Map(prices.map(({ menuItemId, price }) => [menuItemId, price]))
  const ofOptions = new Map(optionPrices.map(({ id, price }) => [id, price]))
  const offerOf = ({ id }: CartDish): CartDish['offer'] => {
    const offer = offers?.find(({ menuItemId }) => menuItemId === id)
    // The menu, which is fetched again, says its name and end.
    return offer && { percent: offer.percent, roundTo: offer.roundTo, name: '', nameRo: '', until: null }
  }
  changeLines((lines) =>
    lines.map(({ options, ...line }) => ({
      ...line,
      dish: {
        ...line.dish,
        price: ofDishes.get(line.dish.id) ?? line.dish.price,
        ...(offers && ofDishes.has(line.dish.id) && { offer: offerOf(line.dish) }),
      },
      options: options?.map((option) => ({ ...option, price: ofOptions.get(option.id) ?? option.price })),
    })),
  )
}
