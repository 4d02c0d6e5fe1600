import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Connection, connect } from '#server/db/index.ts'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import { type TestServer, takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket, PATIENCE } from '#server/testing/socket.ts'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'

let service: TestWhatsapp
const account = {} as WhatsappAccount
beforeAll(async () => {
  service = await openWhatsapp()
  service.now = () => server.clock.now().getTime()
  Object.assign(account, service.account)
})
afterAll(() => service.close())

const server = testServer({ whatsapp: account })
const NOW = new Date('2026-11-21T18:00:00.000Z')
const NUMBER = '40712000111'

const order = (of: TestServer = server) => of.call('POST', '/api/orders', takeaway(of))
const asOwner = () => ({ headers: { cookie: server.owner } })
const state = async () => (await server.call('GET', '/api/whatsapp', undefined, asOwner())).json<Whatsapp>()
const queue = () => server.connection.db.select().from(whatsappQueue)
/** All senders look, as they do from time to time. */
const wakeAll = () => server.connection.db.execute(sql`select pg_notify('masa', '{"topic":"whatsapp"}')`)
const orders = () =>
  service.taken.reduce((sum, { template, parameters: [first = ''] }) => {
    return sum + (template === 'masa_order' ? 1 : Number(first.split(' ')[0]))
  }, 0)

beforeEach(async () => {
  Object.assign(service, { taken: [], calls: [], mishap: () => undefined })
  // Every test is an hour of its own: what the one before has left open is due.
  server.clock.set(new Date(NOW.getTime() + ++hours * 3_600_000))
  await server.connection.db.delete(whatsappMessages)
  await server.connection.db.update(whatsappQueue).set({ failures: 0 })
  await server.connection.db.update(settings).set({ ownerPhoneNumber: NUMBER, whatsappNotificationsEnabled: true })
})
let hours = 0

describe('a server with an account', () => {
  it('tells of an order by itself, and owners’ pages hear that something changed', async () => {
    const line = await openTestSocket(await listening(server.app), { cookie: server.owner })
    const { id } = (await order()).json()
    await line.hears({ type: 'CHANGED', payload: { area: 'service' } })
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'ok', waiting: 0 }), PATIENCE)
    expect(service.taken).toMatchObject([{ to: NUMBER, parameters: [String(id), 'La pachet', '57.00 LEI'] }])
    line.socket.close()
  })

  it('sends a test when it is asked for', async () => {
    const answer = await server.call('POST', '/api/whatsapp/test', undefined, asOwner())
    expect(answer.statusCode).toBe(202)
    // Written down by the clock of this test: by the next one's it would hold up that one's message.
    await vi.waitFor(async () => expect(await state()).toMatchObject({ waiting: 0 }), PATIENCE)
    expect(service.taken[0]?.parameters).toEqual(['0', 'Mesaj de probă', '0.00 LEI'])
  })

  it('takes orders as always while a message gets no answer', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    service.mishap = () => ({ until: promise })
    await order()
    await vi.waitFor(() => expect(service.taken).toHaveLength(1), PATIENCE)
    const answers = await Promise.all(Array.from({ length: 30 }, () => order()))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await state()).toMatchObject({ waiting: 31 })
    // Not one of them waited for it: it is still under way, or was given up on a busy machine.
    expect(service.taken).toHaveLength(1)
    resolve()
    await vi.waitFor(async () => expect(await queue()).toMatchObject([{ leasedUntil: null }]), PATIENCE)
  })
})

describe('two servers with one account', () => {
  let connection: Connection
  let other: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    connection = connect(
      () => server.connection.url(),
      () => {},
      { orders: 4, reports: 1 },
    )
    const { clock, pictures } = server
    const config = { publicUrl: undefined, trustProxy: false, timeZone: 'Europe/Bucharest', guestWritesPerMinute: 0 }
    const log = recordingLog().log as Log
    other = await buildApp({ config: { ...config, whatsapp: account }, connection, clock, pictures, log })
  })
  afterAll(async () => {
    await other.close()
    await connection.close()
  })

  it('tell of each order once, and never two within 6 s', async () => {
    const payload = JSON.stringify(takeaway(server))
    const headers = { 'content-type': 'application/json' }
    const there = () => other.inject({ method: 'POST', url: '/api/orders', payload, headers })
    for (let round = 0; round < 12; round++) {
      await Promise.all([order(), there(), wakeAll()])
      server.clock.set(new Date(server.clock.now().getTime() + 2_500))
    }
    await vi.waitFor(async () => {
      server.clock.set(new Date(server.clock.now().getTime() + 1_000))
      await wakeAll()
      expect(await state()).toMatchObject({ waiting: 0 })
    }, PATIENCE)
    expect(orders()).toBe(24)
    expect(service.taken.length).toBeGreaterThan(2)
    // Not one of them met the service's own limit.
    expect(new Set(service.calls)).toEqual(new Set(['POST']))
  })
})

describe('a server that closes', () => {
  const closing = testServer({ whatsapp: account })

  it('waits for the message under way and writes down what became of it', async () => {
    closing.clock.set(NOW)
    await closing.connection.db.update(settings).set({ ownerPhoneNumber: '40712000333' })
    const { promise, resolve } = Promise.withResolvers<void>()
    service.mishap = () => ({ until: promise })
    await order(closing)
    await vi.waitFor(() => expect(service.taken).toHaveLength(1), PATIENCE)
    let isClosed = false
    const closed = closing.app.close().then(() => {
      isClosed = true
    })
    await vi.waitFor(() => expect(closing.app.server.listening).toBe(false))
    await closing.connection.db.execute(sql`select 1`)
    expect(isClosed).toBe(false)
    resolve()
    await closed
    const rows = await closing.connection.db.select().from(whatsappMessages)
    expect(rows).toMatchObject([{ tries: 1, acceptedAt: NOW }])
  })
})
