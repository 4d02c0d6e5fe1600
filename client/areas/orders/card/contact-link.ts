import i18n from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { statusWord } from '../order/status-word.ts'
import { dishName } from './order-words.ts'
import { smsLink, smsText } from './sms.ts'

/**
 * The link that opens a text message about an order to its customer, in the restaurant's language, with its name and
 * phone.
 */
export function contactLink(order: Order, { language, restaurantName, restaurantPhone }: Settings): string {
  const t = i18n.getFixedT(language)
  const head = t('orders.sms.greeting', {
    restaurant: restaurantName || 'Masa',
    id: order.id,
    status: statusWord(t, order),
  })
  const remaining = order.items.filter(({ quantity }) => quantity > 0)
  const dishes = remaining.map((line) =>
    t('orders.sms.line', {
      quantity: line.quantity,
      name: dishName(t, language, line),
    }),
  )
  const total = t('orders.sms.total', { total: formatMoney(order.total, order.currency) })
  const text = smsText([head], dishes, restaurantPhone ? [total, restaurantPhone] : [total], (number) =>
    t('orders.sms.more', { number }),
  )
  return smsLink(order.phoneNumber, text, t('orders.sms.and'))
}
