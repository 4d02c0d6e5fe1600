import { vi } from 'vitest'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { OrderAttempt } from './attempt.ts'
import { Checkout } from './checkout.ts'

export const body: OrderRequest = {
  items: [{ menuItemId: 1, quantity: 2 }],
  total: 5700,
  customerName: 'Ana',
  phoneNumber: '0712345678',
}
export const placed = { id: 12, total: 5700, orderToken: 'secret' } as PlacedOrder

/** A browser whose tabs share a storage, and a server, both under the test's control. */
export const world = {
  storedAttempt: undefined as OrderAttempt | undefined,
  /** Whether the browser reports to be online. */
  isOnline: true,
  /** Whether the server answers the connection check. */
  isReachable: true as boolean | Promise<boolean>,
  /** What the server has of an attempt about which it is asked. */
  arrived: null as PlacedOrder | null,
  now: 0,
}
let keys = 0
/** The attempts that reached the server. */
export const sent: OrderAttempt[] = []
export const send = vi.fn<(attempt: OrderAttempt) => Promise<PlacedOrder>>()
export const checkConnection = vi.fn(async () => world.isReachable)
export const dependencies = {
  send,
  stored: {
    read: () => world.storedAttempt && structuredClone(world.storedAttempt),
    write: (attempt: OrderAttempt) => {
      world.storedAttempt = structuredClone(attempt)
      return true
    },
    clear: () => {
      world.storedAttempt = undefined
    },
  },
  newKey: () => `key-${++keys}`,
  isOnline: () => world.isOnline,
  isReachable: checkConnection,
  withdraw: async () => world.arrived,
  now: () => world.now,
}

/** Begins afresh; to be called before each test. */
export function resetWorld(): void {
  Object.assign(world, { storedAttempt: undefined, isOnline: true, isReachable: true, now: 1_000_000 })
  keys = 0
  sent.length = 0
  checkConnection.mockClear()
  send.mockReset()
  send.mockImplementation(async (attempt) => {
    sent.push(structuredClone(attempt))
    return placed
  })
}

export const openTab = () => new Checkout(dependencies)

/** Makes the next sending fail after the attempt has reached the server. */
export function failNextSending(error: Error): void {
  send.mockImplementationOnce(async (attempt) => {
    sent.push(structuredClone(attempt))
    throw error
  })
}
