import { beforeEach, describe, expect, it, vi } from 'vitest'

const storage = new Map<string, string>()
let isFull = false
let storageListener: ((event: { key: string | null }) => void) | undefined
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('full')
    storage.set(key, value)
  },
  removeItem: (key: string) => storage.delete(key),
})
vi.stubGlobal('addEventListener', (event: string, listener: typeof storageListener) => {
  if (event === 'storage') storageListener = listener
})

const loadModule = () => {
  vi.resetModules()
  return import('./own-orders.ts')
}
let { ownOrders, ownOrdersStore } = await loadModule()

const soup = { token: 't', tableNumber: null, takeaway: true, total: 2850, currency: 'lei' } as const
const ids = () => ownOrdersStore.getState().map(({ orderId }) => orderId)
const stored = () => JSON.parse(storage.get('masa.orders') ?? '{"value":[]}').value

beforeEach(async () => {
  storage.clear()
  isFull = false
  vi.useRealTimers()
  ;({ ownOrders, ownOrdersStore } = await loadModule())
})

describe('the orders of this phone', () => {
  it('are stored with the token that gives access to their status', () => {
    ownOrders.follow({ ...soup, orderId: 7, token: 'secret' })
    expect(stored()).toMatchObject([{ orderId: 7, token: 'secret', status: 'pending', seen: false }])
    ownOrders.applyStatus({ orderId: 7, status: 'ready', seen: true, total: 2850, tableNumber: null })
    expect(stored()).toMatchObject([{ orderId: 7, status: 'ready', seen: true }])
    ownOrders.dismiss(7)
    expect([ids(), stored()]).toEqual([[], []])
  })

  it('are shared by all tabs', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    const otherTab = JSON.parse(storage.get('masa.orders') ?? '')
    otherTab.value.unshift({ ...otherTab.value[0], orderId: 2 })
    storage.set('masa.orders', JSON.stringify(otherTab))
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(ids()).toEqual([3, 2, 1])
    storage.clear()
    storageListener?.({ key: null })
    expect(ids()).toEqual([])
  })

  it('are followed until the page is closed if the browser cannot store them', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    isFull = true
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
    expect(ids()).toEqual([2, 1])
    vi.setSystemTime(25 * 60 * 60 * 1000)
    ownOrders.expire()
    expect([ids(), stored().length]).toEqual([[2], 1])
  })

  it('stay on the page after their end was seen, until it is reloaded', async () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    ownOrders.applyStatus({ orderId: 1, status: 'completed', seen: true, total: 2850, tableNumber: null })
    ownOrders.markEndSeen([1])
    ownOrders.expire()
    expect(ids()).toEqual([1])
    ownOrders.follow({ ...soup, orderId: 2 })
    expect(ids()).toEqual([2, 1])
    ;({ ownOrders, ownOrdersStore } = await loadModule())
    expect(ids()).toEqual([2])
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(ids()).toEqual([3, 2])
  })
})
