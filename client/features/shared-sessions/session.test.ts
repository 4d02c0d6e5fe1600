import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/storage.fixture.ts'

const kept = stubStorage()
const toasts: unknown[] = []
let answer: { give: (body: unknown) => void; refuse: (error: Error) => void }
vi.mock('../../lib/api.ts', () => ({
  callApi: () =>
    new Promise((resolve, reject) => {
      answer = { give: resolve, refuse: reject }
    }),
}))
vi.mock('../../lib/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
vi.mock('../../lib/log.ts', () => ({ logProblem: () => {} }))

const { completed } = await import('./connection.ts')
const { completeSharedCart, leaveSharedCart } = await import('./session.ts')
const { comeTo, sitDown, tableStore } = await import('./table-store.ts')

const sit = (sessionId: string) =>
  sitDown({ sessionId, participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
const state = () => tableStore.getState()

beforeEach(() => {
  kept.clear()
  toasts.length = 0
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
