import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea, announceChange } from '#server/platform/live/announcements.ts'
import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import { businessDayOf, startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import * as repo from './repo.ts'
import { WHATSAPP_TOPIC } from './repo.ts'
import type { WhatsappAccount, WhatsappOutcome } from './whatsapp.ts'

/** WhatsApp accepts one message per number in this time; a second one is rejected with error 131056. */
export const SPACING_MS = 6_000
export const LONGEST_PAUSE_MS = 10 * 60_000

export type QueueState = Pick<repo.QueueRow, 'stoppedBy' | 'nextAt' | 'failures'>

/** The state of the queue after the outcome of a message (docs/product/notifications.md#whatsapp-retries). */
export function stateAfter({ stoppedBy, failures }: QueueState, outcome: WhatsappOutcome, now: Date): QueueState {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (outcome.kind === 'accepted') return { stoppedBy: null, nextAt: after(SPACING_MS), failures: 0 }
  const pauseMs = Math.min(SPACING_MS * 2 ** Math.min(failures, 20), LONGEST_PAUSE_MS)
  return { stoppedBy: outcome.stop ?? stoppedBy, nextAt: after(pauseMs), failures: failures + 1 }
}

/** Cuts a longer pause to the spacing. @returns the time of the next message */
function withoutPause({ nextAt }: Pick<QueueState, 'nextAt'>, now: Date): Date | null {
  const spaced = new Date(now.getTime() + SPACING_MS)
  return nextAt && nextAt > spaced ? spaced : nextAt
}

interface DaySource {
  /** The account; undefined if WhatsApp is not configured, and then there is no limit either. */
  whatsapp: WhatsappAccount | undefined
  timeZone: string
}

/** Counts the messages about orders of the current business day, and says until when its limit holds back others. */
export function countOfToday(
  { countedDay, sentToday, startsAt }: Pick<repo.QueueRow, 'countedDay' | 'sentToday' | 'startsAt'>,
  { whatsapp, timeZone }: DaySource,
  now: Date,
): { countedDay: string; sentToday: number; limitedUntil: Date | undefined } {
  const today = businessDayOf(now, startsAt, timeZone)
  const sent = countedDay === today ? sentToday : 0
  const isReached = whatsapp !== undefined && sent >= whatsapp.dailyLimit
  const limitedUntil = isReached ? startOfBusinessDay(addDays(today, 1), startsAt, timeZone) : undefined
  return { countedDay: today, sentToday: sent, limitedUntil }
}

/** Resets failures and their pause, because their cause may have been fixed. */
const anew = (queue: QueueState, now: Date) => ({ stoppedBy: null, failures: 0, nextAt: withoutPause(queue, now) })

/** Records at the start whether an account is configured: without one, orders queue no message. */
export async function adoptAccount(db: Database, account: WhatsappAccount | undefined, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await repo.writeQueue(tx, { ...anew(await repo.lockQueue(tx), now), configured: account !== undefined })
    await announceArea(tx, 'service')
  })
}

/** Drops messages that are no longer wanted, and lets the others be sent soon. */
export async function applyNotificationSettings(
  tx: Tx,
  before: repo.NotificationSettings,
  after: repo.NotificationSettings,
  now: Date,
): Promise<void> {
  const { ownerPhoneNumber: to, whatsappNotificationsEnabled: isOn } = after
  if (before.ownerPhoneNumber === to && before.whatsappNotificationsEnabled === isOn) return
  const queue = await repo.lockQueue(tx)
  const isUnwanted = !isOn || to === null
  const dropped = isUnwanted ? await repo.dropWaitingOrders(tx) : 0
  await repo.writeQueue(tx, anew(queue, now))
  if (dropped > 0 || queue.stoppedBy !== null) await announceArea(tx, 'service')
  await announceChange(tx, { topic: WHATSAPP_TOPIC })
}

/** Queues a test message unless one waits. */
export async function requestTestMessage(db: Database, day: DaySource, now: Date) {
  return inTransaction(db, async (tx) => {
    const queue = await repo.lockQueue(tx)
    if (!queue.configured) throw new AppError('whatsapp_not_configured')
    if (queue.to === null) throw new AppError('whatsapp_no_number')
    if ((await repo.countWaiting(tx)).tests === 0) await repo.insertTestMessage(tx, now)
    await repo.writeQueue(tx, { nextAt: withoutPause(queue, now) })
    await announceArea(tx, 'service')
    await announceChange(tx, { topic: WHATSAPP_TOPIC })
    return whatsappView(queue, await repo.countWaiting(tx), day, now)
  })
}

export async function readWhatsapp(db: Database, day: DaySource, now: Date) {
  const [queue, waiting] = await Promise.all([repo.readQueue(db), repo.countWaiting(db)])
  return whatsappView(queue, waiting, day, now)
}

function whatsappView(
  queue: repo.QueueRow,
  waiting: repo.Waiting,
  day: DaySource,
  now: Date,
): ResponseInput<typeof getWhatsapp> {
  const { configured, stoppedBy, lastAt } = queue
  // A stop takes precedence, because somebody must act on it, while the limit ends by itself.
  const reason = stoppedBy ?? (countOfToday(queue, day, now).limitedUntil ? 'daily_limit' : null)
  const state = reason === null ? 'ok' : 'stopped'
  return { configured, state, reason, lastAt, waiting: waiting.orders + waiting.tests }
}
