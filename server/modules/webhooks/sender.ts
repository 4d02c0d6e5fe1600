import { Webhook } from 'standardwebhooks'
import { inTransaction } from '#server/db/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { type DataSource, deliveryBody } from './data.ts'
import { POST_TIMEOUT_MS, post } from './post.ts'
import type { Sending, WebhookRow } from './repo.ts'
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

/** Sends events, each by itself: one that is refused stops no other. */
export function createEventSender(parts: SenderParts) {
  const { db, clock, gate, log, outside, onLoopback } = parts
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const failed = (error: unknown) => log.warn({ err: error }, 'events could not be sent')

  const begin = coalesce(async () => {
    if (closing.signal.aborted || !(await outside.isOpen())) return
    for (const attempt of await repo.beginAttempts(db, clock.now(), LEASE_MS)) {
      const ended = complete(attempt)
        .catch(failed)
        .finally(() => running.delete(ended))
      running.add(ended)
      // An attempt that has ended makes room for another one.
      void ended.then(wake)
    }
  })
  const wake = () => begin().catch(failed)

  async function complete({ webhook, delivery }: Sending): Promise<void> {
    const response = await send({ webhook, delivery }).catch((error: unknown) => {
      log.warn({ err: error, delivery: delivery.id }, 'an event could not be made')
      return undefined
    })
    const status = response?.status ?? null
    // An attempt that closing broke off is made again.
    if (closing.signal.aborted && status === null) return
    const now = clock.now()
    const later = (ms: number) => new Date(now.getTime() + ms)
    const isDelivered = status !== null && status >= 200 && status < 300
    const delay = RETRY_AFTER_MS[delivery.attempts - 1]
    const asked = Math.min(response?.retryAfterMs ?? 0, MAX_ASKED_MS)
    const isOver = isDelivered || delay === undefined
    const next = isOver ? { endedAt: now } : { nextAttemptAt: later(Math.max(delay, asked)) }
    await inTransaction(db, async (tx) => {
      await repo.commitUnforced(tx)
      // The address is locked before its deliveries. It has no part in an event that could not be made; and a clock that
      // may be wrong does not tell since when it fails.
      const isNoted = response && (status === GONE || gate.isOpen())
      const offSince = status === GONE ? now : later(-OFF_AFTER_MS)
      const changed = isDelivered
        ? await repo.noteSuccess(tx, webhook)
        : isNoted && (await repo.noteFailure(tx, webhook, { now, offSince }))
      await repo.endAttempt(tx, delivery, { ...next, attemptedAt: now, responseCode: status })
      if (changed && !changed.isActive) await repo.updateDeliveries(tx, webhook.id, { endedAt: now })
      if (changed) await announceArea(tx, 'webhooks')
    })
  }

  async function send({ webhook, delivery }: Sending) {
    const body = await deliveryBody(parts, delivery, webhook.personal)
    const [id, at] = [`msg_${delivery.id}_${delivery.createdAt.getTime()}`, new Date()]
    const signatures = secretsOf(webhook, clock.now()).map((secret) => new Webhook(secret).sign(id, at, body))
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    }
    return post({ url: webhook.url, headers, body, onLoopback, closing: closing.signal })
  }

  return {
    /** Sends what is due, and goes on until nothing is. */
    wake,
    async close() {
      closing.abort()
      await wake()
      await Promise.all(running)
    },
  }
}
