import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, seatAtNewTable } from '#server/testing/tables.ts'

const server = testServer()

/** How many connections wait for a lock of another one. */
async function waitingForRows(): Promise<number> {
  const { rows } = await server.connection.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.n ?? 0
}

const order = () => server.call('POST', '/api/orders', takeaway(server))

it('however many phones and calls want one cart, one connection of each kind waits for it, and orders for none', async () => {
  const phones = await seatAtNewTable(server, ['Ana', 'Dan', 'Eva', 'Ion', 'Mia'])
  const [ana] = phones
  const { id: tableId } = await newTable(server)
  const joining = Array.from({ length: 10 }, (_, i) => ({ tableId, name: `Guest ${i}` }))
  const calls: Promise<unknown>[] = []
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${ana.joined.id} for update`)
    await tx.execute(sql`lock table shared_sessions in share row exclusive mode`)
    for (const phone of phones) for (let i = 0; i < 4; i++) phone.ready(i % 2 === 0)
    for (let i = 0; i < 10; i++) calls.push(ana.complete({}))
    for (const body of joining) calls.push(server.call('POST', '/api/shared-sessions', body))
    await vi.waitFor(async () => expect(await waitingForRows()).toBe(3))
    const answers = await Promise.all(Array.from({ length: 10 }, order))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(await waitingForRows()).toBe(3)
  })
  await Promise.all(calls)
})

it('what a socket said whose turn had not come when it closed is not done', async () => {
  const [ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
  const url = await listening(server.app)
  const { id: sessionId, participant } = dan.joined
  const join = JSON.stringify({ type: 'JOIN_SESSION', payload: { sessionId, participantId: participant.id } })
  const add = JSON.stringify({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1 } })
  const lines = await Promise.all(Array.from({ length: 5 }, () => openTestSocket(url, { cookie: dan.cookie })))
  for (const { socket } of lines) socket.send(join)
  for (const { told } of lines) await vi.waitFor(() => expect(told().map(({ type }) => type)).toContain('CART_ITEMS'))
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${sessionId} for update`)
    ana.ready()
    await vi.waitFor(async () => expect(await waitingForRows()).toBe(1))
    for (const { socket, closed } of lines) {
      socket.send(add)
      socket.close()
      await vi.waitFor(() => expect(closed()).toBeDefined())
    }
    dan.add(server.pizza)
    dan.ready()
  })
  await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true }))
  expect(ana.cart()).toMatchObject([{ menuItemId: server.pizza, quantity: 1 }])
})
