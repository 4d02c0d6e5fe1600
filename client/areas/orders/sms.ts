import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { dialledNumber } from '#shared/domain/customers/stored-phone.ts'
import { plainMoney } from '#shared/domain/money.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { i18n } from '../../ui/index.ts'
import { dishName, pickupText } from './order-text.ts'

/**
 * The link that opens a text message to a customer with its text filled in, on Android and iPhones (RFC 5724; the "&"
 * before the body is for iPhones).
 * @param phoneNumber as stored: the digits of E.164, or what the guest typed if that is not a valid number
 * @param and the word that replaces "&", in the language of the message
 */
export function smsLink(phoneNumber: string, body: string, and: string): string {
  return `sms:${dialledNumber(phoneNumber)}?&body=${encodeURIComponent(safeToDecodeTwice(body, and))}`
}

/** Android's own messaging app decodes a link twice: "&" would end the text, "%" break it, and "+" become a space. */
function safeToDecodeTwice(text: string, and: string): string {
  return (
    text
      .replace(/\+(?=\d)/g, '00')
      .replace(/[^\S\n]*[&+](?:[&+]|[^\S\n])*/g, (_, offset: number, whole: string) =>
        offset === 0 || whole[offset - 1] === '\n' ? `${and} ` : ` ${and} `,
      )
      .replaceAll('%', '％')
      // `encodeURIComponent` throws for half of a surrogate pair.
      .replace(/\p{Surrogate}/gu, '')
  )
}

/** The link to a text message about an order, in the restaurant's language, with its name and phone. */
export function contactLink(order: Order, settings: Settings): string {
  const { language, restaurantName, restaurantPhone } = settings
  const t = i18n.getFixedT(language)
  const head = t('orders.sms.greeting', {
    restaurant: restaurantName || 'Masa',
    id: order.id,
    status: t(`orders.status.${order.status}`),
  })
  const pickup = order.pickupAt && t('orders.sms.pickup', { time: pickupText(t, order.pickupAt, settings, language) })
  const remaining = order.items.filter(({ quantity }) => quantity > 0)
  const dishes = remaining.map((line) =>
    t('orders.sms.line', {
      quantity: line.quantity,
      name: nameWithOptions(dishName(t, language, line), line.options, language),
    }),
  )
  const total = t('orders.sms.total', { total: plainMoney(order.total, order.currency) })
  const text = [head, ...(pickup ? [pickup] : []), ...dishes, total, ...(restaurantPhone ? [restaurantPhone] : [])]
  return smsLink(order.phoneNumber, text.join('\n'), t('orders.sms.and'))
}
