import { beforeAll, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, type TestSocket } from '#server/testing/phone.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDERS_WATCHED } from '#shared/domain/orders/order.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

/** The lines have a test of their own. */
function withoutLines(frame: ServerFrame): ServerFrame {
  if (frame.type !== 'ORDER_STATUS') return frame
  const { lines: _, ...payload } = frame.payload
  return { ...frame, payload }
}
const open = async (headers?: Record<string, string>) => {
  const phone = await openTestSocket(url, headers)
  return { ...phone, allFrames: phone.receivedFrames, receivedFrames: () => phone.receivedFrames().map(withoutLines) }
}
const place = async () => (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
const setStatus = (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status })
const storeSeen = (id: number) => server.asOwner('POST', `/api/orders/${id}/seen`)
const status = (orderId: number, status: string, seen: boolean) => ({
  type: 'ORDER_STATUS',
  payload: { orderId, status, seen, total: 5700, tableNumber: null },
})

function watch({ socket }: TestSocket, orderId: number, token: string): void {
  socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }))
}

/** Waits until all frames sent so far have arrived: the reply to a new WATCH_ORDER arrives after them. */
async function waitForAllFrames(phone: TestSocket): Promise<void> {
  const { id, orderToken } = await place()
  watch(phone, id, orderToken)
  await vi.waitFor(() => expect(phone.receivedFrames()).toContainEqual(status(id, 'pending', false)))
}

