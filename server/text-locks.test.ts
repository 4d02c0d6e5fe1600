import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction, isLocked } from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { TEXT_LOCK_CLASSES } from '#server/platform/idempotency.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { COLLIDING_KEYS, COLLIDING_USERNAME } from '#server/testing/colliding-texts.ts'
import { countLockWaits, lockOfText, untilLockWaits } from '#server/testing/database.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 3 })

let address = 0
/** Sends an order, from a new address each time unless the test passes one. */
const send = (key: string, remoteAddress = `10.0.0.${++address}`) =>
  server.call('POST', '/api/orders', takeaway(server), { headers: { 'idempotency-key': key }, remoteAddress })

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.connection.url() })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe.each(COLLIDING_KEYS)('a key whose unkeyed hash is Masa’s lock %i', (lock, key) => {
  it('has that hash', async () => {
    const { rows } = await server.connection.db.execute<{ hash: string }>(
      sql`select hashtextextended(${`/api/orders ${key}`}, 0)::text as hash`,
    )
    expect(rows).toEqual([{ hash: String(lock) }])
  })

  it('does not wait for Masa’s lock', async () => {
    const client = await openClient()
    await client.query('select pg_advisory_lock($1)', [lock])
    const first = await send(key)
    const repeated = await send(key)
    expect([first.statusCode, repeated.statusCode, repeated.body]).toEqual([201, 201, first.body])
  })

  it('does not take Masa’s lock, and does not seem to, while its order is being placed', async () => {
    await send('makes the customer')
    await server.connection.db.delete(idempotencyKeys)
    const client = await openClient()
    const { placing } = await inTransaction(server.connection.db, async (tx) => {
      await tx.execute(sql`select from customers for update`)
      const sent = send(key)
      await untilLockWaits(server)
      expect(await isLocked(client, lock)).toBe(false)
      const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [lock])
      expect(rows).toEqual([{ taken: true }])
      return { placing: sent }
    })
    expect((await placing).statusCode).toBe(201)
  })
})

it('a sign-in does not wait for the lock that the unkeyed hash of its name would be', async () => {
  const client = await openClient()
  const { rows } = await client.query('select hashtextextended($1, 0)::text as hash', [
    `sign-in as ${COLLIDING_USERNAME}`,
  ])
  expect(rows).toEqual([{ hash: '7262003' }])
  await client.query('select pg_advisory_lock(7262003)')
  const credentials = { username: COLLIDING_USERNAME, password: 'guessed' }
  expect((await server.call('POST', '/api/login', credentials)).statusCode).toBe(401)
})

it('a pair of integers never counts as one of Masa’s locks', async () => {
  const client = await openClient()
  await client.query('select pg_advisory_lock(0, 7262002)')
  expect(await isLocked(client, 7_262_002)).toBe(false)
  await client.query('select pg_advisory_lock(7262002)')
  expect(await isLocked(client, 7_262_002)).toBe(true)
})

describe('requests that share a key', () => {
  it('hold one connection, so that other orders do not wait for them', async () => {
    const client = await openClient()
    await client.query('select pg_advisory_lock($1, $2)', [
      TEXT_LOCK_CLASSES.attempt,
      await lockOfText(server.connection.db, '/api/orders shared'),
    ])
    const waiting = Promise.all(Array.from({ length: 20 }, () => send('shared')))
    await untilLockWaits(server)
    const others = await Promise.all([1, 2, 3, 4].map((i) => send(`other ${i}`)))
    expect(others.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(await countLockWaits(server)).toBe(1)
    await client.query('select pg_advisory_unlock_all()')
    const ids = (await waiting).map((response) => response.json<PlacedOrder>().id)
    expect(new Set(ids).size).toBe(1)
  })

  it('are refused when one address repeats an answered order endlessly; its new orders and other addresses are not', async () => {
    await send('endless')
    const repeated = await Promise.all(Array.from({ length: 32 }, () => send('endless', '10.9.9.9')))
    const refused = repeated.filter(({ statusCode }) => statusCode === 429)
    expect(repeated.filter(({ statusCode }) => statusCode === 201)).toHaveLength(30)
    expect(refused.map(({ headers }) => Number(headers['retry-after']) > 0)).toEqual([true, true])
    expect((await send('endless')).statusCode).toBe(201)
    expect((await send('new', '10.9.9.9')).statusCode).toBe(201)
  })
})
