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
  type StatusUpdate,
  stageOf,
  stepsOf,
  stillFollowed,
  withOrder,
  withStatus,
} from './own-orders.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const HOUR = 60 * 60 * 1000

function order(orderId: number, more: Partial<OwnOrder> = {}): OwnOrder {
  const rest = { token: `t${orderId}`, tableNumber: null, takeaway: true, total: 5700, currency: 'lei' } as const
  return { orderId, ...rest, at: NOW, status: 'pending', seen: false, changed: false, told: false, ...more }
}
const statusUpdate = (orderId: number, status: OrderStatus, more: Partial<StatusUpdate> = {}): StatusUpdate => ({
  orderId,
  status,
  seen: true,
  total: 5700,
  tableNumber: null,
  ...more,
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
  ] as const)('with status %s, seen: %s is "%s"', (status, seen, stage, steps) => {
    expect([stageOf({ status, seen }), stepsOf({ status, seen })]).toEqual([stage, steps])
  })

  it('ends with completed and cancelled, and can be dismissed from delivered on', () => {
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
  ])('of %j is number %j', (statuses, index) => {
    const orders = statuses.map((status, i) => order(i, { status }))
    expect(orderInLine(orders)?.orderId).toBe(index)
  })
})

describe('the orders of a phone', () => {
  it('are sorted newest first, without duplicates, up to the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (placed) => {
        const orders = placed.reduce<OwnOrder[]>((earlier, id) => withOrder(earlier, order(id)), [])
        expect(orders[0]?.orderId).toBe(placed.at(-1))
        expect(new Set(ids(orders)).size).toBe(orders.length)
        expect(orders.length).toBe(Math.min(ORDERS_WATCHED, new Set(placed).size))
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

  it('count an end as unseen again if the status changes after it was seen', () => {
    const [updated] = withStatus([order(1, { status: 'cancelled', told: true })], statusUpdate(1, 'completed'))
    expect(updated?.told).toBe(false)
  })

  it('take over total, table and `changed`, and report a change once for each total', () => {
    const [before] = [order(1, { tableNumber: null })]
    const [less] = withStatus(
      [before],
      statusUpdate(1, 'pending', { seen: false, total: 2850, tableNumber: 7, changed: true }),
    )
    expect(less).toMatchObject({ total: 2850, tableNumber: 7, takeaway: false, changed: true })
    const [later] = withStatus([less as OwnOrder], statusUpdate(1, 'ready', { total: 2850, tableNumber: 7 }))
    expect(later?.changed).toBe(true)
    // A new connection sends `changed` again, first with the known total, then with another one.
    const again = withStatus(
      [later as OwnOrder],
      statusUpdate(1, 'ready', { total: 2850, tableNumber: 7, changed: true }),
    )
    expect(again[0]).toBe(later)
    const [least] = withStatus(again, statusUpdate(1, 'ready', { total: 1000, tableNumber: 7, changed: true }))
    const copies = [before, less, later, least] as OwnOrder[]
    const isNews = copies.slice(1).map((copy, i) => hasChangedSince(copies[i] as OwnOrder, copy))
    expect(isNews).toEqual([true, false, true])
    const [ended] = withStatus(
      [order(1, { status: 'completed', seen: true, told: true, total: null })],
      statusUpdate(1, 'completed'),
    )
    expect(ended).toMatchObject({ total: 5700, told: true })
  })

  it('are followed for a day, and ended ones until their end was seen', () => {
    const kept = [
      order(1, { at: NOW - 23 * HOUR }),
      order(2, { at: NOW - 24 * HOUR }),
      order(3, { at: NOW + 25 * HOUR }),
      order(4, { status: 'completed' }),
      order(5, { status: 'completed', told: true }),
      order(6, { status: 'delivered', told: true }),
    ]
    expect(ids(stillFollowed(kept, NOW))).toEqual([1, 4, 6])
  })
})

describe('stored orders', () => {
  it('are validated one by one', () => {
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

  it('are empty for any other value, without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseStoredOrders(value)).toEqual([])
      }),
    )
    for (const value of [undefined, null, {}, 'x', { 0: order(1) }]) expect(parseStoredOrders(value)).toEqual([])
  })
})
