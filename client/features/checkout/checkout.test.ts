import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import type { OrderAttempt } from './attempt/attempt.ts'
import { Checkout, type CheckoutFollower } from './checkout.ts'

const body: OrderRequest = {
  items: [{ menuItemId: 1, quantity: 2 }],
  total: 5700,
  customerName: 'Ana',
  phoneNumber: '0712345678',
}
const placed = { id: 12, total: 5700, orderToken: 'secret' } as PlacedOrder

let storedAttempt: OrderAttempt | undefined
let keys = 0
const sent: OrderAttempt[] = []
const send = vi.fn<(attempt: OrderAttempt) => Promise<PlacedOrder>>()
const stored = {
  read: () => storedAttempt && structuredClone(storedAttempt),
  write: (attempt: OrderAttempt) => {
    storedAttempt = structuredClone(attempt)
    return true
  },
  clear: () => {
    storedAttempt = undefined
  },
}

let online = true
let reachable: boolean | Promise<boolean> = true
let now = 0
const isReachable = vi.fn(async () => reachable)
const dependencies = {
  send,
  stored,
  newKey: () => `key-${++keys}`,
  isOnline: () => online,
  isReachable,
  now: () => now,
}

function openTab(): Checkout {
  return new Checkout(dependencies)
}

beforeEach(() => {
  storedAttempt = undefined
  keys = 0
  sent.length = 0
  online = true
  reachable = true
  now = 1_000_000
  isReachable.mockClear()
  send.mockReset()
  send.mockImplementation(async (attempt) => {
    sent.push(structuredClone(attempt))
    return placed
  })
})

function failsOnce(error: Error): void {
  send.mockImplementationOnce(async (attempt) => {
    sent.push(structuredClone(attempt))
    throw error
  })
}

