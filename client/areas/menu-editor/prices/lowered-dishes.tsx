import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Lowering, loweredGroups, loweredPrice } from '#shared/domain/menu/offers.ts'
import { optionsOfDish } from '#shared/domain/menu/options.ts'
import { serverDate } from '../../../lib/clock/server-clock.ts'
import { inParts, money } from '../../../lib/settings/settings.ts'
import { language, t } from '../../../ui/index.ts'
import { useGroupsOf } from '../../orders/index.ts'

interface LoweredDishesProps {
  label: string
  dishes: readonly { dish: MenuItem; by: Lowering }[]
}

/** What dishes cost by the menu, and with a rule: `Beer 14.00 → 9.80`. */
export function LoweredDishes({ label, dishes }: LoweredDishesProps) {
  const groupsOf = useGroupsOf(dishes.some(({ dish }) => dish.optionGroupIds.length > 0))
  /** As on the card: of a dish with required choices, its lowest price. */
  const priceOf = (dish: MenuItem, by: Lowering) => {
    const price = loweredPrice(dish.price, by)
    return optionsOfDish(loweredGroups(groupsOf?.(dish) ?? [], by), price, serverDate()).fromPrice ?? price
  }
  return (
    <ul aria-label={label} className="divide-y divide-line text-body">
      {dishes.map(({ dish, by }) => (
        <li key={dish.id} className="flex items-baseline justify-between gap-3 py-2">
          <span className="min-w-0 break-words">{nameIn(language, dish)}</span>
          <span className="figures shrink-0">
            {dish.fromPrice !== null && <span className="text-muted text-sm">{t('menu.from')} </span>}
            <s className="text-muted">{inParts(priceOf(dish, null)).figure}</s> <span aria-hidden="true">→ </span>
            <b>{money(priceOf(dish, by))}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}
