import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'

const storage = stubStorage()
const toasts: unknown[] = []
let response: { succeed: (body: unknown) => void; fail: (error: Error) => void }
let reachable = true
const callApi = vi.fn(
  () =>
    new Promise((resolve, reject) => {
      response = { succeed: resolve, fail: reject }
    }),
)
vi.mock('../../lib/api/api.ts', () => ({ callApi, isServerReachable: async () => reachable }))
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
vi.mock('../../lib/browser/environment.ts', async (original) => ({
  ...(await original<object>()),
  logProblem: () => {},
}))

const { finishWithOrder } = await import('./session.ts')
const { completeSharedCart, leaveSharedCart } = await import('./session.ts')
const { enterTable, takeSeat, tableStore } = await import('./table-store.ts')
const { NoAnswerError, RequestError } = await import('../../lib/api/request-error.ts')

const joinSession = (sessionId: string) =>
  takeSeat({ sessionId, participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
const state = () => tableStore.getState()

beforeEach(() => {
  storage.clear()
  toasts.length = 0
  reachable = true
  callApi.mockClear()
  vi.stubGlobal('navigator', { onLine: true })
  tableStore.setState({ tableId: null })
  enterTable(3)
  joinSession('first')
})

describe('a response received after the live channel has reported the order', () => {
  const order = { orderId: 7, orderToken: 'secret', total: 2850 }

  it('to the order request does not end the next round or report the order twice', async () => {
    const sending = completeSharedCart('')
    finishWithOrder(order)
    joinSession('second')
    response.succeed({ id: 7, orderToken: 'secret', total: 2850 })
    await sending
    expect(state()).toMatchObject({ seat: { sessionId: 'second' }, placed: null })
  })

  it.each([
    ['a success', () => response.succeed(undefined)],
    ['a failure', () => response.fail(new Error('no network'))],
  ])('to the request to leave, which is %s, does not leave the next round', async (_, respond) => {
    const leaving = leaveSharedCart()
    finishWithOrder(order)
    joinSession('second')
    respond()
    expect(await leaving).toBe(true)
    expect(state()).toMatchObject({ seat: { sessionId: 'second' }, isLeaving: false })
    expect(toasts).toEqual([])
  })
})

describe('an order of the table', () => {
  const rejectedWith = (status: number) => new RequestError(status, 'Status', JSON.stringify({ message: 'No' }))

  it.each([
    ['no response was received', new NoAnswerError('No response'), 'unanswered'],
    ['the server failed', rejectedWith(500), 'unanswered'],
    ['too many requests were sent', rejectedWith(429), 'unanswered'],
    ['the server rejected it', rejectedWith(409), 'failed'],
  ])('shows its failure in a toast if %s', async (_, error, completing) => {
    const sending = completeSharedCart('')
    response.fail(error)
    await sending
    expect(state()).toMatchObject({ completing, seat: { sessionId: 'first' } })
    expect(toasts).toMatchObject([{ variant: 'destructive', title: 'errors.orderCreation' }])
  })

  it('shows in the cart that its notes are too long, so that they can be shortened there', async () => {
    const sending = completeSharedCart('without salt')
    response.fail(new RequestError(400, 'Bad', JSON.stringify({ message: 'Too long', code: 'notes_too_long' })))
    await sending
    expect(state().completing).toMatchObject({ refusal: { code: 'notes_too_long', message: 'Too long' } })
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Too long' }])
  })

  it('asks to scan the code if the table has another key by now', async () => {
    const sending = completeSharedCart('')
    response.fail(new RequestError(409, 'Conflict', JSON.stringify({ message: 'Scan', code: 'table_key' })))
    await sending
    expect([state().mustScan, state().completing, toasts.length]).toEqual([true, null, 1])
  })

  it('counts as failed, not as unanswered, without a connection, because nothing was sent', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    reachable = false
    await completeSharedCart('')
    expect([state().completing, callApi.mock.calls.length]).toEqual(['failed', 0])
  })

  it('is sent if the server is reachable although the browser reports that it is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const sending = completeSharedCart('')
    await vi.waitFor(() => expect(callApi).toHaveBeenCalledOnce())
    response.succeed({ id: 7, orderToken: 'secret', total: 2850 })
    await sending
    expect(state().placed).toMatchObject({ orderId: 7 })
  })
})
