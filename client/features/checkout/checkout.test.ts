import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { NoAnswerError, RequestError } from '../../lib/request-error.ts'
import type { OrderAttempt } from './attempt.ts'
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

function visit(): Checkout {
  return new Checkout({ send, stored, newKey: () => `key-${++keys}` })
}

beforeEach(() => {
  kept = undefined
  keys = 0
  sent.length = 0
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
    const checkout = new Checkout({ send, stored: forgetful, newKey: () => `key-${++keys}` })
    checkout.follow(follower)
    await checkout.place(body)
    checkout.look()
    expect(checkout.state().phase).toBe('open')
    await checkout.again()
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(follower.placed).toHaveBeenCalledOnce()
  })
})
