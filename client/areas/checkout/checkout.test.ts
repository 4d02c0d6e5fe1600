import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import type { OrderAttempt } from './attempt.ts'
import {
  body,
  dependencies,
  failNextSending,
  openTab,
  placed,
  resetWorld,
  send,
  sent,
  world,
} from './checkout.fixture.ts'
import { Checkout, type CheckoutFollower } from './checkout.ts'

beforeEach(resetWorld)

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

  it('is repeated with its original body even if the cart was changed meanwhile', async () => {
    failNextSending(new NoAnswerError('No answer'))
    const checkout = openTab()
    await checkout.place(body)
    await checkout.place({ ...body, total: 9900 })
    expect(sent.map((attempt) => attempt.body.total)).toEqual([5700, 5700])
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('keeps the prices that the guest was shown across a reload', async () => {
    const shown = [{ menuItemId: 1, name: 'Soup', nameRo: 'Supă', price: 2850 }]
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
