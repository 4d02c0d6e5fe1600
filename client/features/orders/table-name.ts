import i18n from 'i18next'
import { LANGUAGES } from '#shared/domain/language.ts'

/** Whether an order's name is only its table's, as waiters and shared carts send it, in whatever language theirs was. */
export function isTableName(customerName: string, tableNumber: number | null): boolean {
  if (tableNumber === null) return false
  return LANGUAGES.some(
    (language) => customerName === i18n.getFixedT(language)('common.table', { number: tableNumber }),
  )
}
