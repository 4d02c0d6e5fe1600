import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { sampleOrder } from './samples.ts'

export const FLOOR_NOW = Date.parse('2026-11-20T18:00:00.000Z')
/** A moment some minutes before `FLOOR_NOW`. */
export const ago = (minutes: number) => new Date(FLOOR_NOW - minutes * 60_000).toISOString()

export const floorTable = (fields: Partial<FloorTable> = {}): FloorTable => ({
  id: 70,
  number: 7,
  label: null,
  capacity: 4,
  status: 'available',
  since: null,
  orders: 0,
  ready: 0,
  total: 0,
  calls: [],
  session: null,
  ...fields,
})

export const tableCall = (fields: Partial<TableCall> = {}): TableCall => ({
  id: 1,
  kind: 'waiter',
  method: null,
  status: 'open',
  takenBy: null,
  at: ago(1),
  ...fields,
})

const [sampleLine] = sampleOrder().items
export const floorLine = (fields: Partial<OrderLine> = {}): OrderLine => ({ ...(sampleLine as OrderLine), ...fields })

/** An order of table 7. */
export const round = (fields: Partial<Order> = {}): Order =>
  sampleOrder({
    diningOption: 'dine-in',
    tableId: 70,
    tableNumber: 7,
    customerName: 'Table 7',
    createdAt: ago(20),
    updatedAt: ago(5),
    ...fields,
  })
