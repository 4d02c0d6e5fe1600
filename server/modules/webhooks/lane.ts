import { Webhook } from 'standardwebhooks'
import type { Database } from '#server/db/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { paymentOf, readDay } from '#server/modules/payments/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Lane } from '#server/platform/outbox.ts'
import type { PublishedResponse } from '#server/platform/published-response.ts'
import { IMPERSONAL_FIELDS } from '#shared/contracts/webhooks.ts'
import { POST_TIMEOUT_MS, post, type Response } from './post.ts'
import type { DeliveryRow, Sending, WebhookRow } from './repo.ts'
import * as repo from './repo.ts'

export interface SenderParts extends AreaBase, DataSource {
  /** Whether an address may be one of this machine. */
  onLoopback: boolean
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
/** The delays after the failures of an event, as Standard Webhooks proposes; after one more it is given up. */
const RETRY_AFTER_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)]
/** An address can ask for a longer delay, up to this one. */
const MAX_ASKED_MS = HOUR_MS
/** An address that has taken nothing for so long is turned off. */
const OFF_AFTER_MS = 72 * HOUR_MS
/** The address wants no more events: https://www.rfc-editor.org/rfc/rfc9110#status.410. */
const GONE = 410
/** A lease lasts longer than an attempt, so that no other instance sends the same event. */
const LEASE_MS = 2 * POST_TIMEOUT_MS
/** The secret before the newest one signs for so long. */
const OLD_SECRET_MS = 24 * HOUR_MS

/** The secrets that sign; a clock that was set back does not make an old one sign for longer. */
function secretsOf({ secret, oldSecret, secretReplacedAt }: WebhookRow, now: Date): string[] {
  const sinceMs = Math.abs(now.getTime() - (secretReplacedAt?.getTime() ?? 0))
  return oldSecret !== null && sinceMs < OLD_SECRET_MS ? [secret, oldSecret] : [secret]
}

/** How events are sent, each by itself: one that is refused stops no other. */
export function eventLane(parts: SenderParts): Lane<Sending, Response & { isUnmade?: boolean }> {
  const { clock, gate, log, onLoopback } = parts

  async function request({ webhook, delivery }: Sending, closing: AbortSignal): Promise<Response> {
    const body = await deliveryBody(parts, delivery, webhook.personal)
    const [id, at] = [`msg_${delivery.id}_${delivery.createdAt.getTime()}`, new Date()]
    const signatures = secretsOf(webhook, clock.now()).map((secret) => new Webhook(secret).sign(id, at, body))
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    }
    return post({ url: webhook.url, headers, body, onLoopback, closing })
  }

  return {
    failure: 'events could not be sent',
    take: async (tx, now) => ({ due: await repo.beginAttempts(tx, now, LEASE_MS) }),
    async send(sending, closing) {
      const outcome = await request(sending, closing).catch((error: unknown) => {
        log.warn({ err: error, delivery: sending.delivery.id }, 'an event could not be made')
        return { status: null, isUnmade: true }
      })
      // An attempt that closing broke off is made again.
      return closing.aborted && outcome.status === null ? undefined : outcome
    },
    async record(tx, { webhook, delivery }, { status, retryAfterMs = 0, isUnmade }, now) {
      const later = (ms: number) => new Date(now.getTime() + ms)
      const isDelivered = status !== null && status >= 200 && status < 300
      const delay = RETRY_AFTER_MS[delivery.attempts - 1]
      const isOver = isDelivered || delay === undefined
      const asked = Math.min(retryAfterMs, MAX_ASKED_MS)
      const next = isOver ? { endedAt: now } : { nextAttemptAt: later(Math.max(delay, asked)) }
      await repo.commitUnforced(tx)
      // The address is locked before its deliveries. It has no part in an event that could not be made; and a clock that
      // may be wrong does not tell since when it fails.
      const isNoted = !isUnmade && (status === GONE || gate.isOpen())
      const offSince = status === GONE ? now : later(-OFF_AFTER_MS)
      const changed = isDelivered
        ? await repo.noteSuccess(tx, webhook)
        : isNoted && (await repo.noteFailure(tx, webhook, { now, offSince }))
      await repo.endAttempt(tx, delivery, { ...next, attemptedAt: now, responseCode: status })
      if (changed && !changed.isActive) await repo.updateDeliveries(tx, webhook.id, { endedAt: now })
      if (changed) await announceArea(tx, 'webhooks')
    },
  }
}

export interface DataSource {
  db: Database
  newestMenu(): Promise<PublishedResponse>
}

/** The body of an event: its data is the response of the matching GET now; null for a test, and for what is gone. */
async function deliveryBody(source: DataSource, delivery: DeliveryRow, personal: boolean): Promise<string> {
  const { type, createdAt } = delivery
  const event = { type, timestamp: createdAt, data: await dataOf(source, delivery) }
  // The menu is for everybody.
  return JSON.stringify(event, personal || type === 'menu.changed' ? null : [...IMPERSONAL_FIELDS])
}

async function dataOf({ db, newestMenu }: DataSource, { type, subjectId }: DeliveryRow): Promise<unknown> {
  if (type === 'menu.changed') return JSON.parse((await newestMenu()).plain.body.toString())
  if (subjectId === null) return null
  if (type === 'day.closed') return JSON.parse(await readDay(db, subjectId))
  if (type === 'payment.recorded') return paymentOf(db, subjectId)
  return (await readOrders(db, [subjectId]))[0] ?? null
}
