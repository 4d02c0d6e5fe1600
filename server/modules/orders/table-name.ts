import type { TFunction } from 'i18next'
import { translator } from '#server/platform/language.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { LANGUAGES } from '#shared/domain/language.ts'

/**
 * The words of the language in which an order's customer name only names its table ("Table 5"), as waiters and shared
 * carts send it; undefined for any other name.
 */
export function wordsOfTableName({
  customerName,
  tableNumber,
}: Pick<Order, 'customerName' | 'tableNumber'>): TFunction | undefined {
  if (tableNumber === null) return undefined
  return LANGUAGES.map(translator).find((t) => customerName === t('common.table', { number: tableNumber }))
}
