import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import {
  canDismiss,
  hasChangedSince,
  hasEnded,
  type OwnOrder,
  orderInLine,
  parseStoredOrders,
  reachedStageCount,
  type StatusUpdate,
  stageOf,
  stillFollowed,
  withOrder,
  withStatus,
} from './own-orders.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const HOUR = 60 * 60 * 1000

function order(orderId: number, fields: Partial<OwnOrder> = {}): OwnOrder {
  const rest = { token: `t${orderId}`, tableNumber: null, takeaway: true, total: 5700, currency: 'lei' } as const
  return { orderId, ...rest, at: NOW, status: 'pending', seen: false, changed: false, told: false, ...fields }
}
const statusUpdate = (orderId: number, status: OrderStatus, fields: Partial<StatusUpdate> = {}): StatusUpdate => ({
  orderId,
  status,
  seen: true,
  total: 5700,
  tableNumber: null,
  ...fields,
})
const ids = (orders: readonly OwnOrder[]) => orders.map(({ orderId }) => orderId)

describe('the stage of an order', () => {
  it.each([
    ['pending', false, 'received', 1],
    ['pending', true, 'seen', 2],
    ['preparing', true, 'preparing', 3],
    ['ready', true, 'ready', 4],
    ['delivered', true, 'delivered', 5],
    ['completed', true, 'completed', 5],
    ['cancelled', false, 'cancelled', 5],
  ] as const)('with status %s, seen: %s is “%s”, step %i of 5', (status, seen, stage, steps) => {
    expect([stageOf({ status, seen }), reachedStageCount({ status, seen })]).toEqual([stage, steps])
  })

  it('is an end if completed or cancelled, and lets the guest dismiss the order from delivered on', () => {
    const statusesWhere = (rule: (order: OwnOrder) => boolean) =>
      ORDER_STATUSES.filter((status) => rule(order(1, { status })))
    expect(statusesWhere(hasEnded)).toEqual(['completed', 'cancelled'])
    expect(statusesWhere(canDismiss)).toEqual(['delivered', 'completed', 'cancelled'])
  })
})

describe('the order in the status line', () => {
  it.each<[OrderStatus[], number | undefined]>([
    [[], undefined],
    [['pending', 'preparing'], 0],
    [['preparing', 'ready'], 1],
    [['delivered', 'pending'], 1],
    [['completed', 'delivered'], 1],
    [['cancelled', 'completed'], 0],
  ])('for orders with the statuses %j is the one at index %j', (statuses, index) => {
    const orders = statuses.map((status, i) => order(i, { status }))
    expect(orderInLine(orders)?.orderId).toBe(index)
  })
})

describe('the orders of a phone', () => {
  it('are sorted newest first, without duplicates, up to their maximum number', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (placedIds) => {
        const orders = placedIds.reduce<OwnOrder[]>((earlier, id) => withOrder(earlier, order(id)), [])
        expect(orders[0]?.orderId).toBe(placedIds.at(-1))
        expect(new Set(ids(orders)).size).toBe(orders.length)
        expect(orders.length).toBe(Math.min(ORDERS_WATCHED, new Set(placedIds).size))
      }),
    )
  })

  it('are updated by a status, and stay the same array if nothing changed', () => {
    const before = [order(2), order(1)]
    const after = withStatus(before, statusUpdate(1, 'ready'))
    expect(after.map(({ status }) => status)).toEqual(['pending', 'ready'])
    expect(withStatus(after, statusUpdate(1, 'ready'))).toBe(after)
    expect(withStatus(after, statusUpdate(9, 'ready'))).toBe(after)
  })

  it('have an unseen end again if the status changes after the end was seen', () => {
    const [updated] = withStatus([order(1, { status: 'cancelled', told: true })], statusUpdate(1, 'completed'))
    expect(updated?.told).toBe(false)
  })

  it('take total, table and `changed` from an update, and report a change once for each total', () => {
    const [before] = [order(1, { tableNumber: null })]
    const [reduced] = withStatus(
      [before],
      statusUpdate(1, 'pending', { seen: false, total: 2850, tableNumber: 7, changed: true }),
    )
    expect(reduced).toMatchObject({ total: 2850, tableNumber: 7, takeaway: false, changed: true })
    const [later] = withStatus([reduced as OwnOrder], statusUpdate(1, 'ready', { total: 2850, tableNumber: 7 }))
    expect(later?.changed).toBe(true)
    // A new connection sends `changed` again, first with the known total, then with another one.
    const repeated = withStatus(
      [later as OwnOrder],
      statusUpdate(1, 'ready', { total: 2850, tableNumber: 7, changed: true }),
    )
    expect(repeated[0]).toBe(later)
    const [reducedAgain] = withStatus(
      repeated,
      statusUpdate(1, 'ready', { total: 1000, tableNumber: 7, changed: true }),
    )
    const copies = [before, reduced, later, reducedAgain] as OwnOrder[]
    const reportsChange = copies.slice(1).map((copy, i) => hasChangedSince(copies[i] as OwnOrder, copy))
    expect(reportsChange).toEqual([true, false, true])
    const [ended] = withStatus(
      [order(1, { status: 'completed', seen: true, told: true, total: null })],
      statusUpdate(1, 'completed'),
    )
    expect(ended).toMatchObject({ total: 5700, told: true })
  })

  it('are followed for a day, ended ones only until their end was seen', () => {
    const stored = [
      order(1, { at: NOW - 23 * HOUR }),
      order(2, { at: NOW - 24 * HOUR }),
      order(3, { at: NOW + 25 * HOUR }),
      order(4, { status: 'completed' }),
      order(5, { status: 'completed', told: true }),
      order(6, { status: 'delivered', told: true }),
    ]
    expect(ids(stillFollowed(stored, NOW))).toEqual([1, 4, 6])
  })
})

describe('stored orders', () => {
  it('are validated one by one, and invalid ones left out', () => {
    const good = [order(1), order(2, { tableNumber: 5, takeaway: false, total: null, status: 'ready', seen: true })]
    const bad = [
      null,
      7,
      {},
      { ...order(3), status: 'gone' },
      { ...order(4), token: 1 },
      { ...order(5), currency: '$' },
    ]
    expect(parseStoredOrders(JSON.parse(JSON.stringify([bad[0], good[0], ...bad.slice(1), good[1]])))).toEqual(good)
  })

  it('are empty for any value that is not a list of orders', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseStoredOrders(value)).toEqual([])
      }),
    )
    for (const value of [undefined, null, {}, 'x', { 0: order(1) }]) expect(parseStoredOrders(value)).toEqual([])
  })
})
