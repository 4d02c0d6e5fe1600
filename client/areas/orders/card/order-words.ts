import type { TFunction } from 'i18next'
import i18n from 'i18next'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { LANGUAGES, type Language, nameIn } from '#shared/domain/language.ts'
import { isPlaceholderPhone } from '#shared/domain/orders/dining.ts'
import type { nextStatus } from '#shared/domain/orders/order-status.ts'
import { withLabel } from '#shared/domain/table-name.ts'

/** Props of the parts of a card. `t` is passed down because `useTranslation` in every part of a long board is slow. */
export interface CardPartProps {
  t: TFunction
  order: Order
}

/** The label of the large button that moves an order to a status; a takeaway order is "handed over". */
export function moveOnLabel(
  t: TFunction,
  { diningOption }: Pick<Order, 'diningOption'>,
  to: NonNullable<ReturnType<typeof nextStatus>>,
): string {
  return to === 'delivered' && diningOption === 'takeaway' ? t('orders.moveOn.handedOver') : t(`orders.moveOn.${to}`)
}

/** Where an order goes: its table with its label, or how it is served. */
export function destinationOf(t: TFunction, order: Order): string {
  return withLabel(placeOf(t, order), order.tableLabel)
}

/** The same without the table's label. */
export function placeOf(t: TFunction, { tableNumber, diningOption }: Order): string {
  if (tableNumber !== null) return t('common.table', { number: tableNumber })
  return diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
}

/** A dish's name in a language; its number if it has no name. */
export function dishName(
  t: TFunction,
  language: Language,
  dish: Pick<OrderLine, 'id' | 'name' | 'nameRo' | 'menuItemId'>,
): string {
  return nameIn(language, dish) || t('orders.item', { id: dish.menuItemId ?? dish.id })
}

/** Whether an order's customer name is only its table's name, which waiters and shared carts send in their language. */
export function isTableName(customerName: string, tableNumber: number | null): boolean {
  if (tableNumber === null) return false
  return LANGUAGES.some(
    (language) => customerName === i18n.getFixedT(language)('common.table', { number: tableNumber }),
  )
}

/** Whether an order's personal data were erased. */
export function isErased({ customerName, phoneNumber }: Order): boolean {
  return customerName === '' && phoneNumber === ''
}

/** Whether an order has a customer's phone number. */
export function hasPhone({ phoneNumber }: Order): boolean {
  return phoneNumber !== '' && !isPlaceholderPhone(phoneNumber)
}
