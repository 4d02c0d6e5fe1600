import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/order-status.ts'
import {
  canDismiss,
  foremost,
  hasEnded,
  type OwnOrder,
  recogniseOrders,
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
  return { orderId, ...rest, at: NOW, status: 'pending', seen: false, told: false, ...more }
}
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
    const said = { status: 'ready', seen: true, total: 5700, tableNumber: null } as const
    const after = withStatus(before, { ...said, orderId: 1 })
    expect(after.map(({ status }) => status)).toEqual(['pending', 'ready'])
    expect(withStatus(after, { ...said, orderId: 1 })).toBe(after)
    expect(withStatus(after, { ...said, orderId: 9 })).toBe(after)
  })

  it('take a new total and table, and remember that something was taken off', () => {
    const said = { orderId: 1, status: 'pending', seen: false, total: 2850, tableNumber: 4 } as const
    const lower = withStatus([order(1)], { ...said, changed: true })
    expect(lower).toMatchObject([{ total: 2850, tableNumber: 4, changed: true }])
    expect(withStatus(lower, said)).toBe(lower)
    expect(recogniseOrders(JSON.parse(JSON.stringify(lower)))).toEqual(lower)
  })

  it('say an end again when it changed after it was told', () => {
    const [told] = withStatus([order(1, { status: 'cancelled', told: true })], {
      orderId: 1,
      status: 'completed',
      seen: true,
      total: 5700,
      tableNumber: null,
    })
    expect(told?.told).toBe(false)
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
