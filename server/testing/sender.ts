import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { messageLane } from '#server/modules/notifications/lane.ts'
import { adoptAccount } from '#server/modules/notifications/queue.ts'
import { type WhatsappApi, type WhatsappOutcome, whatsappApi } from '#server/modules/notifications/whatsapp.ts'
import { createOutbox } from '#server/platform/outbox.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import { takeaway, testServer } from './app.ts'
import { recordingLog } from './log.ts'
import { openWhatsapp, type TestWhatsapp, type WhatsappMishap } from './whatsapp.ts'

export const NOW = new Date('2026-11-21T18:00:00.000Z')
export const NUMBER = '40712000111'
export const MINUTE_MS = 60_000

/**
 * A server, a fake WhatsApp, and a sender that runs only when the test calls it: this server is configured without an
 * account, so it sends nothing by itself. Each test begins with an account, a number and an empty outbox.
 */
export function senderFixture() {
  const server = testServer()
  const { log, logged } = recordingLog()
  const outside = { isOpen: async () => true, require: async () => {} }
  let whatsapp: TestWhatsapp

  beforeAll(async () => {
    whatsapp = await openWhatsapp()
    whatsapp.now = () => server.clock.now().getTime()
  })
  afterAll(() => whatsapp.close())
  beforeEach(async () => {
    server.clock.set(NOW)
    Object.assign(whatsapp, { acceptedMessages: [], calls: [], mishap: () => undefined, paceMs: 6_000 })
    await db().delete(whatsappMessages)
    await db()
      .update(whatsappQueue)
      .set({
        ...{ stoppedBy: null, lastAt: null, nextAt: null, failures: 0, leasedUntil: null },
        ...{ countedDay: null, sentToday: 0 },
      })
    await db().update(settings).set({ ownerPhoneNumber: NUMBER, whatsappNotificationsEnabled: true })
    await adoptAccount(db(), whatsapp.account, NOW)
  })

  const db = () => server.connection.db

  /** One run of the sender, by default with the account and API of the fake WhatsApp. @returns when it would run again */
  async function sendDue({
    account = whatsapp.account,
    api = whatsappApi(account),
    gate = { isOpen: () => true },
  }: {
    account?: TestWhatsapp['account']
    api?: WhatsappApi
    gate?: { isOpen(): boolean }
  } = {}): Promise<Date | undefined> {
    const { clock } = server
    const lane = messageLane({ gate, log, timeZone: 'Europe/Bucharest', whatsapp: account, api })
    const { wake, wiring } = createOutbox({ db: db(), clock, log, outside }, lane)
    wake()
    await wiring.close()
    // Nothing is due at the moment of an outcome.
    return (await inTransaction(db(), (tx) => lane.take(tx, clock.now()))).nextAt
  }

  return {
    server,
    get whatsapp() {
      return whatsapp
    },
    logged,
    db,
    sendDue,
    advanceClock: (ms: number) => server.clock.set(new Date(server.clock.now().getTime() + ms)),
    placeOrder: async (more: Partial<OrderRequest> = {}) =>
      (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>(),
    state: async () => (await server.asOwner('GET', '/api/whatsapp')).json<Whatsapp>(),
    changeSettings: (body: object) => server.asOwner('PATCH', '/api/settings', body),
    requestTest: () => server.asOwner('POST', '/api/whatsapp/test'),
    sentMessages: () => whatsapp.acceptedMessages.map(({ template, parameters }) => [template, ...parameters]),
    failNextCalls(...mishaps: (WhatsappMishap | undefined)[]): void {
      whatsapp.mishap = () => mishaps.shift()
    },

    /** Runs the sender at each time it returns. @returns these times, in ms after `NOW` */
    async sendUntilIdle(maxRuns = 20): Promise<number[]> {
      const runs: number[] = []
      for (let nextAt = await sendDue(); nextAt && runs.length < maxRuns; nextAt = await sendDue()) {
        server.clock.set(nextAt)
        runs.push(nextAt.getTime() - NOW.getTime())
      }
      return runs
    },

    /** Resolves while a message is being sent. @returns a function that ends the sending with an outcome */
    async startSending(account = whatsapp.account) {
      const started = Promise.withResolvers<void>()
      const { promise, resolve } = Promise.withResolvers<WhatsappOutcome>()
      const send = () => {
        started.resolve()
        return promise
      }
      const sending = sendDue({ account, api: { send, check: async () => ({ kind: 'accepted' }) } })
      await started.promise
      return (outcome: WhatsappOutcome) => {
        resolve(outcome)
        return sending
      }
    },
  }
}
