import { beforeEach, expect, it, vi } from 'vitest'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Follower } from '../../lib/live/live.ts'

let follower: Follower = {}
let said: ClientFrame[] = []
vi.mock('../../lib/live/live.ts', () => ({
  followLive: (given: Follower) => {
    follower = given
    return () => {}
  },
  sendFrame: (frame: ClientFrame) => said.push(frame) > 0,
}))
vi.stubGlobal('addEventListener', () => {})
const { followOrders } = await import('./follow-orders.ts')
const { ownOrders, ownOrdersStore } = await import('./own-orders-store.ts')

const order = { token: 't', tableNumber: null, takeaway: true, total: 1000, currency: 'lei' } as const
const followed = () => ownOrdersStore.getState().map(({ orderId }) => orderId)
const refuse = (code: string, ref?: number) =>
  follower.ERROR?.({ type: 'ERROR', payload: { message: code, code }, ref } satisfies ServerFrame)

beforeEach(() => {
  for (const orderId of [1, 2, 3]) ownOrders.follow({ ...order, orderId })
  said = []
  followOrders()
  follower.opened?.()
})

it('loses the order that is refused, and no other, whatever else came to harm before', () => {
  expect(said).toMatchObject([{ ref: -1 }, { ref: -2 }, { ref: -3 }])
  refuse('internal', -1)
  refuse('too_many_frames', -2)
  refuse('order_not_yours', -3)
  expect(followed()).toEqual([2, 1])
})

it('asks again for an order whose question came to harm', () => {
  refuse('order_not_yours', -3)
  follower.ORDER_STATUS?.({
    type: 'ORDER_STATUS',
    payload: { orderId: 2, status: 'pending', seen: true, total: 5700, tableNumber: null },
  })
  refuse('unavailable', -1)
  said = []
  follower.HEARTBEAT?.({ type: 'HEARTBEAT' })
  expect(said).toMatchObject([{ payload: { orderId: 1 } }])
})

it('takes no refusal to itself that is about a change at a shared table, or about nothing known', () => {
  refuse('order_not_yours')
  refuse('item_unavailable', 1)
  expect(followed()).toEqual([3, 2, 1])
})
