import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { translator } from '#server/platform/language.ts'
import { repeatedly } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import {
  isCertainlyNotAccepted,
  type TemplateMessage,
  type WhatsappAccount,
  type WhatsappApi,
  type WhatsappOutcome,
} from '#server/platform/whatsapp.ts'
import { plainMoney } from '#shared/domain/money.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import {
  accountHash,
  currentDayCount,
  type DayLimit,
  dayLimitOf,
  floodAfter,
  floodSpacingMs,
  hasLimitExpired,
  LEASE_MS,
  limitedUntil,
  type MessageKind,
  messageKindOf,
  nextSendAt,
  SPACING_MS,
  stateAfter,
  stateAfterReset,
  withoutPause,
} from './queue.ts'
import type { OrderForMessage } from './repo.ts'
import * as repo from './repo.ts'

/** What a message is about, with the data its text needs. */
type MessageSubject = { kind: 'test' } | { kind: 'order'; order: OrderForMessage } | { kind: 'orders'; count: number }

/** The message about a subject, in the language of the templates (docs/product/notifications.md#whatsapp-says). */
function templateMessage(
  subject: MessageSubject,
  { account: templates, timeZone, clock }: SenderParts,
  to: string,
): TemplateMessage {
  const language = templates.language.startsWith('ro') ? 'ro' : 'en'
  const t = translator(language)
  if (subject.kind === 'orders') {
    return { to, template: templates.templateMany, parameters: [t('notifications.orders', { count: subject.count })] }
  }
  if (subject.kind === 'test') {
    return { to, template: templates.template, parameters: ['0', t('notifications.test'), plainMoney(0, 'lei')] }
  }
  const { id, tableNumber, diningOption, pickupAt, total, currency } = subject.order
  const table = tableNumber === null ? t('checkout.dineIn') : t('common.table', { number: tableNumber })
  const destination = diningOption === 'takeaway' ? t('checkout.takeaway') : table
  const pickup = pickupAt && momentText(pickupAt, clock.now(), timeZone) + whichRun(pickupAt, timeZone, language)
  const place = [destination, pickup].filter(Boolean).join(', ')
  return { to, template: templates.template, parameters: [String(id), place, plainMoney(total, currency)] }
}

/** `18:30`, or `27.11, 12:30` on another day than today. */
function momentText(moment: Date, now: Date, timeZone: string): string {
  const { day, time } = localTime(moment, timeZone)
  const [, month, date] = day.split('-')
  return day === localTime(now, timeZone).day ? time : `${date}.${month}, ${time}`
}

/** A message is sent twice only if the outcome of the first try is unknown, and never a third time. */
const MAX_TRIES = 2
/** Longer than the longest business day, so that orders held back by the daily limit are announced the next day. */
const MAX_ORDER_AGE_MS = 36 * 60 * 60_000
const MAX_TEST_AGE_MS = 15 * 60_000
const WRITE_ATTEMPTS = 60

interface SenderParts {
  db: Database
  clock: Clock
  log: Log
  timeZone: string
  account: WhatsappAccount
  api: WhatsappApi
  closing: AbortSignal
}

interface DueBatch {
  ids: number[]
  subject: MessageSubject
  to: string
  /** Whether the last try failed; if so, the sender first checks that WhatsApp is reachable. */
  hasFailedBefore: boolean
  leasedUntil: Date
}

/**
 * Sends what is due in at most one message and records its outcome. While it waits for WhatsApp, no transaction is open
 * and no connection is held (docs/decisions/019-whatsapp-outbox.md).
 * @returns when to check again; undefined if nothing is scheduled
 */
export async function sendDueMessage(parts: SenderParts): Promise<Date | undefined> {
  const { db, clock, api, closing } = parts
  const due = await dueAt(parts)
  if (due === undefined || due > clock.now()) return due
  const batch = await inTransaction(db, (tx) => leaseBatch(tx, parts))
  if (!batch) return undefined
  const isReachable = !batch.hasFailedBefore || (await api.isReachable(closing))
  const outcome: WhatsappOutcome = isReachable
    ? await api.send(templateMessage(batch.subject, parts, batch.to))
    : { kind: 'unreached', why: 'no answer' }
  // An outcome that is not recorded counts as unknown, and the message would be sent twice.
  return repeatedly(WRITE_ATTEMPTS, closing, () => inTransaction(db, (tx) => writeOutcome(tx, parts, batch, outcome)))
}

/** When there is something to do; undefined if nothing, or if this account is no longer the current one. */
async function dueAt(parts: SenderParts): Promise<Date | undefined> {
  const { db, clock, account } = parts
  const [queue, waiting] = await Promise.all([repo.readQueue(db), repo.countWaiting(db)])
  if (queue.account !== accountHash(account)) return undefined
  return nextDue(queue, waiting, ownLimit(parts, queue), clock.now())
}

/** When the next message may be sent, or the expired daily limit must be cleared from the owners' pages. */
function nextDue(
  queue: repo.QueueRow,
  waiting: { all: number; tests: number },
  limit: DayLimit,
  now: Date,
): Date | undefined {
  const sendAt = nextSendAt(queue, now)
  if (waiting.tests > 0 || hasLimitExpired(queue, limit, now)) return sendAt
  const until = limitedUntil(queue, limit, now)
  if (until) return new Date(Math.max(until.getTime(), sendAt.getTime()))
  return queue.stoppedBy === null && waiting.all > 0 ? sendAt : undefined
}

