import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswerError } from '../../lib/api/request-error.ts'
import type { OrderAttempt } from './attempt.ts'
import {
  body,
  checkConnection,
  dependencies,
  failNextSending,
  openTab,
  resetWorld,
  send,
  sent,
  world,
} from './checkout.fixture.ts'
import { Checkout } from './checkout.ts'

beforeEach(resetWorld)

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