describe('a guest who watches an order', () => {
  it('gets its status immediately, when the owner has seen the order, and on each change, and nothing else', async () => {
    const phone = await open()
    const { id, orderToken } = await place()
    watch(phone, id, orderToken)
    const expected: unknown[] = [status(id, 'pending', false)]
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    await storeSeen(id)
    expected.push(status(id, 'pending', true))
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    for (const next of ['preparing', 'ready', 'delivered', 'completed', 'cancelled', 'pending']) {
      await setStatus(id, next)
      expected.push(status(id, next, true))
      await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    }
  })

  it('gets nothing about other orders, and guests who do not watch the order get nothing about it', async () => {
    const [watcher, other, bystander] = [await open(), await open(), await open()]
    const [watchedOrder, otherOrder] = [await place(), await place()]
    watch(watcher, watchedOrder.id, watchedOrder.orderToken)
    watch(other, otherOrder.id, otherOrder.orderToken)
    await vi.waitFor(() => expect([watcher.receivedFrames().length, other.receivedFrames().length]).toEqual([1, 1]))
    await setStatus(otherOrder.id, 'ready')
    await vi.waitFor(() => expect(other.receivedFrames()).toContainEqual(status(otherOrder.id, 'ready', true)))
    await setStatus(watchedOrder.id, 'cancelled')
    await vi.waitFor(() => expect(watcher.receivedFrames()).toContainEqual(status(watchedOrder.id, 'cancelled', true)))
    await Promise.all([waitForAllFrames(other), waitForAllFrames(bystander)])
    expect(JSON.stringify(watcher.frames)).not.toContain(`"orderId":${otherOrder.id}`)
    expect(JSON.stringify(other.frames)).not.toContain(`"orderId":${watchedOrder.id}`)
    expect(bystander.receivedFrames()).toHaveLength(1)
  })

  it('gets the same error for a wrong token and for an unknown order', async () => {
    const [order, other, unknownId] = [await place(), await place(), 999_999]
    for (const [orderId, token] of [
      [order.id, other.orderToken],
      [order.id, ''],
      [order.id, 'x'.repeat(100)],
      [unknownId, order.orderToken],
    ] as const) {
      const phone = await open({ 'accept-language': 'ro' })
      watch(phone, orderId, token)
      await vi.waitFor(() => expect(phone.receivedFrames()).toHaveLength(1))
      expect(phone.receivedFrames()[0]).toEqual({
        type: 'ERROR',
        payload: { message: 'Această comandă nu există sau aparține altui telefon', code: 'order_not_yours' },
        // The error contains the ref and nothing else about the order.
        ref: -orderId,
      })
      await setStatus(order.id, 'preparing')
      await waitForAllFrames(phone)
      expect(phone.receivedFrames()).toHaveLength(2)
      await setStatus(order.id, 'pending')
    }
  })

  it('is notified of a removal once per socket, even if they were not connected at the time, and never of a print', async () => {
    const phone = await open()
    const input = takeaway(server, {
      tableId: server.table,
      items: [{ menuItemId: server.soup, quantity: 3 }],
      total: 8550,
    })
    const { id, orderToken, items } = (await server.call('POST', '/api/orders', input)).json<PlacedOrder>()
    const setQuantity = (quantity: number) =>
      server.asOwner('PATCH', `/api/orders/${id}/items/${items[0]?.id}`, { quantity })
    const orderStatus = (status: string, seen: boolean, total: number, changed?: true) => ({
      type: 'ORDER_STATUS',
      payload: { orderId: id, status, seen, total, tableNumber: 5, ...(changed && { changed }) },
    })
    watch(phone, id, orderToken)
    const expected = [orderStatus('pending', false, 8550)]
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    await setQuantity(2)
    expected.push(orderStatus('pending', false, 5700, true))
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    await server.asOwner('POST', `/api/orders/${id}/prints`, { kind: 'receipt' })
    await setStatus(id, 'ready')
    expected.push(orderStatus('ready', true, 5700))
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    await setQuantity(1)
    expected.push(orderStatus('ready', true, 2850, true))
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    // A repeated WATCH_ORDER on the same socket gets a reply, without reporting the removal again.
    watch(phone, id, orderToken)
    expected.push(orderStatus('ready', true, 2850))
    await vi.waitFor(() => expect(phone.receivedFrames()).toEqual(expected))
    const other = await open()
    watch(other, id, orderToken)
    await vi.waitFor(() => expect(other.receivedFrames()).toEqual([orderStatus('ready', true, 2850, true)]))
  })

  it('gets the lines first, and again after a removal, without lines that were taken off and without names', async () => {
    const phone = await open()
    const input = takeaway(server, {
      items: [
        { menuItemId: server.soup, quantity: 2, notes: 'no onions' },
        { menuItemId: server.pizza, quantity: 1 },
      ],
      total: 9900,
    })
    const { id, orderToken, items } = (await server.call('POST', '/api/orders', input)).json<PlacedOrder>()
    const lines = () =>
      phone.allFrames().map((frame) => (frame.type === 'ORDER_STATUS' ? frame.payload.lines : undefined))
    const [soup, pizza] = items.map(({ menuItemId, name, nameRo, price, listPrice, notes }) => ({
      menuItemId,
      name,
      nameRo,
      price,
      listPrice,
      notes,
      options: [],
      partOf: null,
    }))
    watch(phone, id, orderToken)
    const expected: unknown[] = [
      [
        { ...soup, quantity: 2 },
        { ...pizza, quantity: 1 },
      ],
    ]
    await vi.waitFor(() => expect(lines()).toEqual(expected))
    await setStatus(id, 'preparing')
    expected.push(undefined)
    await vi.waitFor(() => expect(lines()).toEqual(expected))
    await server.asOwner('PATCH', `/api/orders/${id}/items/${items[1]?.id}`, { quantity: 0 })
    expected.push([{ ...soup, quantity: 2 }])
    await vi.waitFor(() => expect(lines()).toEqual(expected))
  })

  it('never gets an older status after a newer one, and ends with the last, under concurrent changes', async () => {
    const phone = await open()
    const { id, orderToken } = await place()
    watch(phone, id, orderToken)
    await Promise.all(['preparing', 'ready', 'delivered', 'preparing', 'ready'].map((next) => setStatus(id, next)))
    await setStatus(id, 'completed')
    await vi.waitFor(() => expect(phone.receivedFrames().at(-1)).toEqual(status(id, 'completed', true)))
    await waitForAllFrames(phone)
    const history = phone.receivedFrames().slice(0, -1)
    expect(history.at(-1)).toEqual(status(id, 'completed', true))
    expect(history.filter((frame) => JSON.stringify(frame).includes('completed'))).toHaveLength(1)
  })

  it('can watch several orders on one socket; above the maximum, those requested longest ago are dropped', async () => {
    const phone = await open()
    const placed = await Promise.all(Array.from({ length: ORDERS_WATCHED + 1 }, place))
    const [rewatched, dropped, ...others] = placed
    const last = others.pop()
    if (!rewatched || !dropped || !last) throw new Error('no orders')
    const request = ({ id, orderToken }: PlacedOrder) => watch(phone, id, orderToken)
    for (const order of [rewatched, dropped, ...others, rewatched, last]) request(order)
    await vi.waitFor(() => expect(phone.receivedFrames()).toHaveLength(placed.length + 1))
    await setStatus(dropped.id, 'ready')
    for (const { id } of [rewatched, last]) {
      await setStatus(id, 'ready')
      await vi.waitFor(() => expect(phone.receivedFrames()).toContainEqual(status(id, 'ready', true)))
    }
    expect(phone.receivedFrames()).not.toContainEqual(status(dropped.id, 'ready', true))
  })
})
