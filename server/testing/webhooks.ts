import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterEach, expect, vi } from 'vitest'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from '#shared/contracts/webhooks.ts'
import { takeaway, testServer } from './app.ts'
import { TestReceiver } from './receiver.ts'

export const [SECOND_MS, HOUR_MS] = [1_000, 3_600_000]
export type Added = Webhook & { secret: string }
export const refuse = (reply: ServerResponse) => reply.writeHead(500).end()

/** Bounds a wait for something that never happens; it tests no speed. */
const WAIT_OPTIONS = { timeout: 30_000, interval: 20 }

/** A server that sends events to programs of a test, which are closed and forgotten after it. */
export function webhooksFixture() {
  const server = testServer({ webhooksOnLoopback: true })
  const open: TestReceiver[] = []
  const db = () => server.connection.db
  const waitFor = <Result>(check: () => Result) => vi.waitFor(check, WAIT_OPTIONS)
  const post = (path: string, body: unknown, key?: string) =>
    server.asOwner('POST', path, body, key ? { 'idempotency-key': key } : {})

  afterEach(async () => {
    server.clock.set(undefined)
    await db().execute(sql`delete from webhooks`)
    await db().execute(sql`delete from webhook_deliveries`)
    await Promise.all(open.splice(0).map((receiver) => receiver.close()))
  })

  /** Deliveries as they are stored. */
  async function stored() {
    const { rows } = await db().execute<{
      attempts: number
      wait: string | null
      due: string | null
      sending: boolean
    }>(
      sql`select attempts, is_sending as sending, round(extract(epoch from next_attempt_at - attempted_at)) as wait,
        next_attempt_at as due from webhook_deliveries order by id`,
    )
    return rows
  }

  return {
    server,
    db,
    post,
    waitFor,
    stored,
    /** Adds an address at which a program listens. */
    async listen(more: object = {}) {
      const receiver = await new TestReceiver().open()
      open.push(receiver)
      const response = await post('/api/webhooks', { url: receiver.url, events: WEBHOOK_EVENTS, ...more })
      expect(response.statusCode).toBe(201)
      const webhook = response.json<Added>()
      receiver.secret = webhook.secret
      return { receiver, webhook }
    },
    placed: async () => (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>(),
    list: async () => (await server.asOwner('GET', '/api/webhooks')).json<Webhook[]>(),
    deliveriesOf: async ({ id }: Webhook) =>
      (await server.asOwner('GET', `/api/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>(),
    /** Sets the clock, and wakes the sender. */
    async at(moment: number) {
      server.clock.set(new Date(moment))
      await db().execute(sql`select pg_notify('masa', '{"topic":"changed","id":"programs"}')`)
    },
    /** Changes an order so often, each time with a transaction of its own. */
    change: (id: number, times: number) =>
      db().execute(
        sql.raw(`do $$ begin for i in 1..${times} loop
          update orders set changed_version = changed_version + 1 where id = ${id}; commit; end loop; end $$`),
      ),
    /** Waits until so many attempts of the only delivery have ended. */
    ended: (attempts: number) =>
      waitFor(async () => expect(await stored()).toMatchObject([{ attempts, sending: false }])),
  }
}
