import { type ChoosableGroup, choiceProblems, chosenOptions } from '../menu/options.ts'
import { type CartLine, type CartOption, linePrice, optionIds, type PricedDish } from './cart.ts'

/* Updates the cart from the menu once menu and options are loaded. */

/** A cart after a change of the menu: its lines, which were repriced or removed, and whose options no longer fit. */
export interface ReconciledCart<L extends CartLine> {
  lines: L[]
  repriced: L[]
  gone: L[]
  unfit: L[]
}

/**
 * Updates a cart to today's menu: reprices lines, removes missing dishes, and leaves a line whose options no longer fit
 * (docs/product/cart.md#cart-repair). @param groupsOf returns undefined while they are not known
 */
export function reconcileCart<D extends PricedDish>(
  lines: readonly CartLine<D>[],
  menu: readonly D[],
  groupsOf: (dish: D) => readonly ChoosableGroup[] | undefined,
  now: Date,
): ReconciledCart<CartLine<D>> {
  const today = new Map(menu.map((dish) => [dish.id, dish]))
  const result: ReconciledCart<CartLine<D>> = { lines: [], repriced: [], gone: [], unfit: [] }
  for (const line of lines) {
    const dish = today.get(line.dish.id)
    if (!dish) {
      result.gone.push(line)
      continue
    }
    const ids = optionIds(line.options)
    const groups = groupsOf(dish)
    if (!groups) {
      result.lines.push(line)
      continue
    }
    const fits = choiceProblems(groups, ids, now).length === 0
    const current = { ...line, dish, ...(ids.length > 0 && fits && { options: cartOptions(groups, ids) }) }
    result.lines.push(current)
    if (!fits) result.unfit.push(current)
    else if (linePrice(current) !== linePrice(line)) result.repriced.push(current)
  }
  return result
}

/** The chosen options of a dish as its line in the cart stores them. */
export function cartOptions(groups: readonly ChoosableGroup[], chosen: readonly number[]): CartOption[] {
  return chosenOptions(groups, chosen).map(({ group: { without }, option, quantity }) => {
    const { id, name, nameRo, price, takeawayFee } = option
    return { id, name, nameRo, price, quantity, ...(without && { without }), ...(takeawayFee && { takeawayFee }) }
  })
}
