import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/orders/order.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
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
  const placed = { status: 'pending', seen: false, changed: false, told: false } as const
  const optional = { lines: [], readyIn: null, sessionId: null, pickupAt: null, asap: false }
  return { orderId, ...rest, ...placed, at: NOW, ...optional, ...fields }
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

  it('take lines and the usual time from the update that has them, and keep them afterwards', () => {
    const lines = [
      { menuItemId: 7, quantity: 2, name: 'Soup', nameRo: '', price: 2850, notes: null, options: [], partOf: null },
    ]
    const [known] = withStatus([order(1)], statusUpdate(1, 'pending', { lines, readyIn: 20 }))
    expect(known).toMatchObject({ lines, readyIn: 20 })
    const orders = withStatus([known as OwnOrder], statusUpdate(1, 'preparing'))
    expect(orders).toMatchObject([{ status: 'preparing', lines, readyIn: 20 }])
    expect(withStatus(orders, statusUpdate(1, 'preparing', { lines: structuredClone(lines) }))).toBe(orders)
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

  it('are followed until a day after their time', () => {
    const pickupAt = new Date(NOW + 72 * HOUR).toISOString()
    const ahead = [order(1, { pickupAt })]
    expect(ids(stillFollowed(ahead, NOW + 95 * HOUR))).toEqual([1])
    expect(ids(stillFollowed(ahead, NOW + 97 * HOUR))).toEqual([])
  })
})

describe('stored orders', () => {
  it('are validated one by one, and invalid ones left out', () => {
    const soup = {
      menuItemId: 7,
      quantity: 2,
      name: 'Soup',
      nameRo: '',
      price: 2850,
      notes: null,
      options: [],
      partOf: null,
    }
    const good = [
      order(1, { lines: [soup], readyIn: 20, sessionId: 's' }),
      order(2, { tableNumber: 5, takeaway: false, total: null, status: 'ready', seen: true }),
    ]
    const bad = [null, 7, {}, { ...order(3), status: 'gone' }, { ...order(4), token: 1 }, { ...order(5), lines: null }]
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

const storage = stubStorage()
let storageListener: ((event: { key: string | null }) => void) | undefined
vi.stubGlobal('addEventListener', (event: string, listener: typeof storageListener) => {
  if (event === 'storage') storageListener = listener
})

const loadModule = () => {
  vi.resetModules()
  return import('./own-orders.ts')
}
let { ownOrders, ownOrdersStore } = await loadModule()

const soup = { token: 't', tableNumber: null, takeaway: true, total: 2850, currency: 'lei' } as const
const followedIds = () => ownOrdersStore.getState().map(({ orderId }) => orderId)
const stored = () => JSON.parse(storage.get('masa.orders') ?? '{"value":[]}').value

describe('the stored orders of this phone', () => {
  beforeEach(async () => {
    storage.clear()
    vi.restoreAllMocks()
    vi.useRealTimers()
    ;({ ownOrders, ownOrdersStore } = await loadModule())
  })

  it('are stored with the token that gives access to their status', () => {
    ownOrders.follow({ ...soup, orderId: 7, token: 'secret' })
    expect(stored()).toMatchObject([{ orderId: 7, token: 'secret', status: 'pending', seen: false }])
    ownOrders.applyStatus({ orderId: 7, status: 'ready', seen: true, total: 2850, tableNumber: null })
    expect(stored()).toMatchObject([{ orderId: 7, status: 'ready', seen: true }])
    ownOrders.dismiss(7)
    expect([followedIds(), stored()]).toEqual([[], []])
  })

  it('are shared by all tabs', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    const otherTab = JSON.parse(storage.get('masa.orders') ?? '')
    otherTab.value.unshift({ ...otherTab.value[0], orderId: 2 })
    storage.set('masa.orders', JSON.stringify(otherTab))
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(followedIds()).toEqual([3, 2, 1])
    storage.clear()
    storageListener?.({ key: null })
    expect(followedIds()).toEqual([])
  })

  it('are followed until the page is closed if the browser cannot store them', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    ownOrders.follow({ ...soup, orderId: 2 })
    ownOrders.applyStatus({ orderId: 1, status: 'preparing', seen: true, total: 2850, tableNumber: null })
    expect(ownOrdersStore.getState()).toMatchObject([{ orderId: 2 }, { orderId: 1, status: 'preparing' }])
  })

  it('are dropped after a day, also on a page that stays open', () => {
    vi.useFakeTimers({ now: 0 })
    ownOrders.follow({ ...soup, orderId: 1 })
    vi.setSystemTime(23 * 60 * 60 * 1000)
    ownOrders.follow({ ...soup, orderId: 2 })
    ownOrders.expire()
    expect(followedIds()).toEqual([2, 1])
    vi.setSystemTime(25 * 60 * 60 * 1000)
    ownOrders.expire()
    expect([followedIds(), stored().length]).toEqual([[2], 1])
  })

  it('stay on the page after their end was seen, until it is reloaded', async () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    ownOrders.applyStatus({ orderId: 1, status: 'completed', seen: true, total: 2850, tableNumber: null })
    ownOrders.markEndSeen([1])
    ownOrders.expire()
    expect(followedIds()).toEqual([1])
    ownOrders.follow({ ...soup, orderId: 2 })
    expect(followedIds()).toEqual([2, 1])
    ;({ ownOrders, ownOrdersStore } = await loadModule())
    expect(followedIds()).toEqual([2])
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(followedIds()).toEqual([3, 2])
  })
})
