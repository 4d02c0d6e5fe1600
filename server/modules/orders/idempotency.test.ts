import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers, orders, settings } from '#server/db/schema/index.ts'
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
    const [customer] = await server.connection.db.select().from(customers)
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

  describe('when its sender is over the rate limit', () => {
    const from = '10.3.3.3'
    /** Returns the number of rows written for keys, including those that were rolled back. */
    const countWritten = async () => {
      const { rows } = await server.connection.db.execute(sql`select last_value::int as value from keys_written`)
      return Number(rows[0]?.value)
    }

    beforeAll(async () => {
      await server.connection.db.execute(sql`create sequence keys_written`)
      await server.connection.db.execute(sql`
        create function count_key() returns trigger language plpgsql as
        $$ begin perform nextval('keys_written'); return new; end $$`)
      await server.connection.db.execute(sql`
        create trigger count_key before insert on idempotency_keys for each row execute function count_key()`)
      for (let i = 0; i < 5; i++) await send(undefined, takeaway(server), from)
    })

    it('is not stored', async () => {
      await send('written once')
      const before = await countWritten()
      for (let i = 0; i < 3; i++) expect((await send(`fresh ${i}`, takeaway(server), from)).statusCode).toBe(429)
      expect(await countWritten()).toBe(before)
    })

    it('waits for a running request with the same key and returns its response', async () => {
      const before = await countWritten()
      const { responses } = await inTransaction(server.connection.db, async (tx) => {
        await tx.execute(sql`select from customers where phone_number = '40712345678' for update`)
        const first = send('at work')
        await untilLockWaits(server, 1)
        // The second request waits in memory: a connection for each waiting request would soon be all connections.
        const second = send('at work', takeaway(server), from)
        return { responses: Promise.all([first, second]) }
      })
      const [first, second] = await responses
      expect([first.statusCode, second.statusCode]).toEqual([201, 201])
      expect(second.body).toBe(first.body)
      expect(await countWritten()).toBe(before + 1)
    })
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

it('each request without an idempotency key places an order', async () => {
  const before = await count()
  await send(undefined)
  await send(undefined)
  expect(await count()).toBe(before + 2)
})

it('a stored response says which order it shows', async () => {
  const placed = (await send('whose')).json<PlacedOrder>()
  const { rows } = await server.connection.db.execute(
    sql`select shows, shown_id::int as id from idempotency_keys where key = '/api/orders whose'`,
  )
  expect(rows).toEqual([{ shows: 'order', id: placed.id }])
})
