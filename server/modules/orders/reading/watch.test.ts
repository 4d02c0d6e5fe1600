import { beforeAll, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket, type TestSocket } from '#server/testing/socket.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDERS_WATCHED } from '#shared/domain/order-status.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listening(server.app)
})

const open = (headers?: Record<string, string>) => openTestSocket(url, headers)
const asOwner = () => ({ headers: { cookie: server.owner } })
const place = async () => (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
const move = (id: number, status: string) => server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
const see = (id: number) => server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())
const status = (orderId: number, status: string, seen: boolean) => ({
  type: 'ORDER_STATUS',
  payload: { orderId, status, seen, total: 5700, tableNumber: null },
})

function watch({ socket }: TestSocket, orderId: number, token: string): void {
  socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }))
}

/** Waits until every frame sent to this socket so far has arrived: the answer to this question comes last. */
async function settled(phone: TestSocket): Promise<void> {
  const { id, orderToken } = await place()
  watch(phone, id, orderToken)
  await vi.waitFor(() => expect(phone.told()).toContainEqual(status(id, 'pending', false)))
}

describe('a guest who watches an order', () => {
  it('is told how it stands at once, when it is seen, and at each change; and nothing else', async () => {
    const phone = await open()
    const { id, orderToken } = await place()
    watch(phone, id, orderToken)
    const expected: unknown[] = [status(id, 'pending', false)]
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    await see(id)
    expected.push(status(id, 'pending', true))
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    for (const next of ['preparing', 'ready', 'delivered', 'completed', 'cancelled', 'pending']) {
      await move(id, next)
      expected.push(status(id, next, true))
      await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    }
  })

  it('is told nothing of other orders, and nobody else is told of theirs', async () => {
    const [watcher, other, bystander] = [await open(), await open(), await open()]
    const [mine, theirs] = [await place(), await place()]
    watch(watcher, mine.id, mine.orderToken)
    watch(other, theirs.id, theirs.orderToken)
    await vi.waitFor(() => expect([watcher.told().length, other.told().length]).toEqual([1, 1]))
    await move(theirs.id, 'ready')
    await vi.waitFor(() => expect(other.told()).toContainEqual(status(theirs.id, 'ready', true)))
    await move(mine.id, 'cancelled')
    await vi.waitFor(() => expect(watcher.told()).toContainEqual(status(mine.id, 'cancelled', true)))
    await Promise.all([settled(other), settled(bystander)])
    expect(JSON.stringify(watcher.frames)).not.toContain(`"orderId":${theirs.id}`)
    expect(JSON.stringify(other.frames)).not.toContain(`"orderId":${mine.id}`)
    expect(bystander.told()).toHaveLength(1)
  })

  it('gets the same refusal for a wrong token and for an order that is none', async () => {
    const [one, other, none] = [await place(), await place(), 999_999]
    for (const [orderId, token] of [
      [one.id, other.orderToken],
      [one.id, ''],
      [one.id, 'x'.repeat(100)],
      [none, one.orderToken],
    ] as const) {
      const phone = await open({ 'accept-language': 'ro' })
      watch(phone, orderId, token)
      await vi.waitFor(() => expect(phone.told()).toHaveLength(1))
      expect(phone.told()[0]).toEqual({
        type: 'ERROR',
        payload: { message: 'Această comandă nu există sau aparține altui telefon', code: 'order_not_yours' },
        // The refusal names the ref and nothing else.
        ref: -orderId,
      })
      await move(one.id, 'preparing')
      await settled(phone)
      expect(phone.told()).toHaveLength(2)
      await move(one.id, 'pending')
    }
  })

  it('is not an owner by it: the order itself is never sent', async () => {
    const phone = await open()
    const { id, orderToken } = await place()
    watch(phone, id, orderToken)
    await move(id, 'ready')
    await vi.waitFor(() => expect(phone.told()).toContainEqual(status(id, 'ready', true)))
    const said = JSON.stringify(phone.frames)
    for (const secret of ['ORDER_UPDATE', 'Ana Pop', '40712345678', orderToken]) expect(said).not.toContain(secret)
  })

  it('asks again after a reconnect, or on the same line, and is told how it stands now', async () => {
    const before = await open()
    const { id, orderToken } = await place()
    watch(before, id, orderToken)
    await vi.waitFor(() => expect(before.told()).toHaveLength(1))
    before.socket.terminate()
    await move(id, 'ready')
    const after = await open()
    watch(after, id, orderToken)
    await vi.waitFor(() => expect(after.told()).toEqual([status(id, 'ready', true)]))
    watch(after, id, orderToken)
    await vi.waitFor(() => expect(after.told()).toEqual([status(id, 'ready', true), status(id, 'ready', true)]))
  })

  it('is told once on each line that something was taken off, also when it had no line then, and of no print', async () => {
    const phone = await open()
    const input = takeaway(server, {
      tableId: server.table,
      items: [{ menuItemId: server.soup, quantity: 3 }],
      total: 8550,
    })
    const { id, orderToken, items } = (await server.call('POST', '/api/orders', input)).json<PlacedOrder>()
    const lower = (quantity: number) =>
      server.call('PATCH', `/api/orders/${id}/items/${items[0]?.id}`, { quantity }, asOwner())
    const said = (status: string, seen: boolean, total: number, changed?: true) => ({
      type: 'ORDER_STATUS',
      payload: { orderId: id, status, seen, total, tableNumber: 5, ...(changed && { changed }) },
    })
    watch(phone, id, orderToken)
    const expected = [said('pending', false, 8550)]
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    await lower(2)
    expected.push(said('pending', false, 5700, true))
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    await server.call('POST', `/api/orders/${id}/prints`, { kind: 'receipt' }, asOwner())
    await move(id, 'ready')
    expected.push(said('ready', true, 5700))
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    await lower(1)
    expected.push(said('ready', true, 2850, true))
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    // A question on the same line is answered, and tells nothing twice.
    watch(phone, id, orderToken)
    expected.push(said('ready', true, 2850))
    await vi.waitFor(() => expect(phone.told()).toEqual(expected))
    const other = await open()
    watch(other, id, orderToken)
    await vi.waitFor(() => expect(other.told()).toEqual([said('ready', true, 2850, true)]))
  })

  it('may be one of many: each is told of each change once', async () => {
    const { id, orderToken } = await place()
    const phones = await Promise.all(Array.from({ length: 30 }, () => open()))
    for (const phone of phones) watch(phone, id, orderToken)
    await vi.waitFor(() => expect(phones.map(({ told }) => told().length)).toEqual(phones.map(() => 1)))
    await move(id, 'preparing')
    await vi.waitFor(() => expect(phones.map(({ told }) => told().length)).toEqual(phones.map(() => 2)))
    await Promise.all(phones.slice(0, 3).map(settled))
    expect(phones[0]?.told().slice(0, 2)).toEqual([status(id, 'pending', false), status(id, 'preparing', true)])
  })

  it('is told in the end how it stands, and never goes back, whatever was changed at once', async () => {
    const phone = await open()
    const { id, orderToken } = await place()
    watch(phone, id, orderToken)
    await Promise.all(['preparing', 'ready', 'delivered', 'preparing', 'ready'].map((next) => move(id, next)))
    await move(id, 'completed')
    await vi.waitFor(() => expect(phone.told().at(-1)).toEqual(status(id, 'completed', true)))
    await settled(phone)
    const history = phone.told().slice(0, -1)
    expect(history.at(-1)).toEqual(status(id, 'completed', true))
    expect(history.filter((frame) => JSON.stringify(frame).includes('completed'))).toHaveLength(1)
  })

  it('follows several orders on one line; of too many, those that were asked for longest ago are forgotten', async () => {
    const phone = await open()
    const placed = await Promise.all(Array.from({ length: ORDERS_WATCHED + 1 }, place))
    const [kept, forgotten, ...others] = placed
    const last = others.pop()
    if (!kept || !forgotten || !last) throw new Error('no orders')
    const ask = ({ id, orderToken }: PlacedOrder) => watch(phone, id, orderToken)
    for (const order of [kept, forgotten, ...others, kept, last]) ask(order)
    await vi.waitFor(() => expect(phone.told()).toHaveLength(placed.length + 1))
    await move(forgotten.id, 'ready')
    for (const { id } of [kept, last]) {
      await move(id, 'ready')
      await vi.waitFor(() => expect(phone.told()).toContainEqual(status(id, 'ready', true)))
    }
    expect(phone.told()).not.toContainEqual(status(forgotten.id, 'ready', true))
  })
})
