import type { WatchedLine } from '#shared/contracts/live.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { choiceProblems, possibleChoice } from '#shared/domain/menu/options.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { queryClient } from '../../lib/api/query.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { i18n, toast } from '../../ui/index.ts'
import { mustAskBeforeAdding } from '../allergens/index.ts'
import { addPortions, groupsOfDish, optionsQuery } from '../cart/index.ts'

/** Puts what an order had into the cart, and says what is left out (docs/product/checkout.md#checkout-again). */
export async function orderAgain(
  lines: readonly WatchedLine[],
  menu: readonly (MenuItem & Orderable)[],
): Promise<void> {
  const hasGroups = ({ menuItemId }: WatchedLine) =>
    menu.some(({ id, optionGroupIds }) => id === menuItemId && optionGroupIds.length > 0)
  // Without them, the dishes that have some are left out.
  const groups = lines.some(hasGroups) ? await queryClient.ensureQueryData(optionsQuery).catch(() => undefined) : []
  const gone: Named[] = []
  const soldOut: Named[] = []
  const notNow: Named[] = []
  const avoided: Named[] = []
  const lessOptions: Named[] = []
  let isAnyAdded = false
  for (const [index, line] of lines.entries()) {
    // The parts of a line stand below it.
    if (line.partOf !== null) continue
    const dish = menu.find(({ id }) => id === line.menuItemId)
    if (!dish) gone.push(line)
    else if (dish.notNow) notNow.push(dish)
    else if (isSoldOut(dish)) soldOut.push(dish)
    else {
      const ofDish = groupsOfDish(dish, groups) ?? []
      const next = lines.findIndex(({ partOf }, i) => i > index && partOf === null)
      const wanted = wantedOptions(ofDish, line, lines.slice(index + 1, next < 0 ? undefined : next))
      const chosen = possibleChoice(ofDish, wanted.ids, new Date())
      const options = cartOptions(ofDish, chosen)
      const codes = ofDish.flatMap((group) => group.options).filter(({ id }) => chosen.includes(id))
      const allergenCodes = [...dish.allergenCodes, ...codes.flatMap((option) => option.allergenCodes)]
      if (!groupsOfDish(dish, groups) || choiceProblems(ofDish, chosen, new Date()).length > 0) gone.push(dish)
      else if (mustAskBeforeAdding({ ...dish, allergenCodes })) avoided.push(dish)
      else if (addPortions(dish, { quantity: line.quantity, notes: line.notes, options })) {
        isAnyAdded = true
        if (chosen.length < wanted.count) lessOptions.push(dish)
      }
    }
  }
  const leftOut = [
    gone.length > 0 && i18n.t('orderStatus.againGone', { names: namesOf(gone) }),
    soldOut.length > 0 && i18n.t('cart.soldOut', { names: namesOf(soldOut) }),
    notNow.length > 0 && i18n.t('checkout.notServed', { names: namesOf(notNow) }),
    lessOptions.length > 0 && i18n.t('orderStatus.againOptions', { names: namesOf(lessOptions) }),
    avoided.length > 0 && i18n.t('orderStatus.againAvoided', { names: namesOf(avoided) }),
  ].filter((sentence) => sentence !== false)
  const outcome = isAnyAdded ? (leftOut.length > 0 ? 'againPart' : 'againDone') : 'againNone'
  toast({ title: i18n.t(`orderStatus.${outcome}`), description: leftOut.join(' · ') || undefined })
}

/** The options that a line had: its own, and those that name the dishes of its parts. A fee is no option. */
function wantedOptions(
  groups: readonly OptionGroup[],
  line: WatchedLine,
  parts: readonly WatchedLine[],
): { ids: number[]; count: number } {
  const named = parts.filter(({ menuItemId, price }) => menuItemId !== null || price === 0)
  const wanted = [
    ...line.options.map(({ id, quantity }) => ({ id, quantity })),
    ...named.map(({ menuItemId, quantity }) => ({
      id: groups.flatMap(({ options }) => options).find((option) => option.menuItemId === menuItemId)?.id ?? null,
      quantity: Math.round(quantity / line.quantity),
    })),
  ]
  const ids = wanted.flatMap(({ id, quantity }) => (id === null ? [] : Array<number>(quantity).fill(id)))
  return { ids, count: wanted.reduce((sum, { quantity }) => sum + quantity, 0) }
}

const namesOf = (dishes: readonly Named[]) =>
  [...new Set(dishes.map((dish) => nameIn(currentLanguage(), dish)))].join(', ')
