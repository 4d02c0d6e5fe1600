import { beforeEach, describe, expect, it } from 'vitest'
import { Watch } from './watch.ts'

const [one, two, three] = [3, 2, 1].map((orderId) => ({ orderId, token: `t${orderId}` })) as [Order, Order, Order]
interface Order {
  orderId: number
  token: string
}

let requestedIds: number[]
let connected: boolean
let watch: Watch<Order>
beforeEach(() => {
  requestedIds = []
  connected = true
  watch = new Watch(
    ({ orderId }) => orderId,
    ({ orderId }) => {
      if (connected) requestedIds.push(orderId)
      return connected
    },
  )
})

describe('watching orders', () => {
  it('requests all orders on each connection, the oldest first', () => {
    watch.opened([one, two, three])
    expect(requestedIds).toEqual([1, 2, 3])
    watch.opened([one, two, three])
    expect(requestedIds).toEqual([1, 2, 3, 1, 2, 3])
  })

  it('requests all orders again if one is added, and none if one changes or is removed', () => {
    watch.opened([two, three])
    watch.changed([two, three])
    watch.changed([two])
    expect(requestedIds).toEqual([1, 2])
    watch.changed([one, two])
    expect(requestedIds).toEqual([1, 2, 2, 3])
  })

  it('sends nothing until there is a connection', () => {
    connected = false
    watch.changed([one])
    expect(requestedIds).toEqual([])
    connected = true
    watch.opened([one])
    expect(requestedIds).toEqual([3])
  })

  it('repeats a request that got no response between two heartbeats', () => {
    watch.opened([one, two])
    watch.heartbeat([one, two])
    expect(requestedIds).toEqual([2, 3])
    watch.answered(2)
    watch.heartbeat([one, two])
    expect(requestedIds).toEqual([2, 3, 3])
    watch.answered(3)
    watch.heartbeat([one, two])
    watch.heartbeat([one, two])
    expect(requestedIds).toEqual([2, 3, 3])
  })

  it('repeats a failed request at the next heartbeat', () => {
    watch.opened([one, two])
    watch.answered(2)
    watch.failed(3)
    watch.heartbeat([one, two])
    expect(requestedIds).toEqual([2, 3, 3])
  })
})
