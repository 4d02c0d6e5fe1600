import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isLocked } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { COLLIDING_USERNAME } from '#server/testing/colliding-texts.ts'

const server = testServer({ guestWritesPerMinute: 3 })

let address = 0
/** Sends an order, from a new address each time unless the test passes one. */
const send = (key: string, remoteAddress = `10.0.0.${++address}`) =>
  server.call('POST', '/api/orders', takeaway(server), { headers: { 'idempotency-key': key }, remoteAddress })

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.connection.server.url() })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

it('a sign-in whose name has the unkeyed hash of Masa’s lock does not wait for it', async () => {
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
