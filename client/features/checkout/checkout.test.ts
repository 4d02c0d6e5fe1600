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

let kept: OrderAttempt | undefined
let keys = 0
const sent: OrderAttempt[] = []
const send = vi.fn<(attempt: OrderAttempt) => Promise<PlacedOrder>>()
const stored = {
  read: () => kept && structuredClone(kept),
  write: (attempt: OrderAttempt) => {
    kept = structuredClone(attempt)
    return true
  },
  clear: () => {
    kept = undefined
  },
}

let online = true
let reachable: boolean | Promise<boolean> = true
let now = 0
const isReachable = vi.fn(async () => reachable)
const needs = { send, stored, newKey: () => `key-${++keys}`, isOnline: () => online, isReachable, now: () => now }

function visit(): Checkout {
  return new Checkout(needs)
}

beforeEach(() => {
  kept = undefined
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
  it('keeps key and body before it sends, and drops them at 201', async () => {
    let keptAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      keptAtSending = kept
      return placed
    })
    const checkout = visit()
    await checkout.place(body)
    expect(keptAtSending).toMatchObject({ key: 'key-1', body })
    expect(kept).toBeUndefined()
    expect(checkout.state()).toMatchObject({ phase: 'placed', placed })
  })

  it('sends once for two taps', async () => {
    const checkout = visit()
    await Promise.all([checkout.place(body), checkout.place(body)])
    expect(sent).toHaveLength(1)
  })

  it('repeats the same body under the same key after a reload', async () => {
    failsOnce(new NoAnswerError('No answer'))
    await visit().place(body)
    const afterReload = visit()
    expect(afterReload.state()).toMatchObject({ phase: 'open', attempt: { key: 'key-1', body } })
    await afterReload.again()
    expect(sent).toMatchObject([
      { key: 'key-1', body },
      { key: 'key-1', body },
    ])
    expect(afterReload.state().phase).toBe('placed')
  })

  it('retries nothing by itself', async () => {
    failsOnce(new RequestError(503, 'Service Unavailable', ''))
    const checkout = visit()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('open')
  })

  it('sends the frozen body first when the cart was changed meanwhile', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = visit()
    await checkout.place(body)
    await checkout.place({ ...body, total: 9900 })
    expect(sent.map((attempt) => attempt.body.total)).toEqual([5700, 5700])
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('remembers through a reload which prices the guest was shown', async () => {
    const shown = [{ menuItemId: 1, price: 2850 }]
    failsOnce(new NoAnswerError('No answer'))
    await visit().place(body, shown)
    failsOnce(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const afterReload = visit()
    await afterReload.again()
    expect(afterReload.state()).toMatchObject({ phase: 'refused', attempt: { shown } })
  })

  it('takes a new key after a refusal of the order', async () => {
    failsOnce(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Changed', code: 'price_changed' })))
    const checkout = visit()
    await checkout.place(body)
    expect(checkout.state()).toMatchObject({ phase: 'refused', refusal: { code: 'price_changed' } })
    expect(kept).toBeUndefined()
    await checkout.place({ ...body, total: 6000 })
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it.each([401, 403, 408, 429])('keeps the key at %i', async (status) => {
    failsOnce(new RequestError(status, 'Status', JSON.stringify({ message: 'Wait' })))
    const checkout = visit()
    await checkout.place(body)
    expect(kept?.key).toBe('key-1')
    expect(checkout.state()).toMatchObject({ phase: 'open', said: 'Wait' })
  })

  it('tells who follows how it ended', async () => {
    const follower = { placed: vi.fn(), refused: vi.fn(), open: vi.fn() } satisfies CheckoutFollower
    failsOnce(new NoAnswerError('No answer'))
    const checkout = visit()
    checkout.follow(follower)
    await checkout.place(body)
    expect(follower.open).toHaveBeenCalledOnce()
    await checkout.again()
    expect(follower.placed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'key-1', body }), placed)
  })

  it('is over here too when another tab has settled it', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = visit()
    await checkout.place(body)
    kept = undefined
    checkout.look()
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('is never sent again by a tab that slept while another one settled it', async () => {
    failsOnce(new NoAnswerError('No answer'))
    const checkout = visit()
    await checkout.place(body)
    kept = undefined
    await checkout.again()
    expect(sent).toHaveLength(1)
    expect(checkout.state()).toEqual({ phase: 'idle' })
  })

  it('takes the ordered dishes out of the cart in one tab only', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    send.mockImplementationOnce(async () => {
      kept = undefined
      return placed
    })
    const checkout = visit()
    checkout.follow(follower)
    await checkout.place(body)
    expect(checkout.state().phase).toBe('placed')
    expect(follower.placed).not.toHaveBeenCalled()
  })

  it('goes on where nothing can be stored: its absence there settles nothing', async () => {
    const follower = { placed: vi.fn() } satisfies CheckoutFollower
    failsOnce(new NoAnswerError('No answer'))
    const forgetful = { read: () => undefined, write: () => false, clear: () => {} }
    const checkout = new Checkout({ ...needs, stored: forgetful })
    checkout.follow(follower)
    await checkout.place(body)
    checkout.look()
    expect(checkout.state().phase).toBe('open')
    await checkout.again()
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(follower.placed).toHaveBeenCalledOnce()
  })
})

describe('an order without a network', () => {
  const HALF_AN_HOUR = 30 * 60_000
  const goOffline = () => {
    online = false
    reachable = false
  }
  const goOnline = () => {
    online = true
    reachable = true
  }

  async function made(): Promise<Checkout> {
    goOffline()
    const checkout = visit()
    await checkout.place(body)
    return checkout
  }

  it('waits, kept under its key, and nothing was sent', async () => {
    const checkout = await made()
    expect(checkout.state()).toMatchObject({ phase: 'waiting', attempt: { key: 'key-1', body } })
    expect(kept).toMatchObject({ key: 'key-1', body, isUnsent: true })
    expect(checkout.isForgetful).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  it('goes out at once where the browser is wrong and the server answers', async () => {
    online = false
    const checkout = visit()
    await checkout.place(body)
    expect(sent).toHaveLength(1)
    expect(checkout.state().phase).toBe('placed')
  })

  it('costs an order no question where the browser is online', async () => {
    await visit().place(body)
    expect(isReachable).not.toHaveBeenCalled()
  })

  it('is sent by its guest, once, under the same key, after a reload too', async () => {
    await made()
    goOnline()
    const afterReload = visit()
    expect(afterReload.state().phase).toBe('waiting')
    await Promise.all([afterReload.again(), afterReload.again()])
    expect(sent).toMatchObject([{ key: 'key-1', body }])
    expect(kept).toBeUndefined()
  })

  it('is known as sent before it is sent', async () => {
    await made()
    goOnline()
    let keptAtSending: OrderAttempt | undefined
    send.mockImplementationOnce(async () => {
      keptAtSending = kept
      throw new NoAnswerError('No answer')
    })
    const checkout = visit()
    await checkout.again()
    expect(keptAtSending).toMatchObject({ key: 'key-1', isUnsent: false })
    expect(checkout.state().phase).toBe('open')
    expect(visit().state().phase).toBe('open')
    goOffline()
    failsOnce(new NoAnswerError('No answer'))
    await checkout.again()
    expect(checkout.state().phase).toBe('open')
    expect(checkout.discard()).toBe(false)
    expect(kept?.key).toBe('key-1')
  })

  it('goes on waiting while the server cannot be reached, whatever the browser believes', async () => {
    const checkout = await made()
    online = true
    await checkout.again()
    expect(checkout.state()).toMatchObject({ phase: 'waiting' })
    expect(send).not.toHaveBeenCalled()
  })

  it('is dropped with its key when the guest discards it', async () => {
    const checkout = await made()
    expect(checkout.discard()).toBe(true)
    expect([checkout.state(), kept]).toEqual([{ phase: 'idle' }, undefined])
    goOnline()
    await checkout.place(body)
    expect(sent.map(({ key }) => key)).toEqual(['key-2'])
  })

  it.each([
    ['after half an hour', HALF_AN_HOUR],
    ['with a clock that was set forward by years', 3e11],
    ['with a clock that was set back', -1],
  ])('is asked about %s, and neither sent unasked nor lost', async (_, later) => {
    await made()
    goOnline()
    now += later
    const checkout = visit()
    await checkout.again()
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: now, attempt: { key: 'key-1' } })
    expect(send).not.toHaveBeenCalled()
    checkout.keep()
    await checkout.place({ ...body, total: 9900 })
    expect(checkout.state()).toMatchObject({ phase: 'waiting', askedAt: now })
    expect(send).not.toHaveBeenCalled()
    await checkout.again(true)
    expect(sent).toMatchObject([{ key: 'key-1', body }])
  })

  it('asks about an old one whose outcome is not known, and keeps its key', async () => {
    failsOnce(new NoAnswerError('No answer'))
    await visit().place(body)
    now += HALF_AN_HOUR
    const checkout = visit()
    await checkout.again()
    expect(checkout.state()).toMatchObject({ phase: 'open', askedAt: now })
    expect([checkout.discard(), kept?.key, sent.length]).toEqual([false, 'key-1', 1])
    await checkout.again(true)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('waits in this page alone where nothing can be stored', async () => {
    goOffline()
    const clear = vi.fn()
    const checkout = new Checkout({ ...needs, stored: { read: () => undefined, write: () => false, clear } })
    await checkout.place(body)
    expect([checkout.state().phase, checkout.isForgetful]).toEqual(['waiting', true])
    goOnline()
    await checkout.again()
    expect(sent.map(({ key }) => key)).toEqual(['key-1'])
  })

  it('leaves no note of itself as unsent where it cannot be noted as sent', async () => {
    await made()
    goOnline()
    failsOnce(new NoAnswerError('No answer'))
    const checkout = new Checkout({ ...needs, stored: { ...stored, write: () => false } })
    await checkout.again()
    expect(kept).toBeUndefined()
    expect([checkout.state().phase, checkout.isForgetful]).toEqual(['open', true])
  })

  describe('in two tabs', () => {
    it('waits in sight in both', async () => {
      const idle = visit()
      await made()
      idle.look()
      expect(idle.state()).toMatchObject({ phase: 'waiting', attempt: { key: 'key-1' } })
    })

    it('may have arrived as soon as the other one has sent it', async () => {
      const here = await made()
      kept = { ...(kept as OrderAttempt), isUnsent: false }
      here.look()
      expect(here.state().phase).toBe('open')
      expect(here.discard()).toBe(false)
    })

    it('is over here when the other one has discarded or placed it', async () => {
      const here = await made()
      kept = undefined
      here.look()
      expect(here.state()).toEqual({ phase: 'idle' })
    })

    it.each([
      [true, 'idle'],
      [false, 'idle'],
    ])(
      'is not sent when the other one settled it while the server was asked (reachable: %s)',
      async (answer, phase) => {
        const here = await made()
        let say = (_: boolean) => {}
        reachable = new Promise((resolve) => {
          say = resolve
        })
        const sending = here.again()
        kept = undefined
        say(answer)
        await sending
        expect(send).not.toHaveBeenCalled()
        expect(here.state().phase).toBe(phase)
      },
    )

    it('may have arrived when the other one sent it while the server was asked in vain', async () => {
      const here = await made()
      const sending = here.again()
      kept = { ...(kept as OrderAttempt), isUnsent: false }
      await sending
      expect(here.state().phase).toBe('open')
    })
  })
})
