import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customerFigures, idempotencyKeys, orders, settings, tables } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 5 })

let address = 0
/** Sends an order, from a new address each time unless the test passes one. */
const send = (key: string | undefined, body = takeaway(server), from = `10.0.0.${++address}`) =>
  server.call('POST', '/api/orders', body, { headers: key ? { 'idempotency-key': key } : {}, remoteAddress: from })
const count = async () => (await server.connection.db.select().from(orders)).length

describe('an idempotency key', () => {
  it('makes 20 concurrent requests place one order, and all get the same response', async () => {
    const before = await count()
    const responses = await Promise.all(Array.from({ length: 20 }, () => send('twenty')))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(await count()).toBe(before + 1)
    const [customer] = await server.connection.db.select().from(customerFigures)
    expect(customer?.orderCount).toBe(1)
  })

  it('also works for requests of signed-in users, none of which waits for a connection inside a transaction', async () => {
    const before = await count()
    const cookie = { cookie: server.owner }
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        server.call('POST', '/api/orders', takeaway(server), {
          headers: { 'idempotency-key': i < 10 ? 'with a cookie' : `cookie ${i}`, ...cookie },
        }),
      ),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await count()).toBe(before + 11)
  })

  it('returns the stored response even while orders are paused or the sender is over the rate limit', async () => {
    const first = await send('paused-key', takeaway(server), '10.1.1.1')
    await server.connection.db.update(settings).set({ ordersPaused: true })
    for (let i = 0; i < 10; i++) {
      const repeated = await send('paused-key', takeaway(server), '10.1.1.1')
      expect([repeated.statusCode, repeated.body]).toEqual([201, first.body])
      expect(repeated.headers['content-type']).toBe('application/json; charset=utf-8')
    }
    await server.connection.db.update(settings).set({ ordersPaused: false })
  })

  it('is rejected with another body', async () => {
    await send('body')
    const other = await send('body', takeaway(server, { customerName: 'Somebody else' }))
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused'])
  })

  it('can be used again after a 429: a later request within the limit places the order', async () => {
    const before = await count()
    for (let i = 0; i < 5; i++) await send(undefined, takeaway(server), '10.2.2.2')
    const limited = await send('limited', takeaway(server), '10.2.2.2')
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send('limited')).statusCode).toBe(201)
    expect((await send('limited', takeaway(server), '10.2.2.2')).statusCode).toBe(201)
    expect(await count()).toBe(before + 6)
  })

  it('that is repeated does not count for the rate limit', async () => {
    const from = '10.4.4.4'
    for (let i = 0; i < 8; i++) expect((await send('not counted', takeaway(server), from)).statusCode).toBe(201)
    const later = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => send(`counted ${i}`, takeaway(server), from)))
    expect(later.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 429, 429])
  })

  it('can be used again after a rejected order', async () => {
    const rejected = await send('refused', takeaway(server, { total: 1 }))
    expect(rejected.statusCode).toBe(409)
    expect((await send('refused')).statusCode).toBe(201)
  })

  it('is rejected if it has more than 200 characters', async () => {
    const response = await send('x'.repeat(201))
    const issues = [{ path: 'Idempotency-Key', message: 'At most 200 characters' }]
    expect([response.statusCode, response.json().issues]).toEqual([400, issues])
  })
})

/** Counts and sums everything that an order writes. */
async function written() {
  const { db } = server.connection
  const counted = await db.select({ orders: sql`sum(order_count)`, customers: sql`count(*)` }).from(customerFigures)
  const [keys, placed] = [await db.$count(idempotencyKeys), await db.$count(orders)]
  return { counted, keys, placed }
}

describe('an order with a key', () => {
  it('occupies a table that another transaction frees while the order waits for it', async () => {
    const { db } = server.connection
    const thisTable = eq(tables.id, server.table)
    await db.update(tables).set({ status: 'occupied' }).where(thisTable)
    const { sent } = await inTransaction(db, async (tx) => {
      await tx.update(tables).set({ status: 'available' }).where(thisTable)
      const order = send('at a table', takeaway(server, { tableId: server.table }))
      await untilLockWaits(server)
      return { sent: order }
    })
    expect((await sent).statusCode).toBe(201)
    expect(await db.select({ status: tables.status }).from(tables).where(thisTable)).toEqual([{ status: 'occupied' }])
  })

  it('stores the response that it sends', async () => {
    const response = await send('stored', takeaway(server, { notes: 'ten "id":0 \\ ș {}' }))
    const [stored] = await server.connection.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, '/api/orders stored'))
    const { id, items } = response.json<PlacedOrder>()
    expect(stored).toMatchObject({ response: response.body, shows: 'order', shownId: id })
    const { rows } = await server.connection.db.execute(
      sql`select id::int from order_items where order_id = ${id} order by id`,
    )
    expect(items.map((line) => ({ id: line.id }))).toEqual(rows)
  })

  it('writes nothing if a part of it fails, and leaves the connection usable', async () => {
    const { db } = server.connection
    await db.execute(sql`alter table idempotency_keys add constraint failing check (key <> '/api/orders failing')`)
    const before = await written()
    for (let i = 0; i < 12; i++) expect((await send('failing')).statusCode).toBe(500)
    expect(await written()).toEqual(before)
    await db.execute(sql`alter table idempotency_keys drop constraint failing`)
    expect((await send('failing')).statusCode).toBe(201)
  })

  it('waits for another transaction that uses its key, and returns the response stored by it', async () => {
    const { db } = server.connection
    const first = await send('of another instance')
    const [stored] = await db
      .delete(idempotencyKeys)
      .where(eq(idempotencyKeys.key, '/api/orders of another instance'))
      .returning()
    const before = await server.connection.db.$count(orders)
    const { repeated } = await inTransaction(db, async (tx) => {
      if (stored) await tx.insert(idempotencyKeys).values(stored)
      const sent = send('of another instance')
      await untilLockWaits(server)
      return { repeated: sent }
    })
    expect((await repeated).body).toBe(first.body)
    expect(await server.connection.db.$count(orders)).toBe(before)
  })
})
