import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'

const kept = stubStorage()
const toasts: unknown[] = []
let answer: { give: (body: unknown) => void; refuse: (error: Error) => void }
let reachable = true
const callApi = vi.fn(
  () =>
    new Promise((resolve, reject) => {
      answer = { give: resolve, refuse: reject }
    }),
)
vi.mock('../../lib/api/api.ts', () => ({ callApi, isServerReachable: async () => reachable }))
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
vi.mock('../../lib/browser/log.ts', () => ({ logProblem: () => {} }))

const { completed } = await import('./connection.ts')
const { completeSharedCart, leaveSharedCart } = await import('./session.ts')
const { comeTo, sitDown, tableStore } = await import('./table-store.ts')
const { NoAnswerError, RequestError } = await import('../../lib/api/request-error.ts')

const sit = (sessionId: string) =>
  sitDown({ sessionId, participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
const state = () => tableStore.getState()

beforeEach(() => {
  kept.clear()
  toasts.length = 0
  reachable = true
  callApi.mockClear()
  vi.stubGlobal('navigator', { onLine: true })
  tableStore.setState({ tableId: null })
  comeTo(3)
  sit('first')
})

describe('an answer that comes after the live channel has told of the order', () => {
  const order = { orderId: 7, orderToken: 'secret', total: 2850 }

  it('to sending it does not end the next round, nor tell of the order twice', async () => {
    const sending = completeSharedCart('')
    completed(order)
    sit('second')
    answer.give({ id: 7, orderToken: 'secret', total: 2850 })
    await sending
    expect(state()).toMatchObject({ seat: { sessionId: 'second' }, placed: null })
  })

  it.each([
    ['done', () => answer.give(undefined)],
    ['failed', () => answer.refuse(new Error('no network'))],
  ])('to leaving does not leave the next round: %s', async (_, come) => {
    const leaving = leaveSharedCart()
    completed(order)
    sit('second')
    come()
    expect(await leaving).toBe(true)
    expect(state()).toMatchObject({ seat: { sessionId: 'second' }, isLeaving: false })
    expect(toasts).toEqual([])
  })
})

describe('an order of the table that failed', () => {
  const wasRefused = (status: number) => new RequestError(status, 'Status', JSON.stringify({ message: 'No' }))

  it.each([
    ['was not answered', new NoAnswerError('No answer'), 'unanswered'],
    ['met a fault of the server', wasRefused(500), 'unanswered'],
    ['came too often', wasRefused(429), 'unanswered'],
    ['was refused', wasRefused(409), 'failed'],
  ])('because it %s', async (_, error, completing) => {
    const sending = completeSharedCart('')
    answer.refuse(error)
    await sending
    expect(state()).toMatchObject({ completing, seat: { sessionId: 'first' } })
    expect(toasts).toHaveLength(1)
  })

  it('because its notes are too long says so in the cart, where they can be shortened', async () => {
    const sending = completeSharedCart('without salt')
    answer.refuse(new RequestError(400, 'Bad', JSON.stringify({ message: 'Too long', code: 'notes_too_long' })))
    await sending
    expect(state().completing).toMatchObject({ refusal: { code: 'notes_too_long', message: 'Too long' } })
    expect(toasts).toEqual([])
  })

  it('because there is no connection was certainly not made: nothing was sent', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    reachable = false
    await completeSharedCart('')
    expect([state().completing, callApi.mock.calls.length]).toEqual(['failed', 0])
  })

  it('is sent all the same where the server answers a browser that believes itself offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const sending = completeSharedCart('')
    await vi.waitFor(() => expect(callApi).toHaveBeenCalledOnce())
    answer.give({ id: 7, orderToken: 'secret', total: 2850 })
    await sending
    expect(state().placed).toMatchObject({ orderId: 7 })
  })
})
