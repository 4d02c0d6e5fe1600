import { beforeEach, describe, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
let isFull = false
let storageListener: ((event: { key: string | null }) => void) | undefined
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('full')
    kept.set(key, value)
  },
  removeItem: (key: string) => kept.delete(key),
})
vi.stubGlobal('addEventListener', (event: string, listener: typeof storageListener) => {
  if (event === 'storage') storageListener = listener
})

const visit = () => {
  vi.resetModules()
  return import('./own-orders-store.ts')
}
let { ownOrders, ownOrdersStore } = await visit()

const soup = { token: 't', tableNumber: null, takeaway: true, total: 2850, currency: 'lei' } as const
const ids = () => ownOrdersStore.getState().map(({ orderId }) => orderId)
const stored = () => JSON.parse(kept.get('masa.orders') ?? '{"value":[]}').value

beforeEach(async () => {
  kept.clear()
  isFull = false
  vi.useRealTimers()
  ;({ ownOrders, ownOrdersStore } = await visit())
})

describe('the orders of this phone', () => {
  it('are kept beside the cart, with what opens their status', () => {
    ownOrders.follow({ ...soup, orderId: 7, token: 'secret' })
    expect(stored()).toMatchObject([{ orderId: 7, token: 'secret', status: 'pending', seen: false }])
    ownOrders.stands({ orderId: 7, status: 'ready', seen: true, total: 2850, tableNumber: null })
    expect(stored()).toMatchObject([{ orderId: 7, status: 'ready', seen: true }])
    ownOrders.dismiss(7)
    expect([ids(), stored()]).toEqual([[], []])
  })

  it('are those of every tab', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    const other = JSON.parse(kept.get('masa.orders') ?? '')
    other.value.unshift({ ...other.value[0], orderId: 2 })
    kept.set('masa.orders', JSON.stringify(other))
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(ids()).toEqual([3, 2, 1])
    kept.clear()
    storageListener?.({ key: null })
    expect(ids()).toEqual([])
  })

  it('are followed as long as the page lives where nothing can be kept', () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    isFull = true
    ownOrders.follow({ ...soup, orderId: 2 })
    ownOrders.stands({ orderId: 1, status: 'preparing', seen: true, total: 2850, tableNumber: null })
    expect(ownOrdersStore.getState()).toMatchObject([{ orderId: 2 }, { orderId: 1, status: 'preparing' }])
  })

  it('go after a day, also on a page that stays open', () => {
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

  it('stay on the page when their end was told, until it is loaded anew', async () => {
    ownOrders.follow({ ...soup, orderId: 1 })
    ownOrders.stands({ orderId: 1, status: 'completed', seen: true, total: 2850, tableNumber: null })
    ownOrders.told([1])
    ownOrders.expire()
    expect(ids()).toEqual([1])
    ownOrders.follow({ ...soup, orderId: 2 })
    expect(ids()).toEqual([2, 1])
    ;({ ownOrders, ownOrdersStore } = await visit())
    expect(ids()).toEqual([2])
    ownOrders.follow({ ...soup, orderId: 3 })
    expect(ids()).toEqual([3, 2])
  })
})
