import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import type { OrderAttempt } from './attempt.ts'
import { Checkout, type CheckoutFollower } from './checkout.ts'

const body: OrderRequest = {
  items: [{ menuItemId: 1, quantity: 2 }],
  total: 5700,
  customerName: 'Ana',
  phoneNumber: '0712345678',
}
const placed = { id: 12, total: 5700, orderToken: 'secret' } as PlacedOrder

/** A browser whose tabs share a storage, and a server, both under the test's control. Each test begins afresh. */
const world = {
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
  withdraw: async () => world.arrived,
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

const openTab = () => new Checkout(dependencies)

/** Makes the next sending fail after the attempt has reached the server. */
function failNextSending(error: Error): void {
  send.mockImplementationOnce(async (attempt) => {
    sent.push(structuredClone(attempt))
    throw error
  })
}

describe('an order of which nobody knows whether it arrived', () => {
  it.each([
    ['did not is withdrawn, and the next one has a new key', null, 'idle'],
    ['did is placed', placed, 'placed'],
  ] as const)('and that %s', async (_, arrived, phase) => {
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    checkout.follow(follower)
    await checkout.place(body)
    world.arrived = arrived
    expect(await checkout.withdraw()).toBe(arrived === null)
    expect([checkout.state().phase, world.storedAttempt]).toEqual([phase, undefined])
    expect(follower.placed).toHaveBeenCalledTimes(arrived ? 1 : 0)
    if (arrived) return
    await checkout.place(body)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })
})

describe('an attempt to order', () => {
  it('is stored with its key before it is sent, and removed once the order is placed', async () => {
    let storedAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      storedAtSending = world.storedAttempt
      return placed
    })
    const checkout = openTab()
    await checkout.place(body)
    expect(storedAtSending).toMatchObject({ key: 'key-1', body })
    expect(world.storedAttempt).toBeUndefined()
    expect(checkout.state()).toMatchObject({ phase: 'placed', placed })
  })

  it('is sent once if the guest taps twice', async () => {
    const checkout = openTab()
    await Promise.all([checkout.place(body), checkout.place(body)])
    expect(sent).toHaveLength(1)
  })

  it('is repeated with the same body under the same key after a reload', async () => {
    failNextSending(new NoAnswerError('No answer'))
    await openTab().place(body)
    const afterReload = openTab()
    expect(afterReload.state()).toMatchObject({ phase: 'open', attempt: { key: 'key-1', body } })
    await afterReload.resend()
    expect(sent).toMatchObject([
      { key: 'key-1', body },
      { key: 'key-1', body },
    ])
    expect(afterReload.state().phase).toBe('placed')
  })

  it('is not retried automatically', async () => {
    failNextSending(new RequestError(503, 'Service Unavailable', ''))
    const checkout = openTab()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('open')
  })

  it('is repeated with its original body even if the cart was changed meanwhile', async () => {
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    await checkout.place({ ...body, total: 9900 })
    expect(sent.map((attempt) => attempt.body.total)).toEqual([5700, 5700])
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('keeps the prices that the guest was shown across a reload', async () => {
    const shown = [{ menuItemId: 1, price: 2850 }]
    failNextSending(new NoAnswerError('No answer'))
    await openTab().place(body, shown)
    failNextSending(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const afterReload = openTab()
    await afterReload.resend()
    expect(afterReload.state()).toMatchObject({ phase: 'refused', attempt: { shown } })
  })

  it('is followed by one with a new key after the server has rejected the order', async () => {
    failNextSending(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const checkout = openTab()
    await checkout.place(body)
    expect(checkout.state()).toMatchObject({ phase: 'refused', refusal: { code: 'price_changed' } })
    expect(world.storedAttempt).toBeUndefined()
    await checkout.place({ ...body, total: 6000 })
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it.each([401, 403, 408, 429])('keeps its key if the server responds with %i', async (status) => {
    failNextSending(new RequestError(status, 'Status', JSON.stringify({ message: 'Wait' })))
    const checkout = openTab()
    await checkout.place(body)
    expect(world.storedAttempt?.key).toBe('key-1')
    expect(checkout.state()).toMatchObject({ phase: 'open', serverMessage: 'Wait' })
  })

  it('reports its outcome to followers', async () => {
    const follower = { placed: vi.fn(), refused: vi.fn(), open: vi.fn() } satisfies CheckoutFollower
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    checkout.follow(follower)
    await checkout.place(body)
    expect(follower.open).toHaveBeenCalledOnce()
    await checkout.resend()
    expect(follower.placed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'key-1', body }), placed)
  })

  it('ends in this tab when another tab has placed or discarded it', async () => {
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    world.storedAttempt = undefined
    checkout.syncWithStorage()
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('is not sent again by a suspended tab after another tab has placed or discarded it', async () => {
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    world.storedAttempt = undefined
    await checkout.resend()
    expect(sent).toHaveLength(1)
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('reports the placed order in one tab only', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    send.mockImplementationOnce(async () => {
      world.storedAttempt = undefined
      return placed
    })
    const checkout = openTab()
    checkout.follow(follower)
    await checkout.place(body)
    expect(checkout.state().phase).toBe('placed')
    expect(follower.placed).not.toHaveBeenCalled()
  })

  it('continues if the browser stores nothing', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    failNextSending(new NoAnswerError('No answer'))
    const emptyStorage = { read: () => undefined, write: () => false, clear: () => {} }
    const checkout = new Checkout({ ...dependencies, stored: emptyStorage })
    checkout.follow(follower)
    await checkout.place(body)
    checkout.syncWithStorage()
    expect(checkout.state().phase).toBe('open')
    await checkout.resend()
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(follower.placed).toHaveBeenCalledOnce()
  })
})

describe('an order without a connection', () => {
  const HALF_AN_HOUR_MS = 30 * 60_000
  const goOffline = () => {
    world.isOnline = false
    world.isReachable = false
  }
  const goOnline = () => {
    world.isOnline = true
    world.isReachable = true
  }

  async function placedOffline(): Promise<Checkout> {
    goOffline()
    const checkout = openTab()
    await checkout.place(body)
    return checkout
  }

  it('waits, stored under its key, without being sent', async () => {
    const checkout = await placedOffline()
    expect(checkout.state()).toMatchObject({ phase: 'waiting', attempt: { key: 'key-1', body } })
    expect(world.storedAttempt).toMatchObject({ key: 'key-1', body, isUnsent: true })
    expect(checkout.isUnstored).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  it('is sent at once if the server answers although the browser reports to be offline', async () => {
    world.isOnline = false
    const checkout = openTab()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('placed')
  })

  it('is preceded by a connection check only if the browser reports to be offline', async () => {
    await openTab().place(body)
    expect(checkConnection).not.toHaveBeenCalled()
  })

  it('is sent once under the same key when the guest sends it, also after a reload', async () => {
    await placedOffline()
    goOnline()
    const afterReload = openTab()
    expect(afterReload.state().phase).toBe('waiting')
    await Promise.all([afterReload.resend(), afterReload.resend()])
    expect(sent).toMatchObject([{ key: 'key-1', body }])
    expect(world.storedAttempt).toBeUndefined()
  })

  it('is stored as sent before it is sent', async () => {
    await placedOffline()
    goOnline()
    let storedAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      storedAtSending = world.storedAttempt
      throw new NoAnswerError('No answer')
    })
    const checkout = openTab()
    await checkout.resend()
    expect(storedAtSending).toMatchObject({ key: 'key-1', isUnsent: false })
    expect(checkout.state().phase).toBe('open')
    expect(openTab().state().phase).toBe('open')
    goOffline()
    failNextSending(new NoAnswerError('No answer'))
    await checkout.resend()
    expect(checkout.state().phase).toBe('open')
    expect(checkout.discard()).toBe(false)
    expect(world.storedAttempt?.key).toBe('key-1')
  })

  it('continues to wait while the server cannot be reached, even if the browser reports to be online', async () => {
    const checkout = await placedOffline()
    world.isOnline = true
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'waiting' })
    expect(send).not.toHaveBeenCalled()
  })

  it('is dropped with its key when the guest discards it', async () => {
    const checkout = await placedOffline()
    expect(checkout.discard()).toBe(true)
    expect([checkout.state(), world.storedAttempt]).toEqual([{ phase: 'idle' }, undefined])
    goOnline()
    await checkout.place(body)
    expect(sent.map(({ key }) => key)).toEqual(['key-2'])
  })

  it.each([
    ['after half an hour', HALF_AN_HOUR_MS],
    ['with a clock that was set forward by years', 3e11],
    ['with a clock that was set back', -1],
  ])('needs confirmation %s, and is neither sent without it nor lost', async (_, elapsedMs) => {
    await placedOffline()
    goOnline()
    world.now += elapsedMs
    const checkout = openTab()
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: world.now, attempt: { key: 'key-1' } })
    expect(send).not.toHaveBeenCalled()
    checkout.decideLater()
    await checkout.place({ ...body, total: 9900 })
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: world.now })
    expect(send).not.toHaveBeenCalled()
    await checkout.resend(true)
    expect(sent).toMatchObject([{ key: 'key-1', body }])
  })

  it('needs confirmation if it is old and its outcome is not known, and keeps its key', async () => {
    failNextSending(new NoAnswerError('No answer'))
    await openTab().place(body)
    world.now += HALF_AN_HOUR_MS
    const checkout = openTab()
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'open', askedAt: world.now })
    expect([checkout.discard(), world.storedAttempt?.key, sent.length]).toEqual([false, 'key-1', 1])
    await checkout.resend(true)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('waits in this page alone if the browser stores nothing', async () => {
    goOffline()
    const clear = vi.fn()
    const checkout = new Checkout({ ...dependencies, stored: { read: () => undefined, write: () => false, clear } })
    await checkout.place(body)
    expect([checkout.state().phase, checkout.isUnstored]).toEqual(['waiting', true])
    goOnline()
    await checkout.resend()
    expect(sent.map(({ key }) => key)).toEqual(['key-1'])
  })

  it('is removed from storage if it cannot be stored as sent', async () => {
    await placedOffline()
    goOnline()
    failNextSending(new NoAnswerError('No answer'))
    const checkout = new Checkout({ ...dependencies, stored: { ...dependencies.stored, write: () => false } })
    await checkout.resend()
    expect(world.storedAttempt).toBeUndefined()
    expect([checkout.state().phase, checkout.isUnstored]).toEqual(['open', true])
  })

  describe('in two tabs', () => {
    it('is shown as waiting in both', async () => {
      const idle = openTab()
      await placedOffline()
      idle.syncWithStorage()
      expect(idle.state()).toMatchObject({ phase: 'waiting', attempt: { key: 'key-1' } })
    })

    it('is open, with an unknown outcome, as soon as the other tab has sent it', async () => {
      const thisTab = await placedOffline()
      world.storedAttempt = { ...(world.storedAttempt as OrderAttempt), isUnsent: false }
      thisTab.syncWithStorage()
      expect(thisTab.state().phase).toBe('open')
      expect(thisTab.discard()).toBe(false)
    })

    it('ends in this tab when the other tab has placed or discarded it', async () => {
      const thisTab = await placedOffline()
      world.storedAttempt = undefined
      thisTab.syncWithStorage()
      expect(thisTab.state()).toEqual({ phase: 'idle' })
    })

    it.each([
      [true, 'idle'],
      [false, 'idle'],
    ])(
      'is not sent if the other tab placed or discarded it during the connection check (reachable: %s)',
      async (isReachable, phase) => {
        const thisTab = await placedOffline()
        let respond = (_: boolean) => {}
        world.isReachable = new Promise((resolve) => {
          respond = resolve
        })
        const sending = thisTab.resend()
        world.storedAttempt = undefined
        respond(isReachable)
        await sending
        expect(send).not.toHaveBeenCalled()
        expect(thisTab.state().phase).toBe(phase)
      },
    )

    it('is open, with an unknown outcome, if the other tab sent it during a failing connection check', async () => {
      const thisTab = await placedOffline()
      const sending = thisTab.resend()
      world.storedAttempt = { ...(world.storedAttempt as OrderAttempt), isUnsent: false }
      await sending
      expect(thisTab.state().phase).toBe('open')
    })
  })
})
