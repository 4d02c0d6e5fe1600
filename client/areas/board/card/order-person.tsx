import { PhoneLink } from '../../../ui/phone/phone-link.tsx'
import { type CardPartProps, hasPhone, isErased, isTableName } from '../../orders/index.ts'

/** Who ordered: name, phone and e-mail, small; at a table, how many guests. */
export function OrderPerson({ t, order }: CardPartProps) {
  const guests = new Set(order.items.map(({ guestName }) => guestName).filter(Boolean)).size
  const parts = [
    // For orders without a table, the card's title shows how they are served.
    order.tableNumber !== null && t('orders.dineIn'),
    guests > 0 && t('orders.guests', { count: guests }),
    isErased(order) ? t('orders.erased') : !isTableName(order.customerName, order.tableNumber) && order.customerName,
  ]
  return (
    <div className="min-w-0 text-sm text-muted">
      <p>{joined(parts)}</p>
      {hasPhone(order) && (
        <p>
          <PhoneLink number={order.phoneNumber} />
        </p>
      )}
      {order.email && <p className="wrap-anywhere">{order.email}</p>}
    </div>
  )
}

// Non-breaking spaces keep short parts whole, and the dot at the end of a row.
function joined(parts: readonly (string | false)[]): string {
  return parts
    .filter((part): part is string => !!part)
    .map((part) => (part.length <= 16 ? part.replaceAll(' ', '\u00a0') : part))
    .join('\u00a0· ')
}
