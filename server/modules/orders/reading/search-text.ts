import { foldText } from '#shared/domain/text.ts'
import type { OrderRow } from '../repo.ts'

type Named = Pick<OrderRow, 'customerName' | 'phoneNumber' | 'email' | 'tableNumber'>

/** What the board's search looks for in an order. */
export function orderSearchText({ customerName, phoneNumber, email, tableNumber }: Named): string {
  return foldText([customerName, phoneNumber, email ?? '', tableNumber ?? ''].join(' '))
}
