import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/order-status.ts'
import {
  canDismiss,
  foremost,
  hasChangedSince,
  hasEnded,
  type OwnOrder,
  recogniseOrders,
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
const said = (orderId: number, status: OrderStatus, more: Partial<StatusUpdate> = {}): StatusUpdate => ({
  orderId,
  status,
  seen: true,
  total: 5700,
  tableNumber: null,
  ...more,
})
const ids = (orders: readonly OwnOrder[]) => orders.map(({ orderId }) => orderId)

describe('what a guest is told', () => {
  it.each([
    ['pending', false, 'received', 1],
    ['pending', true, 'seen', 2],
    ['preparing', true, 'preparing', 3],
    ['ready', true, 'ready', 4],
    ['delivered', true, 'delivered', 5],
    ['completed', true, 'completed', 5],
    ['cancelled', false, 'cancelled', 5],
  ] as const)('%s, seen: %s is "%s"', (status, seen, stage, steps) => {
    expect([stageOf({ status, seen }), stepsOf({ status, seen })]).toEqual([stage, steps])
  })

  it('ends with completed and cancelled, and can be put away from delivered on', () => {
    const which = (rule: (order: OwnOrder) => boolean) => ORDER_STATUSES.filter((status) => rule(order(1, { status })))
    expect(which(hasEnded)).toEqual(['completed', 'cancelled'])
    expect(which(canDismiss)).toEqual(['delivered', 'completed', 'cancelled'])
  })
})

describe('the order in the line', () => {
  it.each<[OrderStatus[], number | undefined]>([
    [[], undefined],
    [['pending', 'preparing'], 0],
    [['preparing', 'ready'], 1],
    [['delivered', 'pending'], 1],
    [['completed', 'delivered'], 1],
    [['cancelled', 'completed'], 0],
  ])('of %j is number %j', (statuses, index) => {
    const orders = statuses.map((status, i) => order(i, { status }))
    expect(foremost(orders)?.orderId).toBe(index)
  })
})

describe('the orders of a phone', () => {
  it('stand newest first, each once, and never without end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (placed) => {
        const orders = placed.reduce<OwnOrder[]>((before, id) => withOrder(before, order(id)), [])
        expect(orders[0]?.orderId).toBe(placed.at(-1))
        expect(new Set(ids(orders)).size).toBe(orders.length)
        expect(orders.length).toBe(Math.min(ORDERS_WATCHED, new Set(placed).size))
      }),
    )
  })

  it('take a status for the one that it is about, and are the same where nothing changed', () => {
    const before = [order(2), order(1)]
    const after = withStatus(before, said(1, 'ready'))
    expect(after.map(({ status }) => status)).toEqual(['pending', 'ready'])
    expect(withStatus(after, said(1, 'ready'))).toBe(after)
    expect(withStatus(after, said(9, 'ready'))).toBe(after)
  })

  it('say an end again when it changed after it was told', () => {
    const [told] = withStatus([order(1, { status: 'cancelled', told: true })], said(1, 'completed'))
    expect(told?.told).toBe(false)
  })

  it('keep the total, the table, and that something was taken off, which is news once for each total', () => {
    const [before] = [order(1, { tableNumber: null })]
    const [less] = withStatus([before], said(1, 'pending', { seen: false, total: 2850, tableNumber: 7, changed: true }))
    expect(less).toMatchObject({ total: 2850, tableNumber: 7, takeaway: false, changed: true })
    const [later] = withStatus([less as OwnOrder], said(1, 'ready', { total: 2850, tableNumber: 7 }))
    expect(later?.changed).toBe(true)
    // A new connection is told again, with the total that is known, and then with another one.
    const again = withStatus([later as OwnOrder], said(1, 'ready', { total: 2850, tableNumber: 7, changed: true }))
    expect(again[0]).toBe(later)
    const [least] = withStatus(again, said(1, 'ready', { total: 1000, tableNumber: 7, changed: true }))
    const copies = [before, less, later, least] as OwnOrder[]
    const isNews = copies.slice(1).map((copy, i) => hasChangedSince(copies[i] as OwnOrder, copy))
    expect(isNews).toEqual([true, false, true])
    const [ended] = withStatus(
      [order(1, { status: 'completed', seen: true, told: true, total: null })],
      said(1, 'completed'),
    )
    expect(ended).toMatchObject({ total: 5700, told: true })
  })

  it('are followed for a day, and ended ones until they were told', () => {
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

describe('what was stored', () => {
  it('is recognised one by one', () => {
    const good = [order(1), order(2, { tableNumber: 5, takeaway: false, total: null, status: 'ready', seen: true })]
    const bad = [
      null,
      7,
      {},
      { ...order(3), status: 'gone' },
      { ...order(4), token: 1 },
      { ...order(5), currency: '$' },
    ]
    expect(recogniseOrders(JSON.parse(JSON.stringify([bad[0], good[0], ...bad.slice(1), good[1]])))).toEqual(good)
  })

  it('is nothing where it is nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(recogniseOrders(value)).toEqual([])
      }),
    )
    for (const value of [undefined, null, {}, 'x', { 0: order(1) }]) expect(recogniseOrders(value)).toEqual([])
  })
})
