import { beforeEach, expect, it, vi } from 'vitest'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Follower } from '../../lib/live/live.ts'

let follower: Follower = {}
let sent: ClientFrame[] = []
vi.mock('../../lib/live/live.ts', () => ({
  followLive: (newFollower: Follower) => {
    follower = newFollower
    return () => {}
  },
  sendFrame: (frame: ClientFrame) => sent.push(frame) > 0,
}))
vi.stubGlobal('addEventListener', () => {})
const { followOrders } = await import('./status-line.tsx')
const { ownOrders, ownOrdersStore } = await import('./own-orders.ts')

const order = { token: 't', tableNumber: null, takeaway: true, total: 1000, currency: 'lei' } as const
const followedIds = () => ownOrdersStore.getState().map(({ orderId }) => orderId)
const receiveError = (code: string, ref?: number) =>
  follower.ERROR?.({ type: 'ERROR', payload: { message: code, code }, ref } satisfies ServerFrame)

beforeEach(() => {
  for (const orderId of [1, 2, 3]) ownOrders.follow({ ...order, orderId })
  sent = []
  followOrders()
  follower.opened?.()
})

it('an order is dropped only on the error order_not_yours, even after other errors', () => {
  expect(sent).toMatchObject([{ ref: -1 }, { ref: -2 }, { ref: -3 }])
  receiveError('internal', -1)
  receiveError('too_many_frames', -2)
  receiveError('order_not_yours', -3)
  expect(followedIds()).toEqual([2, 1])
})

it('the status of an order is requested again at the next heartbeat after an error', () => {
  receiveError('order_not_yours', -3)
  follower.ORDER_STATUS?.({
    type: 'ORDER_STATUS',
    payload: { orderId: 2, status: 'pending', seen: true, total: 5700, tableNumber: null },
  })
  receiveError('unavailable', -1)
  sent = []
  follower.HEARTBEAT?.({ type: 'HEARTBEAT' })
  expect(sent).toMatchObject([{ payload: { orderId: 1 } }])
})

it('errors about a change at a shared table, and errors without a ref, are ignored', () => {
  receiveError('order_not_yours')
  receiveError('item_unavailable', 1)
  expect(followedIds()).toEqual([3, 2, 1])
})
