import { createHash } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { type DayLimit, limitedUntil, stateAfterReset, withoutPause } from './queue-rules.ts'
import * as repo from './repo.ts'
import { WHATSAPP_TOPIC } from './topic.ts'

/** Identifies an account without revealing its token. */
export function accountHash(account: WhatsappAccount): string {
  const { apiUrl, token, phoneNumberId, template, templateMany, language } = account
  const parts = [apiUrl, token, phoneNumberId, template, templateMany, language]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export interface DayLimitSource {
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

/**
 * Applies a change of the settings to the queue: drops messages that are no longer wanted, and lets a stopped queue send
 * again after a new number or when notifications are switched on.
 */
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

/**
 * Queues a test message, to be sent as soon as the spacing allows; if one is already waiting, adds no second one.
 * @throws AppError `whatsapp_not_configured`, `whatsapp_no_number`
 */
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

/** The state of the WhatsApp notifications, as owners see it. */
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
