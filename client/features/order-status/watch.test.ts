import { beforeEach, describe, expect, it } from 'vitest'
import { Watch } from './watch.ts'

const [one, two, three] = [3, 2, 1].map((orderId) => ({ orderId, token: `t${orderId}` })) as [Order, Order, Order]
interface Order {
  orderId: number
  token: string
}

let asked: number[]
let connected: boolean
let watch: Watch
beforeEach(() => {
  asked = []
  connected = true
  watch = new Watch(({ orderId }) => {
    if (connected) asked.push(orderId)
    return connected
  })
})

describe('what is asked', () => {
  it('is everything at each connection, the oldest first', () => {
    watch.opened([one, two, three])
    expect(asked).toEqual([1, 2, 3])
    watch.opened([one, two, three])
    expect(asked).toEqual([1, 2, 3, 1, 2, 3])
  })

  it('is everything again when an order comes, and nothing when one only changed or went', () => {
    watch.opened([two, three])
    watch.changed([two, three])
    watch.changed([two])
    expect(asked).toEqual([1, 2])
    watch.changed([one, two])
    expect(asked).toEqual([1, 2, 2, 3])
  })

  it('waits for the connection', () => {
    connected = false
    watch.changed([one])
    expect(asked).toEqual([])
    connected = true
    watch.opened([one])
    expect(asked).toEqual([3])
  })

  it('is asked again when a whole beat brought no answer', () => {
    watch.opened([one, two])
    watch.beat([one, two])
    expect(asked).toEqual([2, 3])
    watch.answered(2)
    watch.beat([one, two])
    expect(asked).toEqual([2, 3, 3])
    watch.answered(3)
    watch.beat([one, two])
    watch.beat([one, two])
    expect(asked).toEqual([2, 3, 3])
  })

  it('is asked again at the next beat when it came to harm', () => {
    watch.opened([one, two])
    watch.answered(2)
    watch.failed()
    watch.beat([one, two])
    expect(asked).toEqual([2, 3, 3])
  })
})