describe('an attempt to order', () => {
  it('stores key and body before it is sent, and drops them at 201', async () => {
    let storedAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      storedAtSending = storedAttempt
      return placed
    })
    const checkout = openTab()
    await checkout.place(body)
    expect(storedAtSending).toMatchObject({ key: 'key-1', body })
    expect(storedAttempt).toBeUndefined()
    expect(checkout.state()).toMatchObject({ phase: 'placed', placed })
  })

  it('is sent once for two taps', async () => {
    const checkout = openTab()
    await Promise.all([checkout.place(body), checkout.place(body)])
    expect(sent).toHaveLength(1)
  })

  it('is repeated with the same body under the same key after a reload', async () => {
    failsOnce(new NoAnswerError('No answer'))
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
    failsOnce(new RequestError(503, 'Service Unavailable', ''))
    const checkout = openTab()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('open')
  })

  it('is repeated with its original body even if the cart was changed meanwhile', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    await checkout.place({ ...body, total: 9900 })
    expect(sent.map((attempt) => attempt.body.total)).toEqual([5700, 5700])
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('stores across a reload which prices the guest was shown', async () => {
    const shown = [{ menuItemId: 1, price: 2850 }]
    failsOnce(new NoAnswerError('No answer'))
    await openTab().place(body, shown)
    failsOnce(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const afterReload = openTab()
    await afterReload.resend()
    expect(afterReload.state()).toMatchObject({ phase: 'refused', attempt: { shown } })
  })

  it('gets a new key after a refusal of the order', async () => {
    failsOnce(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const checkout = openTab()
    await checkout.place(body)
    expect(checkout.state()).toMatchObject({ phase: 'refused', refusal: { code: 'price_changed' } })
    expect(storedAttempt).toBeUndefined()
    await checkout.place({ ...body, total: 6000 })
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it.each([401, 403, 408, 429])('keeps its key at %i', async (status) => {
    failsOnce(new RequestError(status, 'Status', JSON.stringify({ message: 'Wait' })))
    const checkout = openTab()
    await checkout.place(body)
    expect(storedAttempt?.key).toBe('key-1')
    expect(checkout.state()).toMatchObject({ phase: 'open', serverMessage: 'Wait' })
  })

  it('reports its outcome to followers', async () => {
    const follower = { placed: vi.fn(), refused: vi.fn(), open: vi.fn() } satisfies CheckoutFollower
    failsOnce(new NoAnswerError('No answer'))
    const checkout = openTab()
    checkout.follow(follower)
    await checkout.place(body)
    expect(follower.open).toHaveBeenCalledOnce()
    await checkout.resend()
    expect(follower.placed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'key-1', body }), placed)
  })

  it('ends in this tab when another tab has settled it', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    storedAttempt = undefined
    checkout.syncWithStorage()
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('is never sent again by a suspended tab after another tab has settled it', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    storedAttempt = undefined
    await checkout.resend()
    expect(sent).toHaveLength(1)
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('reports the placed order in one tab only', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    send.mockImplementationOnce(async () => {
      storedAttempt = undefined
      return placed
    })
    const checkout = openTab()
    checkout.follow(follower)
    await checkout.place(body)
    expect(checkout.state().phase).toBe('placed')
    expect(follower.placed).not.toHaveBeenCalled()
  })

  it('continues if nothing can be stored, although it is missing in storage', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    failsOnce(new NoAnswerError('No answer'))
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
  const HALF_AN_HOUR = 30 * 60_000
  const goOffline = () => {
    online = false
    reachable = false
  }
  const goOnline = () => {
    online = true
    reachable = true
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
    expect(storedAttempt).toMatchObject({ key: 'key-1', body, isUnsent: true })
    expect(checkout.isUnstored).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  it('is sent at once if the server answers although the browser reports to be offline', async () => {
    online = false
    const checkout = openTab()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('placed')
  })

  it('is checked for only if the browser reports to be offline', async () => {
    await openTab().place(body)
    expect(isReachable).not.toHaveBeenCalled()
  })

  it('is sent by its guest once, under the same key, also after a reload', async () => {
    await placedOffline()
    goOnline()
    const afterReload = openTab()
    expect(afterReload.state().phase).toBe('waiting')
    await Promise.all([afterReload.resend(), afterReload.resend()])
    expect(sent).toMatchObject([{ key: 'key-1', body }])
    expect(storedAttempt).toBeUndefined()
  })

  it('is stored as sent before it is sent', async () => {
    await placedOffline()
    goOnline()
    let storedAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      storedAtSending = storedAttempt
      throw new NoAnswerError('No answer')
    })
    const checkout = openTab()
    await checkout.resend()
    expect(storedAtSending).toMatchObject({ key: 'key-1', isUnsent: false })
    expect(checkout.state().phase).toBe('open')
    expect(openTab().state().phase).toBe('open')
    goOffline()
    failsOnce(new NoAnswerError('No answer'))
    await checkout.resend()
    expect(checkout.state().phase).toBe('open')
    expect(checkout.discard()).toBe(false)
    expect(storedAttempt?.key).toBe('key-1')
  })

  it('continues to wait while the server cannot be reached, even if the browser reports to be online', async () => {
    const checkout = await placedOffline()
    online = true
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'waiting' })
    expect(send).not.toHaveBeenCalled()
  })

  it('is dropped with its key when the guest discards it', async () => {
    const checkout = await placedOffline()
    expect(checkout.discard()).toBe(true)
    expect([checkout.state(), storedAttempt]).toEqual([{ phase: 'idle' }, undefined])
    goOnline()
    await checkout.place(body)
    expect(sent.map(({ key }) => key)).toEqual(['key-2'])
  })

  it.each([
    ['after half an hour', HALF_AN_HOUR],
    ['with a clock that was set forward by years', 3e11],
    ['with a clock that was set back', -1],
  ])('needs confirmation %s, and is neither sent without it nor lost', async (_, later) => {
    await placedOffline()
    goOnline()
    now += later
    const checkout = openTab()
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: now, attempt: { key: 'key-1' } })
    expect(send).not.toHaveBeenCalled()
    checkout.decideLater()
    await checkout.place({ ...body, total: 9900 })
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: now })
    expect(send).not.toHaveBeenCalled()
    await checkout.resend(true)
    expect(sent).toMatchObject([{ key: 'key-1', body }])
  })

  it('needs confirmation if it is old and its outcome is not known, and keeps its key', async () => {
    failsOnce(new NoAnswerError('No answer'))
    await openTab().place(body)
    now += HALF_AN_HOUR
    const checkout = openTab()
    await checkout.resend()
    expect(checkout.state()).toMatchObject({ phase: 'open', askedAt: now })
    expect([checkout.discard(), storedAttempt?.key, sent.length]).toEqual([false, 'key-1', 1])
    await checkout.resend(true)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('waits in this page only if nothing can be stored', async () => {
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
    failsOnce(new NoAnswerError('No answer'))
    const checkout = new Checkout({ ...dependencies, stored: { ...stored, write: () => false } })
    await checkout.resend()
    expect(storedAttempt).toBeUndefined()
    expect([checkout.state().phase, checkout.isUnstored]).toEqual(['open', true])
  })

  describe('in two tabs', () => {
    it('is shown as waiting in both', async () => {
      const idle = openTab()
      await placedOffline()
      idle.syncWithStorage()
      expect(idle.state()).toMatchObject({ phase: 'waiting', attempt: { key: 'key-1' } })
    })

    it('is open as soon as the other tab has sent it', async () => {
      const thisTab = await placedOffline()
      storedAttempt = { ...(storedAttempt as OrderAttempt), isUnsent: false }
      thisTab.syncWithStorage()
      expect(thisTab.state().phase).toBe('open')
      expect(thisTab.discard()).toBe(false)
    })

    it('ends in this tab when the other tab has discarded or placed it', async () => {
      const thisTab = await placedOffline()
      storedAttempt = undefined
      thisTab.syncWithStorage()
      expect(thisTab.state()).toEqual({ phase: 'idle' })
    })

    it.each([
      [true, 'idle'],
      [false, 'idle'],
    ])('is not sent if the other tab settled it during the connection check (reachable: %s)', async (answer, phase) => {
      const thisTab = await placedOffline()
      let respond = (_: boolean) => {}
      reachable = new Promise((resolve) => {
        respond = resolve
      })
      const sending = thisTab.resend()
      storedAttempt = undefined
      respond(answer)
      await sending
      expect(send).not.toHaveBeenCalled()
      expect(thisTab.state().phase).toBe(phase)
    })

    it('is open if the other tab sent it while the connection check failed', async () => {
      const thisTab = await placedOffline()
      const sending = thisTab.resend()
      storedAttempt = { ...(storedAttempt as OrderAttempt), isUnsent: false }
      await sending
      expect(thisTab.state().phase).toBe('open')
    })
  })
})
