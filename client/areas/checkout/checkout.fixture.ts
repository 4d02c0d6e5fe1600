import { beforeEach, vi } from 'vitest'
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

/** A browser whose tabs share a storage, and a server, both under the test's control. Each test begins afresh. */
export function checkoutFixture() {
  const world = {
    storedAttempt: undefined as OrderAttempt | undefined,
    /** Whether the browser reports to be online. */
    isOnline: true,
    /** Whether the server answers the connection check. */
    isReachable: true as boolean | Promise<boolean>,
    now: 0,
  }
  let keys = 0
  const sent: OrderAttempt[] = []
  const send = vi.fn<(attempt: OrderAttempt) => Promise<PlacedOrder>>()
  const checkConnection = vi.fn(async () => world.isReachable)
  const dependencies = {
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
    now: () => world.now,
  }

  beforeEach(() => {
    Object.assign(world, { storedAttempt: undefined, isOnline: true, isReachable: true, now: 1_000_000 })
    keys = 0
    sent.length = 0
    checkConnection.mockClear()
    send.mockReset()
    send.mockImplementation(async (attempt) => {
      sent.push(structuredClone(attempt))
      return placed
    })
  })

  return {
    world,
    /** The attempts that reached the server. */
    sent,
    send,
    checkConnection,
    dependencies,
    openTab: () => new Checkout(dependencies),
    /** Makes the next sending fail after the attempt has reached the server. */
    failNextSending(error: Error): void {
      send.mockImplementationOnce(async (attempt) => {
        sent.push(structuredClone(attempt))
        throw error
      })
    },
  }
}
