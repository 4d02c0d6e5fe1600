import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { secondInstance, type TestServer, takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import type { WhatsappAccount } from './whatsapp.ts'

let whatsapp: TestWhatsapp
const account = {} as WhatsappAccount
beforeAll(async () => {
  whatsapp = await openWhatsapp()
  whatsapp.now = () => server.clock.now().getTime()
  Object.assign(account, whatsapp.account)
})
afterAll(() => whatsapp.close())

const server = testServer({ whatsapp: account })
const NOW = new Date('2026-11-21T18:00:00.000Z')
const NUMBER = '40712000111'

const placeOrder = (target: TestServer = server) => target.call('POST', '/api/orders', takeaway(target))
const state = async () => (await server.asOwner('GET', '/api/whatsapp')).json<Whatsapp>()
const queue = () => server.connection.db.select().from(whatsappQueue)
/** Notifies all instances, so that each checks the outbox. */
const wakeAll = () => server.connection.db.execute(sql`select pg_notify('masa', '{"topic":"whatsapp"}')`)
/** Number of orders in all messages that WhatsApp accepted. */
const announcedOrders = () =>
  whatsapp.acceptedMessages.reduce((sum, { template, parameters: [first = ''] }) => {
    return sum + (template === 'masa_order' ? 1 : Number(first.split(' ')[0]))
  }, 0)

beforeEach(async () => {
  Object.assign(whatsapp, { acceptedMessages: [], calls: [], mishap: () => undefined })
  // Each test begins an hour later, so that the pauses of the previous one are over.
  server.clock.set(new Date(NOW.getTime() + ++hours * 3_600_000))
  await server.connection.db.delete(whatsappMessages)
  await server.connection.db.update(whatsappQueue).set({ failures: 0 })
  await server.connection.db.update(settings).set({ ownerPhoneNumber: NUMBER, whatsappNotificationsEnabled: true })
})
let hours = 0

describe('a server with an account', () => {
  it('sends a message about a new order by itself, and notifies owners’ pages of the changed state', async () => {
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const { id } = (await placeOrder()).json()
    await ownerSocket.waitForFrames({ type: 'CHANGED', payload: { area: 'service' } })
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'ok', waiting: 0 }), WAIT_OPTIONS)
    expect(whatsapp.acceptedMessages).toMatchObject([
      { to: NUMBER, parameters: [String(id), 'La pachet', '57.00 LEI'] },
    ])
    ownerSocket.socket.close()
  })

  it('accepts orders without delay while WhatsApp does not respond', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    whatsapp.mishap = () => ({ until: promise })
    await placeOrder()
    await vi.waitFor(() => expect(whatsapp.acceptedMessages).toHaveLength(1), WAIT_OPTIONS)
    const responses = await Promise.all(Array.from({ length: 30 }, () => placeOrder()))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await state()).toMatchObject({ waiting: 31 })
    // No order waited for the message, which is still being sent, or has timed out on a busy machine.
    expect(whatsapp.acceptedMessages).toHaveLength(1)
    resolve()
    await vi.waitFor(async () => expect(await queue()).toMatchObject([{ leasedUntil: null }]), WAIT_OPTIONS)
  })
})

describe('two servers with one account', () => {
  const other = secondInstance(server, { whatsapp: account })

  it('announce each order once, with at least 6 s between messages', async () => {
    const placeOrderAtOther = () => other.call('POST', '/api/orders', takeaway(server))
    for (let round = 0; round < 12; round++) {
      await Promise.all([placeOrder(), placeOrderAtOther(), wakeAll()])
      server.clock.set(new Date(server.clock.now().getTime() + 2_500))
    }
    await vi.waitFor(async () => {
      server.clock.set(new Date(server.clock.now().getTime() + 1_000))
      await wakeAll()
      expect(await state()).toMatchObject({ waiting: 0 })
    }, WAIT_OPTIONS)
    expect(announcedOrders()).toBe(24)
    expect(whatsapp.acceptedMessages.length).toBeGreaterThan(2)
    // WhatsApp rejected no request because of its own rate limit.
    expect(new Set(whatsapp.calls)).toEqual(new Set(['POST']))
  })
})

describe('a server that closes', () => {
  const closing = testServer({ whatsapp: account })

  it('waits for the message that is being sent and records its outcome', async () => {
    closing.clock.set(NOW)
    await closing.connection.db.update(settings).set({ ownerPhoneNumber: '40712000333' })
    const { promise, resolve } = Promise.withResolvers<void>()
    whatsapp.mishap = () => ({ until: promise })
    await placeOrder(closing)
    await vi.waitFor(() => expect(whatsapp.acceptedMessages).toHaveLength(1), WAIT_OPTIONS)
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
    expect(rows).toMatchObject([{ attempts: 1, acceptedAt: NOW }])
  })
})
