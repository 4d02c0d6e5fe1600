import i18n from 'i18next'
import type { WatchedLine } from '#shared/contracts/live.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { mustAskBeforeAdding } from '../allergens/index.ts'
import { addPortions } from '../cart/index.ts'

/**
 * Puts what an order had into the cart that the menu fills, at today's prices, and says what is left out: dishes that
 * are gone, sold out today, or contain what the guest avoids (docs/product/checkout.md#checkout-again).
 */
export function orderAgain(lines: readonly WatchedLine[], menu: readonly MenuItem[]): void {
  const gone: Named[] = []
  const soldOut: Named[] = []
  const avoided: Named[] = []
  let isAnyAdded = false
  for (const line of lines) {
    const dish = menu.find(({ id }) => id === line.menuItemId)
    if (!dish) gone.push(line)
    else if (dish.soldOutUntil !== null) soldOut.push(dish)
    else if (mustAskBeforeAdding(dish)) avoided.push(dish)
    else if (addPortions(dish, line.quantity, line.notes)) isAnyAdded = true
  }
  const leftOut = [
    gone.length > 0 && i18n.t('orderStatus.againGone', { names: namesOf(gone) }),
    soldOut.length > 0 && i18n.t('cart.soldOut', { names: namesOf(soldOut) }),
    avoided.length > 0 && i18n.t('orderStatus.againAvoided', { names: namesOf(avoided) }),
  ].filter((sentence) => sentence !== false)
  const outcome = isAnyAdded ? (leftOut.length > 0 ? 'againPart' : 'againDone') : 'againNone'
  toast({ title: i18n.t(`orderStatus.${outcome}`), description: leftOut.join(' · ') || undefined })
}

const namesOf = (dishes: readonly Named[]) =>
  [...new Set(dishes.map((dish) => nameIn(currentLanguage(), dish)))].join(', ')
