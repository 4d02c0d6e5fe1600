import { createHash } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import { businessDayOf } from '#shared/domain/business-day.ts'
import { type DayLimit, limitedUntil, soonest, stateAfterReset } from './queue-rules.ts'
import * as repo from './repo.ts'
import { WHATSAPP_TOPIC } from './topic.ts'

/** Names an account without telling anything of it. */
export function accountHash(account: WhatsappAccount): string {
  const { apiUrl, token, phoneNumberId, template, templateMany, language } = account
  const parts = [apiUrl, token, phoneNumberId, template, templateMany, language]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** What decides how many messages may go in a day. */
export interface LimitParts {
  /** The account; undefined where there is none, and then there is no limit either. */
  whatsapp: WhatsappAccount | undefined
  timeZone: string
}

export function limitOf({ whatsapp, timeZone }: LimitParts, { startsAt }: repo.QueueRow): DayLimit {
  return { dailyLimit: whatsapp?.dailyLimit ?? Number.POSITIVE_INFINITY, startsAt, timeZone }
}

/** Writes down whether there is an account. With another one than before, what was stopped is tried again. */
export async function adoptAccount(db: Database, account: WhatsappAccount | undefined, now: Date): Promise<void> {
  const used = { configured: account !== undefined, account: account ? accountHash(account) : null }
  await inTransaction(db, async (tx) => {
    const queue = await repo.lockQueue(tx)
    if (queue.configured === used.configured && queue.account === used.account) return
    await repo.writeQueue(tx, { ...used, ...stateAfterReset(queue, now) })
    await announceArea(tx, 'service')
  })
}

type Wish = { ownerPhoneNumber: string | null; whatsappNotificationsEnabled: boolean; businessDayStart: string }

/** Follows a change of the settings: what is not wanted any more is taken out, another number is tried. */
export async function followSettings(tx: Tx, before: Wish, after: Wish, timeZone: string, now: Date): Promise<void> {
  const isOther = before.ownerPhoneNumber !== after.ownerPhoneNumber
  const isSwitched = before.whatsappNotificationsEnabled !== after.whatsappNotificationsEnabled
  const isMoved = before.businessDayStart !== after.businessDayStart
  if (!isOther && !isSwitched && !isMoved) return
  const queue = await repo.lockQueue(tx)
  if (isMoved) {
    const [day, named] = [before, after].map((wish) => businessDayOf(now, wish.businessDayStart, timeZone))
    // It is the same day by its other name, so the change neither ends a limit nor begins one.
    if (queue.countedDay === day) await repo.writeQueue(tx, { countedDay: named })
    await announceChange(tx, { topic: WHATSAPP_TOPIC })
  }
  if (!isOther && !isSwitched) return
  const dropped = await repo.dropUnwanted(tx)
  const isAnew = isOther || after.whatsappNotificationsEnabled
  if (isAnew) await repo.writeQueue(tx, stateAfterReset(queue, now))
  if (dropped > 0 || (isAnew && queue.stoppedBy !== null)) await announceArea(tx, 'service')
  await announceChange(tx, { topic: WHATSAPP_TOPIC })
}

/**
 * Has a test sent as soon as the spacing lets it; a test that waits already is the same one.
 * @throws AppError `whatsapp_not_configured`, `whatsapp_no_number`
 */
export async function askForTest(db: Database, parts: LimitParts, now: Date): Promise<Whatsapp> {
  return inTransaction(db, async (tx) => {
    const queue = await repo.lockQueue(tx)
    if (!queue.configured) throw new AppError('whatsapp_not_configured')
    if ((await repo.readOwnerNumber(tx)) === null) throw new AppError('whatsapp_no_number')
    const waiting = await repo.countWaiting(tx)
    if (waiting.tests === 0) await repo.insertTest(tx, now)
    await repo.writeQueue(tx, { nextAt: soonest(queue, now) })
    await announceArea(tx, 'service')
    await announceChange(tx, { topic: WHATSAPP_TOPIC })
    return whatsappView(queue, waiting.all + (waiting.tests === 0 ? 1 : 0), limitOf(parts, queue), now)
  })
}

/** What owners see of the connection. */
export async function readWhatsapp(db: Database, parts: LimitParts, now: Date): Promise<Whatsapp> {
  const [queue, waiting] = await Promise.all([repo.readQueue(db), repo.countWaiting(db)])
  return whatsappView(queue, waiting.all, limitOf(parts, queue), now)
}

function whatsappView(queue: repo.QueueRow, waiting: number, limit: DayLimit, now: Date): Whatsapp {
  const { configured, stoppedBy, lastAt } = queue
  // A stop is shown first: somebody must act on it, while the limit ends by itself.
  const reason = stoppedBy ?? (configured && limitedUntil(queue, limit, now) ? 'daily_limit' : null)
  const state = reason === null ? 'ok' : 'stopped'
  return { configured, state, reason, lastAt: lastAt?.toISOString() ?? null, waiting }
}