function ownLimit({ account, timeZone }: SenderParts, queue: repo.QueueRow): DayLimit {
  return dayLimitOf({ whatsapp: account, timeZone }, queue)
}

/** Takes the lease with the messages that are due; undefined if none are due, or another instance has the lease. */
async function leaseBatch(tx: Tx, parts: SenderParts): Promise<DueBatch | undefined> {
  const { clock, log, account } = parts
  const queue = await repo.lockQueue(tx)
  const now = clock.now()
  if (nextSendAt(queue, now) > now || queue.account !== accountHash(account)) return undefined
  await repo.dropUnwanted(tx)
  await dropOutdated(tx, now)
  logGivenUp(log, await repo.dropExhausted(tx, MAX_TRIES))
  const tests = await repo.lockDueMessages(tx, 'tests')
  const limit = ownLimit(parts, queue)
  const { countedDay, sentToday } = currentDayCount(queue, limit, now)
  if (hasLimitExpired(queue, limit, now)) {
    await repo.writeQueue(tx, { countedDay, sentToday })
    await announceArea(tx, 'service')
  }
  const isOnlyTests = tests.length > 0 || queue.stoppedBy !== null || sentToday >= limit.dailyLimit
  const due = isOnlyTests ? tests : await repo.lockDueMessages(tx, 'orders')
  const message = messageKindOf(due, now)
  const to = await repo.readOwnerNumber(tx)
  if (!message || to === null) return undefined
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  // Counted before it is sent: a message whose outcome is unknown after a crash may have been charged.
  const counted = message.kind === 'test' ? {} : { countedDay, sentToday: sentToday + 1 }
  await repo.writeQueue(tx, { leasedUntil, ...counted })
  const subject = await readSubject(tx, message)
  return { ids: due.map(({ id }) => id), subject, to, hasFailedBefore: queue.failures > 0, leasedUntil }
}

async function readSubject(tx: Tx, message: MessageKind): Promise<MessageSubject> {
  if (message.kind !== 'order') return message
  return { kind: 'order', order: await repo.readOrderForMessage(tx, message.orderId) }
}

/** Records the outcome and releases the lease. @returns when to check again, as `nextDue` */
async function writeOutcome(
  tx: Tx,
  parts: SenderParts,
  { ids, subject, to, leasedUntil }: DueBatch,
  outcome: WhatsappOutcome,
): Promise<Date | undefined> {
  const { clock, log, account } = parts
  const queue = await repo.lockQueue(tx)
  // The lease has passed to another instance, which treats the outcome of this message as unknown.
  if (queue.leasedUntil?.getTime() !== leasedUntil.getTime()) return undefined
  const now = clock.now()
  const isTest = subject.kind === 'test'
  const isAccepted = outcome.kind === 'accepted'
  // If the account or the number was replaced while the message was being sent, its failure does not apply to them.
  const isReplaced = queue.account !== accountHash(account) || (await repo.readOwnerNumber(tx)) !== to
  if (isAccepted) await repo.finishMessages(tx, ids, now)
  // A test message is never repeated after a definite outcome: the owner has the result.
  else if (isTest && !isReplaced && (outcome.kind === 'stopped' || outcome.kind === 'refused'))
    await repo.dropMessages(tx, ids)
  else if (isCertainlyNotAccepted(outcome)) await repo.finishMessages(tx, ids, null)
  else logGivenUp(log, await repo.dropExhausted(tx, MAX_TRIES, ids))
  if (!isAccepted) log.warn({ outcome }, 'WhatsApp did not accept a message')

  const afterSpacing = new Date(now.getTime() + SPACING_MS)
  const mayBeSent = !isCertainlyNotAccepted(outcome)
  const inFlood = mayBeSent ? floodAfter(queue, isTest ? 0 : ids.length, now) : queue.inFlood
  const sentToday = mayBeSent || isTest ? queue.sentToday : Math.max(queue.sentToday - 1, 0)
  const state =
    isReplaced && !isAccepted
      ? stateAfterReset({ nextAt: afterSpacing }, now)
      : stateAfter(queue, outcome, isTest, now, floodSpacingMs(inFlood))
  const waiting = await repo.countWaiting(tx)
  // A test message requested while this one was being sent does not wait for a longer pause.
  const hasNewTest = waiting.tests > 0 && !isTest
  const nextAt = hasNewTest ? withoutPause(state, now) : state.nextAt
  const lastAt = isAccepted ? now : queue.lastAt
  const change = { ...state, nextAt, leasedUntil: null, lastAt, inFlood, sentToday }
  await repo.writeQueue(tx, change)
  await announceArea(tx, 'service')
  return nextDue({ ...queue, ...change }, waiting, ownLimit(parts, queue), now)
}

function logGivenUp(log: Log, { length: messages }: readonly unknown[]): void {
  if (messages > 0) log.warn({ messages }, 'messages given up: the owner may not have received them')
}

async function dropOutdated(tx: Tx, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await repo.dropOutdated(tx, ago(MAX_ORDER_AGE_MS), ago(MAX_TEST_AGE_MS))
}

/** Deletes messages that were accepted 36 hours ago, and waiting ones that are too old to be sent. */
export async function deleteOldMessages(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await repo.lockQueue(tx)
    await repo.dropAccepted(tx, new Date(now.getTime() - MAX_ORDER_AGE_MS))
    await dropOutdated(tx, now)
  })
}
