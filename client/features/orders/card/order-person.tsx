import { phoneForPeople } from '#shared/domain/phone.ts'
import { type CardPart, hasPhone, isErased, isTableName } from './order-words.ts'

/** Who ordered: name, phone and e-mail, small; at a table, how many guests. */
export function OrderPerson({ t, order }: CardPart) {
  const guests = new Set(order.items.map(({ guestName }) => guestName).filter(Boolean)).size
  const who = [
    // The card's title says how every other order is served.
    order.tableNumber !== null && t('orders.dineIn'),
    guests > 0 && t('orders.guests', { count: guests }),
    isErased(order) ? t('orders.erased') : !isTableName(order.customerName, order.tableNumber) && order.customerName,
  ]
  return (
    <div className="min-w-0 text-sm text-muted">
      <p>{joined(who)}</p>
      {hasPhone(order) && <p className="figures">{phoneForPeople(order.phoneNumber)}</p>}
      {order.email && <p className="break-all">{order.email}</p>}
    </div>
  )
}

// Short parts stay whole at a line's end, and no line begins with the dot.
function joined(parts: readonly (string | false)[]): string {
  return parts
    .filter((part): part is string => !!part)
    .map((part) => (part.length <= 16 ? part.replaceAll(' ', '\u00a0') : part))
    .join('\u00a0· ')
}
