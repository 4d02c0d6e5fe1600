import { foldText } from '#shared/domain/text.ts'
import type { OrderRow } from '../repo.ts'

type SearchedFields = Pick<OrderRow, 'customerName' | 'phoneNumber' | 'email' | 'tableNumber' | 'tableLabel'>

/** Returns the text that the board's search matches against, folded. */
export function orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }: SearchedFields): string {
  return foldText([customerName, phoneNumber, email ?? '', tableNumber ?? '', tableLabel ?? ''].join(' '))
}
