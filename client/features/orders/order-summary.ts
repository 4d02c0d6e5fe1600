import i18n from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { statusWord } from './status-word.ts'

/** An order in a few lines, as it is sent to its customer: in the restaurant's language, with its name and phone. */
export function orderSummary(order: Order, { language, restaurantName, restaurantPhone }: Settings): string {
  const t = i18n.getFixedT(language)
  const lines = order.items.map((line) =>
    t('orders.sms.line', {
      quantity: line.quantity,
      name: nameIn(language, line) || t('orders.item', { id: line.menuItemId ?? line.id }),
    }),
  )
  return [
    t('orders.sms.greeting', {
      restaurant: restaurantName || 'Masa',
      id: order.id,
      status: statusWord(t, order),
    }),
    ...lines,
    t('orders.sms.total', { total: formatMoney(order.total, order.currency) }),
    restaurantPhone,
  ]
    .filter(Boolean)
    .join('\n')
}
