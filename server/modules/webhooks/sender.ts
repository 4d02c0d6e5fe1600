import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { inTransaction, type Reader } from '#server/db/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { paymentOf, readDay } from '#server/modules/payments/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { createWorkScheduler } from '#server/platform/clock.ts'
import { repeatedly } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { PublishedResponse } from '#server/platform/published-response.ts'
import { SHOWN_DELIVERIES } from '#shared/contracts/webhooks.ts'
import { POST_TIMEOUT_MS, post } from './post.ts'
import type { DeliveryRow, WebhookRow } from './repo.ts'
import * as repo from './repo.ts'

export interface SenderParts extends AreaBase {
  /** Whether an address may be one of this machine. */
  onLoopback: boolean
  newestMenu(): Promise<PublishedResponse>
}

interface Attempt {
  webhook: WebhookRow
  delivery: DeliveryRow
}

const HOUR_MS = 3_600_000
/** The delays after the first failures of an event; the last is repeated. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000, HOUR_MS]
const GIVE_UP_AFTER_MS = 72 * HOUR_MS
/** Longer than an attempt, so that no other instance sends the same event. */
const LEASE_MS = 2 * POST_TIMEOUT_MS
const WRITE_ATTEMPTS = 20
/** Orders come first: while there are as many changes a second, an address waits after each event. */
const PAUSE_MS = 1_000
const BUSY_CHANGES = 5
const DELETE_BATCH_SIZE = 10_000
/** How many events of each address are kept. Of more that wait, the oldest are dropped. */
const KEPT = { ended: SHOWN_DELIVERIES, waiting: 50_000 }

/** The fields about guests and staff, and those that people type. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...['customerName', 'phoneNumber', 'email', 'guestName', 'notes', 'note', 'reason', 'user', 'by'],
])

/** What the matching GET answers; null for a test, and for what is gone. */
async function dataOf({ db, newestMenu }: SenderParts, { type, subjectId }: DeliveryRow): Promise<unknown> {
  if (type === 'menu.changed') return JSON.parse((await newestMenu()).plain.body.toString())
  if (subjectId === null) return null
  if (type === 'day.closed') return JSON.parse(await readDay(db, subjectId))
  if (type === 'payment.recorded') return paymentOf(db, subjectId)
  return (await readOrders(db, [subjectId]))[0] ?? null
}

/** Sends events: for each address one at a time, the oldest first; another one waits until that is delivered. */
export function createEventSender(parts: SenderParts) {
  const { db, clock, log, onLoopback } = parts
  const closing = new AbortController()
  const sending = new Map<number, Promise<void>>()
  /** When the last changes were. */
  let changes: number[] = []
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  const scheduler = createWorkScheduler(clock, log, 'the events that wait could not be read', async () => {
    const due = (await repo.readDue(db)).filter(({ webhookId }) => !sending.has(webhookId))
    const now = clock.now()
    for (const { webhookId, at } of due) if (!at || at <= now) sending.set(webhookId, begin(webhookId))
    const next = due.flatMap(({ at }) => (at && at > now ? at.getTime() : []))
    return next.length > 0 ? new Date(Math.min(...next)) : undefined
  })

  const isBusy = () => changes.length === BUSY_CHANGES && performance.now() - (changes[0] ?? 0) < 1_000

  function begin(webhookId: number): Promise<void> {
    return sendAll(webhookId)
      .finally(() => sending.delete(webhookId))
      .then(scheduler.wake, (error: unknown) => log.warn({ err: error, webhookId }, 'events could not be sent'))
  }

  async function sendAll(webhookId: number): Promise<void> {
    let next = await beginAttempt(db, webhookId)
    while (next && !closing.signal.aborted) {
      const attempt = next
      const code = await send(attempt).catch((error: unknown) => {
        log.warn({ err: error, delivery: attempt.delivery.id }, 'an event could not be sent')
        return null
      })
      // An attempt that closing broke off is made again.
      if (closing.signal.aborted && code === null) return
      next = await repeatedly(WRITE_ATTEMPTS, closing.signal, () => record(attempt, code))
      if (isBusy()) await setTimeout(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function beginAttempt(reader: Reader, webhookId: number): Promise<Attempt | undefined> {
    const delivery = await repo.beginAttempt(reader, webhookId, clock.now(), later(LEASE_MS))
    const webhook = delivery && (await repo.findWebhook(reader, webhookId))
    return webhook && { webhook, delivery }
  }

  async function send({ webhook: { url, secret, personal }, delivery }: Attempt): Promise<number | null> {
    const { id, type, createdAt } = delivery
    const event = { type, timestamp: createdAt.toISOString(), data: await dataOf(parts, delivery) }
    const body = JSON.stringify(event, (key, value) => (personal || !PERSONAL.has(key) ? value : undefined))
    const [messageId, at] = [`msg_${id}_${createdAt.getTime()}`, new Date()]
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(messageId, at, body),
    }
    return post({ url, headers, body, onLoopback, closing: closing.signal })
  }

  /** Records the outcome of an attempt, and begins the next one. */
  function record({ webhook: { id, url, failingSince }, delivery }: Attempt, responseCode: number | null) {
    const now = clock.now()
    const isDelivered = responseCode !== null && responseCode >= 200 && responseCode < 300
    const nextAttemptAt = later(RETRY_AFTER_MS[delivery.attempts - 1] ?? HOUR_MS)
    const outcome = { responseCode, ...(isDelivered ? { endedAt: now } : { nextAttemptAt }) }
    return inTransaction(db, async (tx) => {
      const [, isRecorded] = await Promise.all([
        repo.commitUnforced(tx),
        repo.updateDeliveries(tx, id, outcome, repo.isAttempt(delivery)),
      ])
      const webhook = isDelivered && failingSince === null ? undefined : await repo.findWebhook(tx, id)
      // It was removed or changed while this was sent: the outcome says nothing about the new address.
      if (isRecorded && webhook?.url === url) {
        const since = isDelivered ? null : (webhook.failingSince ?? now)
        const isGivenUp = since !== null && now.getTime() - since.getTime() >= GIVE_UP_AFTER_MS
        await repo.updateWebhook(tx, id, { failingSince: since, ...(isGivenUp && { isActive: false }) })
        if (isGivenUp) await repo.updateDeliveries(tx, id, { endedAt: now })
        await announceArea(tx, 'webhooks')
      }
      return beginAttempt(tx, id)
    })
  }

  return {
    wake: scheduler.wake,
    /** Counts an order that has changed. */
    count() {
      changes = [...changes.slice(1 - BUSY_CHANGES), performance.now()]
    },
    async cleanUp() {
      while ((await repo.deleteOld(db, KEPT, DELETE_BATCH_SIZE)) === DELETE_BATCH_SIZE);
    },
    async close() {
      closing.abort()
      await Promise.all([scheduler.close(), ...sending.values()])
    },
  }
}
