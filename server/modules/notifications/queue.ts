import { createHash } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea, announceChange } from '#server/platform/live/announcements.ts'
import {
  isCertainlyNotAccepted,
  MAX_RETRY_AFTER_MS,
  type WhatsappAccount,
  type WhatsappOutcome,
} from '#server/platform/whatsapp.ts'
import type { Whatsapp, WhatsappStop } from '#shared/contracts/whatsapp.ts'
import { businessDayOf, startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import * as repo from './repo.ts'
import { WHATSAPP_TOPIC } from './repo.ts'

/** WhatsApp accepts one message per number in this time; a second one is rejected with error 131056. */
export const SPACING_MS = 6_000
/** A message only counts older orders (docs/product/notifications.md#whatsapp-rush). */
export const MAX_SINGLE_AGE_MS = 15 * 60_000
/** Longer than the reachability check and the sending time out, so that no other instance sends the same messages. */
export const LEASE_MS = 20_000
const MAX_PAUSE_MS = 10 * 60_000
/** More than one order in this time, for longer than a rush lasts, is a flood. */
const FLOOD_INTERVAL_MS = 20_000
/** Messages of a flood that are sent at the normal spacing; with each further one the spacing doubles. */
const UNSLOWED_FLOOD_MESSAGES = 10
/** The flood count does not go higher: at this count the spacing has reached `MAX_PAUSE_MS`. */
const MAX_FLOOD_COUNT = UNSLOWED_FLOOD_MESSAGES + Math.ceil(Math.log2(MAX_PAUSE_MS / SPACING_MS))
const MAX_STRANGE_ANSWERS = 5

/** A message in the outbox: about an order, or a test message (`orderId` null). */
export interface QueuedMessage {
  orderId: number | null
  createdAt: Date
}

export type MessageKind = { kind: 'test' } | { kind: 'order'; orderId: number } | { kind: 'orders'; count: number }

/** The one message to send for all that wait: a test, a description of a single recent order, or else their count. */
export function messageKindOf(queued: readonly QueuedMessage[], now: Date): MessageKind | undefined {
  const [first] = queued
  if (!first) return undefined
  if (first.orderId === null) return { kind: 'test' }
  const isRecent = now.getTime() - first.createdAt.getTime() < MAX_SINGLE_AGE_MS
  if (queued.length === 1 && isRecent) return { kind: 'order', orderId: first.orderId }
  return { kind: 'orders', count: queued.length }
}

export interface QueueState {
  stoppedBy: WhatsappStop | null
  /** When the next message may be sent; null for now. */
  nextAt: Date | null
  failures: number
  /** Responses that WhatsApp does not document, without an accepted message or a documented response between them. */
  strangeAnswers: number
}

/**
 * The state of the queue after the outcome of a message (docs/product/notifications.md#whatsapp-retries,
 * #whatsapp-stopped).
 * @param spacingMs time to the next message after one that may have been sent
 */
export function stateAfter(
  { stoppedBy, failures: earlierFailures, strangeAnswers }: QueueState,
  outcome: WhatsappOutcome,
  isTest: boolean,
  now: Date,
  spacingMs = SPACING_MS,
): QueueState {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (outcome.kind === 'accepted') return { stoppedBy: null, nextAt: after(spacingMs), failures: 0, strangeAnswers: 0 }
  if (outcome.kind === 'stopped')
    return { stoppedBy: outcome.stop, nextAt: after(SPACING_MS), failures: earlierFailures, strangeAnswers }
  const failures = earlierFailures + 1
  const minPauseMs = isCertainlyNotAccepted(outcome) ? SPACING_MS : spacingMs
  const pauseMs = Math.max(minPauseMs, pauseAfter(failures), outcome.kind === 'busy' ? outcome.retryAfterMs : 0)
  const failed = { stoppedBy, nextAt: after(pauseMs), failures, strangeAnswers }
  if (outcome.kind === 'busy') return { ...failed, strangeAnswers: 0 }
  const isUndocumented = outcome.kind === 'refused' || (outcome.kind === 'unknown' && outcome.isUndocumented)
  if (!isUndocumented) return failed
  // The owner who requested a test message is waiting for its result.
  const isStop = strangeAnswers + 1 >= MAX_STRANGE_ANSWERS || (isTest && outcome.kind === 'refused')
  return { ...failed, strangeAnswers: strangeAnswers + 1, stoppedBy: isStop ? 'refused' : stoppedBy }
}

/** The state after somebody has changed what may have stopped the queue: sending resumes after the spacing. */
export function stateAfterReset(state: Pick<QueueState, 'nextAt'>, now: Date): QueueState {
  return { stoppedBy: null, nextAt: withoutPause(state, now), failures: 0, strangeAnswers: 0 }
}

/** When the next message may be sent. A time beyond any pause or lease was written by a wrong clock. */
export function nextSendAt({ nextAt, leasedUntil }: Record<'nextAt' | 'leasedUntil', Date | null>, now: Date): Date {
  const unlessTooFar = (until: Date | null, maxMs: number) =>
    until && until.getTime() - now.getTime() <= maxMs ? until : now
  const times = [now, unlessTooFar(nextAt, MAX_RETRY_AFTER_MS), unlessTooFar(leasedUntil, LEASE_MS)]
  return new Date(Math.max(...times.map((time) => time.getTime())))
}

/** The time of the next message when a longer pause is cut to the spacing. */
export function withoutPause({ nextAt }: Pick<QueueState, 'nextAt'>, now: Date): Date | null {
  const spaced = new Date(now.getTime() + SPACING_MS)
  return nextAt && nextAt > spaced ? spaced : nextAt
}

/** The pause in ms after a number of failures in a row: doubles with each, up to `MAX_PAUSE_MS`. */
function pauseAfter(failures: number): number {
  return Math.min(SPACING_MS * 2 ** Math.min(failures - 1, 20), MAX_PAUSE_MS)
}

/**
 * The flood count after a message that may have been sent (docs/product/notifications.md#whatsapp-flood): one higher if
 * its orders were more frequent than one per `FLOOD_INTERVAL_MS`, otherwise one lower for each such interval without an
 * order.
 * @param lastAt when the previous message was accepted
 * @param orders number of orders in the message; 0 for a test message
 */
export function floodAfter(
  { inFlood, lastAt }: { inFlood: number; lastAt: Date | null },
  orders: number,
  now: Date,
): number {
  const passedMs = lastAt ? Math.max(now.getTime() - lastAt.getTime(), 0) : Number.POSITIVE_INFINITY
  const quietIntervals = Math.floor(passedMs / FLOOD_INTERVAL_MS) - orders
  return Math.min(Math.max(inFlood + (quietIntervals < 0 ? 1 : -quietIntervals), 0), MAX_FLOOD_COUNT)
}

export function floodSpacingMs(inFlood: number): number {
  return Math.min(SPACING_MS * 2 ** Math.max(inFlood - UNSLOWED_FLOOD_MESSAGES, 0), MAX_PAUSE_MS)
}

interface DayCount {
  /** YYYY-MM-DD; null before the first message. */
  countedDay: string | null
  sentToday: number
}

export interface DayLimit {
  dailyLimit: number
  /** HH:MM, when a business day begins. */
  startsAt: string
  timeZone: string
}

/**
 * The count of the current business day. If a clock set back or a later day start returns to the previous day, its
 * messages count towards the day after it, so that no day has the limit twice. A counted day further ahead was written
 * by a wrong clock and is ignored.
 */
export function currentDayCount(count: DayCount, limit: DayLimit, now: Date): DayCount & { countedDay: string } {
  const day = businessDayOf(now, limit.startsAt, limit.timeZone)
  const { countedDay, sentToday } = count
  const isCurrent = countedDay !== null && countedDay >= day && countedDay <= addDays(day, 1)
  return isCurrent ? { countedDay, sentToday } : { countedDay: day, sentToday: 0 }
}

/** Undefined while the limit is not reached (docs/product/notifications.md#whatsapp-limit). */
export function limitedUntil(count: DayCount, limit: DayLimit, now: Date): Date | undefined {
  const { countedDay, sentToday } = currentDayCount(count, limit, now)
  if (sentToday < limit.dailyLimit) return undefined
  return startOfBusinessDay(addDays(countedDay, 1), limit.startsAt, limit.timeZone)
}

/** Whether a past day's limit was reached and no message counted since: owners' pages still show it. */
export function hasLimitExpired(count: DayCount, limit: DayLimit, now: Date): boolean {
  return count.sentToday >= limit.dailyLimit && currentDayCount(count, limit, now).sentToday === 0
}

/** Identifies an account without revealing its token. */
export function accountHash(account: WhatsappAccount): string {
  const { apiUrl, token, phoneNumberId, template, templateMany, language } = account
  const parts = [apiUrl, token, phoneNumberId, template, templateMany, language]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

interface DayLimitSource {
  /** Undefined if WhatsApp is not configured; then there is no limit either. */
  whatsapp: WhatsappAccount | undefined
  timeZone: string
}

export function dayLimitOf({ whatsapp, timeZone }: DayLimitSource, { startsAt }: repo.QueueRow): DayLimit {
  return { dailyLimit: whatsapp?.dailyLimit ?? Number.POSITIVE_INFINITY, startsAt, timeZone }
}

/** Records at the start which account is configured, if any. If it has changed, a stopped queue sends again. */
export async function adoptAccount(db: Database, account: WhatsappAccount | undefined, now: Date): Promise<void> {
  const current = { configured: account !== undefined, account: account ? accountHash(account) : null }
  await inTransaction(db, async (tx) => {
    const queue = await repo.lockQueue(tx)
    if (queue.configured === current.configured && queue.account === current.account) return
    await repo.writeQueue(tx, { ...current, ...stateAfterReset(queue, now) })
    await announceArea(tx, 'service')
  })
}

interface NotificationSettings {
  ownerPhoneNumber: string | null
  whatsappNotificationsEnabled: boolean
  businessDayStart: string
}

/** Drops messages that are no longer wanted; a new number, or switching on, lets a stopped queue send again. */
export async function applyNotificationSettings(
  tx: Tx,
  before: NotificationSettings,
  after: NotificationSettings,
  timeZone: string,
  now: Date,
): Promise<void> {
  const hasNewNumber = before.ownerPhoneNumber !== after.ownerPhoneNumber
  const isSwitched = before.whatsappNotificationsEnabled !== after.whatsappNotificationsEnabled
  const hasNewDayStart = before.businessDayStart !== after.businessDayStart
  if (!hasNewNumber && !isSwitched && !hasNewDayStart) return
  const queue = await repo.lockQueue(tx)
  if (hasNewDayStart) {
    const [oldDay, newDay] = [before, after].map((setting) => businessDayOf(now, setting.businessDayStart, timeZone))
    // The count moves to the new date, so that the change neither resets the day's limit nor starts a new one.
    if (queue.countedDay === oldDay) await repo.writeQueue(tx, { countedDay: newDay })
    await announceChange(tx, { topic: WHATSAPP_TOPIC })
  }
  if (!hasNewNumber && !isSwitched) return
  const dropped = await repo.dropUnwanted(tx)
  const isReset = hasNewNumber || after.whatsappNotificationsEnabled
  if (isReset) await repo.writeQueue(tx, stateAfterReset(queue, now))
  if (dropped > 0 || (isReset && queue.stoppedBy !== null)) await announceArea(tx, 'service')
  await announceChange(tx, { topic: WHATSAPP_TOPIC })
}

/** Queues a test message unless one waits. @throws AppError `whatsapp_not_configured`, `whatsapp_no_number` */
export async function requestTestMessage(db: Database, parts: DayLimitSource, now: Date): Promise<Whatsapp> {
  return inTransaction(db, async (tx) => {
    const queue = await repo.lockQueue(tx)
    if (!queue.configured) throw new AppError('whatsapp_not_configured')
    if ((await repo.readOwnerNumber(tx)) === null) throw new AppError('whatsapp_no_number')
    const waiting = await repo.countWaiting(tx)
    if (waiting.tests === 0) await repo.insertTestMessage(tx, now)
    await repo.writeQueue(tx, { nextAt: withoutPause(queue, now) })
    await announceArea(tx, 'service')
    await announceChange(tx, { topic: WHATSAPP_TOPIC })
    return whatsappView(queue, waiting.all + (waiting.tests === 0 ? 1 : 0), dayLimitOf(parts, queue), now)
  })
}

export async function readWhatsapp(db: Database, parts: DayLimitSource, now: Date): Promise<Whatsapp> {
  const [queue, waiting] = await Promise.all([repo.readQueue(db), repo.countWaiting(db)])
  return whatsappView(queue, waiting.all, dayLimitOf(parts, queue), now)
}

function whatsappView(queue: repo.QueueRow, waiting: number, limit: DayLimit, now: Date): Whatsapp {
  const { configured, stoppedBy, lastAt } = queue
  // A stop takes precedence: somebody must act on it, while the limit ends by itself.
  const reason = stoppedBy ?? (configured && limitedUntil(queue, limit, now) ? 'daily_limit' : null)
  const state = reason === null ? 'ok' : 'stopped'
  return { configured, state, reason, lastAt: lastAt?.toISOString() ?? null, waiting }
}
