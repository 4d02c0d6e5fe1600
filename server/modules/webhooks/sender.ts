import { Webhook } from 'standardwebhooks'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { paymentOf, readDay } from '#server/modules/payments/index.ts'
import { type Clock, createWorkScheduler } from '#server/platform/clock.ts'
import { repeatedly } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import { SHOWN_DELIVERIES } from '#shared/contracts/webhooks.ts'
import { POST_TIMEOUT_MS, post } from './post.ts'
import type { DeliveryRow, WebhookRow } from './repo.ts'
import * as repo from './repo.ts'

interface SenderParts {
  db: Database
  clock: Clock
  log: Log
  /** Whether an address may be one of this machine. */
  onLoopback: boolean
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
/** The delays after the first failures of an event; the last is repeated. */
const RETRY_AFTER_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
const GIVE_UP_AFTER_MS = 3 * 24 * HOUR_MS
/** So many events wait for an address at most; with more, it is given up at the next hourly look. */
const MAX_WAITING = 50_000
/** Longer than an attempt, so that no other instance sends the same event. */
const LEASE_MS = 2 * POST_TIMEOUT_MS
const WRITE_ATTEMPTS = 20
const DELETE_BATCH_SIZE = 10_000

/** The fields about guests and staff, and what people typed. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...['customerName', 'phoneNumber', 'email', 'guestName', 'notes', 'note', 'reason', 'user', 'by'],
])

/** What the matching GET answers; null for the menu, for a test, and for what is gone. */
async function dataOf(db: Database, { type, subjectId }: DeliveryRow): Promise<unknown> {
  if (subjectId === null) return null
  if (type === 'day.closed') return JSON.parse(await readDay(db, subjectId))
  if (type === 'payment.recorded') return paymentOf(db, subjectId)
  const [order = null] = await readOrders(db, [subjectId])
  return order
}

/** Ends what waits for an address, and sends it nothing more until an owner turns it on again. */
async function giveUp(tx: Tx, { id, failingSince }: WebhookRow, now: Date): Promise<void> {
  await repo.updateWebhook(tx, id, { isActive: false, failingSince: failingSince ?? now })
  await repo.updateWaiting(tx, id, now)
}

/**
 * Sends events: for each address one at a time, the oldest first. A later one waits until it is delivered or given up.
 * Addresses do not wait for each other.
 */
export function createEventSender({ db, clock, log, onLoopback }: SenderParts) {
  const closing = new AbortController()
  const sending = new Map<number, Promise<void>>()
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  const scheduler = createWorkScheduler(clock, log, 'the events that wait could not be read', async () => {
    const due = (await repo.readDue(db)).filter(({ webhookId }) => !sending.has(webhookId))
    const now = clock.now()
    for (const { webhookId, at } of due) if (!at || at <= now) sending.set(webhookId, begin(webhookId))
    const next = due.flatMap(({ at }) => (at && at > now ? at.getTime() : []))
    return next.length > 0 ? new Date(Math.min(...next)) : undefined
  })

  function begin(webhookId: number): Promise<void> {
    const failed = (error: unknown) => log.warn({ err: error, webhookId }, 'events could not be sent')
    return sendAll(webhookId)
      .finally(() => sending.delete(webhookId))
      .then(scheduler.wake, failed)
  }

  async function sendAll(webhookId: number): Promise<void> {
    while (!closing.signal.aborted) {
      const delivery = await repo.takeDelivery(db, webhookId, clock.now(), later(LEASE_MS))
      const webhook = delivery && (await repo.findWebhook(db, webhookId))
      if (!delivery || !webhook) return
      const code = await send(webhook, delivery).catch((error: unknown) => {
        log.warn({ err: error, delivery: delivery.id }, 'an event could not be sent')
        return null
      })
      // After an attempt that closing broke off, the event is sent again.
      if (closing.signal.aborted && code === null) return
      await repeatedly(WRITE_ATTEMPTS, closing.signal, () => record(webhook, delivery, code))
    }
  }

  async function send({ url, secret, personal }: WebhookRow, delivery: DeliveryRow): Promise<number | null> {
    const { id, type, createdAt } = delivery
    const event = { type, timestamp: createdAt.toISOString(), data: await dataOf(db, delivery) }
    const body = JSON.stringify(event, (key, value) => (personal || !PERSONAL.has(key) ? value : undefined))
    const [messageId, at] = [`msg_${id}_${createdAt.getTime()}`, new Date()]
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / SECOND_MS)),
      'webhook-signature': new Webhook(secret).sign(messageId, at, body),
    }
    return post({ url, headers, body, onLoopback, closing: closing.signal })
  }

  function record({ id, url }: WebhookRow, delivery: DeliveryRow, responseCode: number | null): Promise<void> {
    const now = clock.now()
    const isDelivered = responseCode !== null && responseCode >= 200 && responseCode < 300
    const retryAfter = RETRY_AFTER_MS[delivery.attempts - 1] ?? HOUR_MS
    const outcome = isDelivered ? { endedAt: now } : { nextAttemptAt: later(retryAfter) }
    return inTransaction(db, async (tx) => {
      if (!(await repo.endAttempt(tx, delivery, { responseCode, ...outcome }))) return
      const webhook = await repo.findWebhook(tx, id)
      // It was removed, or changed while this was sent: the outcome says nothing about the new address.
      if (webhook?.url !== url) return
      if (isDelivered && webhook.failingSince === null) return
      const failingSince = isDelivered ? null : (webhook.failingSince ?? now)
      if (failingSince && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS) await giveUp(tx, webhook, now)
      else await repo.updateWebhook(tx, id, { failingSince })
      await announceArea(tx, 'programs')
    })
  }

  return {
    wake: scheduler.wake,
    /** Deletes old deliveries, and gives up addresses for which too much waits. */
    async cleanUp() {
      for (const webhook of await repo.readOverfull(db, MAX_WAITING))
        await inTransaction(db, (tx) => giveUp(tx, webhook, clock.now()))
      while ((await repo.deleteOld(db, SHOWN_DELIVERIES, DELETE_BATCH_SIZE)) === DELETE_BATCH_SIZE);
    },
    async close() {
      closing.abort()
      await Promise.all([scheduler.close(), ...sending.values()])
    },
  }
}
