import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { countLockWaits, untilLockWaits } from '#server/testing/locks.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, seatAtNewTable } from '#server/testing/tables.ts'

const server = testServer()

const placeOrder = () => server.call('POST', '/api/orders', takeaway(server))

it('many concurrent frames and requests for one cart wait on only three connections, and orders are placed meanwhile', async () => {
  const phones = await seatAtNewTable(server, ['Ana', 'Dan', 'Eva', 'Ion', 'Mia'])
  const [ana] = phones
  const { id: tableId } = await newTable(server)
  const joining = Array.from({ length: 10 }, (_, i) => ({ tableId, name: `Guest ${i}` }))
  const requests: Promise<unknown>[] = []
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${ana.joined.id} for update`)
    await tx.execute(sql`lock table shared_sessions in share row exclusive mode`)
    for (const phone of phones) for (let i = 0; i < 4; i++) phone.ready(i % 2 === 0)
    for (let i = 0; i < 10; i++) requests.push(ana.complete({}))
    for (const body of joining) requests.push(server.call('POST', '/api/shared-sessions', body))
    await untilLockWaits(server, 3)
    const responses = await Promise.all(Array.from({ length: 10 }, placeOrder))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(await countLockWaits(server)).toBe(3)
  })
  await Promise.all(requests)
})

it('a frame that is still queued when its socket closes is not processed', async () => {
  const [ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
  const url = await listenUrl(server.app)
  const { id: sessionId, participant } = dan.joined
  const join = JSON.stringify({ type: 'JOIN_SESSION', payload: { sessionId, participantId: participant.id } })
  const add = JSON.stringify({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1 } })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openTestSocket(url, { cookie: dan.cookie })))
  for (const { socket } of sockets) socket.send(join)
  for (const { receivedFrames } of sockets)
    await vi.waitFor(() => expect(receivedFrames().map(({ type }) => type)).toContain('CART_ITEMS'))
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${sessionId} for update`)
    ana.ready()
    await untilLockWaits(server, 1)
    for (const { socket, closeCode } of sockets) {
      socket.send(add)
      socket.close()
      await vi.waitFor(() => expect(closeCode()).toBeDefined())
    }
    dan.add(server.pizza)
    dan.ready()
  })
  await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true }))
  expect(ana.cart()).toMatchObject([{ menuItemId: server.pizza, quantity: 1 }])
})
