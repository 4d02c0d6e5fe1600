import { randomBytes } from 'node:crypto'
import {
  customerSearchText,
  type customers,
  type orderItems,
  type orderStatusChanges,
  type orders,
} from '#server/db/schema/index.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import { countsForCustomer, isOpen } from '#shared/domain/orders/order-status.ts'
import { foldText } from '#shared/domain/text.ts'
import { sampleMenu } from '../menu/index.ts'
import type { PastOrder } from './index.ts'

type Row<Table extends { $inferInsert: object }> = Table['$inferInsert']

/** The rows to which past orders refer. */
export interface ReferencedRows {
  /** By Romanian name. */
  dishes: ReadonlyMap<string, { id: number; name: string; nameRo: string; price: number }>
  /** By number. */
  tableIds: ReadonlyMap<number, number>
  currency: 'lei' | 'eur'
  /** The user who changed the status of the orders. */
  statusChangedBy: { userId: number; username: string } | null
}

type Line = Omit<Row<typeof orderItems>, 'orderId'>

/** A past order with its computed values. */
export interface ValuedOrder {
  past: PastOrder
  lines: Line[]
  /** Minor units. */
  total: number
  status: PastOrder['steps'][number]['status']
  /** When it last changed. */
  endedAt: Date
  /** The customer's phone number as E.164 digits; undefined for an order of a table. */
  phoneNumber: string | undefined
}

const stationOf = new Map(
  sampleMenu.flatMap(({ stationId, dishes }) => dishes.map(({ nameRo }) => [nameRo, stationId] as const)),
)

export function valueOrder(past: PastOrder, { dishes }: ReferencedRows): ValuedOrder {
  const lines = past.lines.map(([nameRo, quantity, notes]) => {
    const dish = dishes.get(nameRo)
    if (!dish) throw new Error(`the sample menu has no ${nameRo}`)
    const { id, name, price } = dish
    const stationId = stationOf.get(nameRo)
    return { menuItemId: id, quantity, name, nameRo, price, notes: notes ?? null, stationId }
  })
  const lastStep = past.steps.at(-1) ?? { status: 'pending' as const, at: past.at }
  const phoneNumber = past.guest && phoneDigits(past.guest.phone)
  return { past, lines, total: linesTotal(lines), status: lastStep.status, endedAt: lastStep.at, phoneNumber }
}

export function orderRow(
  order: ValuedOrder,
  known: ReferencedRows,
  customerIds: ReadonlyMap<string, number>,
): Row<typeof orders> {
  const { past, total, status, endedAt } = order
  const { guest, table, at, steps } = past
  const customerName = guest?.name ?? `Masa ${table}`
  const phoneNumber = order.phoneNumber ?? PLACEHOLDER_PHONE
  const email = guest?.email ?? null
  return {
    customerId: customerIds.get(phoneNumber) ?? null,
    customerName,
    phoneNumber,
    email,
    diningOption: past.diningOption,
    tableId: (table !== undefined && known.tableIds.get(table)) || null,
    tableNumber: table ?? null,
    notes: past.notes ?? null,
    total,
    currency: known.currency,
    status,
    version: 1 + steps.length,
    changedVersion: 1 + steps.length,
    // Without tickets, so that a new printer does not print past orders.
    tickets: [],
    // A hash that no token has: nobody follows the status of a past order.
    tokenHash: randomBytes(32).toString('base64url'),
    searchText: foldText([customerName, phoneNumber, email ?? '', table ?? '', ''].join(' ')),
    createdAt: at,
    updatedAt: endedAt,
    seenAt: steps[0]?.at ?? null,
    readyAt: steps.find((step) => step.status === 'ready')?.at ?? null,
    endedAt: isOpen(status) ? null : endedAt,
  }
}

export function lineRows({ past, lines }: ValuedOrder, orderId: number): Row<typeof orderItems>[] {
  const doneAt = past.steps.find(({ status }) => status === 'ready' || status === 'completed')?.at ?? null
  return lines.map((line) => ({ ...line, orderId, doneAt }))
}

export function stepRows(
  { past }: ValuedOrder,
  orderId: number,
  { statusChangedBy }: ReferencedRows,
): Row<typeof orderStatusChanges>[] {
  const placed = { orderId, status: 'pending' as const, at: past.at }
  return [placed, ...past.steps.map(({ status, at }) => ({ orderId, status, ...statusChangedBy, at }))]
}

/** Rows of all customers, in the order of their first visit, with the totals of their orders. */
export function customerRows(past: readonly ValuedOrder[]): Row<typeof customers>[] {
  const named = past.filter((order) => order.phoneNumber !== undefined)
  const byNumber = Map.groupBy(named, ({ phoneNumber = '' }) => phoneNumber)
  return [...byNumber].map(([phoneNumber, ownOrders]) => {
    const counted = ownOrders.filter(({ status }) => countsForCustomer(status))
    const [first] = ownOrders
    const changes = ownOrders.flatMap(({ past: { at }, status, endedAt }) =>
      countsForCustomer(status) ? [at] : [at, endedAt],
    )
    const person = {
      phoneNumber,
      name: first?.past.guest?.name ?? '',
      email: ownOrders.find(({ past }) => past.guest?.email)?.past.guest?.email ?? null,
    }
    return {
      ...person,
      searchText: customerSearchText(person),
      orderCount: counted.length,
      totalSpent: counted.reduce((sum, { total }) => sum + total, 0),
      firstOrder: counted[0]?.past.at ?? null,
      lastOrder: counted.at(-1)?.past.at ?? null,
      createdAt: first?.past.at ?? new Date(0),
      updatedAt: new Date(Math.max(...changes.map((at) => at.getTime()))),
    }
  })
}
