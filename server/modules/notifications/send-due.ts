import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { type Clock, isAhead, isRecent } from '#server/platform/clock.ts'
import type { Gate } from '#server/platform/gate.ts'
import { translator } from '#server/platform/language.ts'
import { repeatedly } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import { plainMoney } from '#shared/domain/money.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { countOfToday, LONGEST_PAUSE_MS, stateAfter } from './queue.ts'
import * as repo from './repo.ts'
import type { TemplateMessage, WhatsappAccount, WhatsappApi, WhatsappOutcome } from './whatsapp.ts'

/** Older orders are only counted in a message (docs/product/notifications.md#whatsapp-rush). */
const MAX_SINGLE_AGE_MS = 15 * 60_000
/** A lease outlasts the timeouts of the check and of sending, so that no other instance sends the same messages. */
const LEASE_MS = 20_000
/** A message is sent twice only if the outcome of the first attempt is unknown, and never a third time. */
const MAX_ATTEMPTS = 2
/** Messages wait longer than the longest business day, so that those over the daily limit are sent the next day. */
const MAX_ORDER_AGE_MS = 36 * 60 * 60_000
const MAX_TEST_AGE_MS = 15 * 60_000
const WRITE_ATTEMPTS = 60

interface SenderParts {
  db: Database
  clock: Clock
  gate: Pick<Gate, 'isOpen'>
  log: Log
  timeZone: string
  whatsapp: WhatsappAccount
  api: WhatsappApi
  closing: AbortSignal
}

/** The rows that one message is about. */
interface Batch {
  ids: number[]
  isTest: boolean
  message: TemplateMessage
  /** Whether the last message failed; if so, the sender first asks WhatsApp about the number. */
  isRetry: boolean
  leasedUntil: Date
}

/**
 * Sends the waiting messages as at most one message, and records the outcome. While it waits for WhatsApp, no
 * transaction is open and no connection is held (docs/decisions/019-whatsapp-outbox.md).
 * @returns when to check again; undefined if nothing waits
 */
export async function sendDueMessage(parts: SenderParts): Promise<Date | undefined> {
  const { db, api, closing } = parts
  const { batch, nextAt } = await inTransaction(db, (tx) => takeBatch(tx, parts))
  if (!batch) return nextAt
  const check: WhatsappOutcome = batch.isRetry ? await api.check() : { kind: 'accepted' }
  const outcome = check.kind === 'accepted' ? await api.send(batch.message) : check
  // An outcome that is not recorded counts as unknown, and the message would be sent twice.
  return repeatedly(WRITE_ATTEMPTS, closing, () => inTransaction(db, (tx) => recordOutcome(tx, parts, batch, outcome)))
}

/** Takes the lease and the due messages. @returns no batch if none are due, or if another instance sends */
async function takeBatch(tx: Tx, parts: SenderParts): Promise<{ batch?: Batch; nextAt?: Date | undefined }> {
  const { clock, gate, log } = parts
  const queue = await repo.lockQueue(tx)
  const now = clock.now()
  // By a clock that may be wrong, nothing is too old.
  const ago = (ms: number) => new Date(gate.isOpen() ? now.getTime() - ms : 0)
  // Another instance's attempt may be the last one, and may still be accepted.
  const isLeased = isAhead(queue.leasedUntil, now, LEASE_MS)
  const messages = isLeased ? 0 : await repo.giveUp(tx, MAX_ATTEMPTS, ago(MAX_ORDER_AGE_MS), ago(MAX_TEST_AGE_MS))
  if (messages > 0) log.warn({ messages }, 'messages given up: the owner may not have received them')
  const waiting = await repo.countWaiting(tx)
  const nextAt = nextDue(queue, waiting, parts, now)
  if (queue.to === null || nextAt === undefined || nextAt > now) return { nextAt }
  const isTest = waiting.tests > 0
  const taken = await repo.takeMessages(tx, isTest ? 'tests' : 'orders')
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  // Counted before it is sent: a message whose outcome is unknown after a crash may have been charged.
  const { countedDay, sentToday } = countOfToday(queue, parts, now)
  await repo.writeQueue(tx, { leasedUntil, ...(!isTest && { countedDay, sentToday: sentToday + 1 }) })
  const message = await messageAbout(tx, taken, parts, queue.to)
  return { batch: { ids: taken.map(({ id }) => id), isTest, message, isRetry: queue.failures > 0, leasedUntil } }
}

/** Returns when the next message may be sent; undefined if none waits. */
function nextDue(queue: repo.QueueRow, waiting: repo.Waiting, parts: SenderParts, now: Date): Date | undefined {
  if (queue.to === null || waiting.tests + waiting.orders === 0) return undefined
  const limitedUntil = waiting.tests > 0 ? undefined : countOfToday(queue, parts, now).limitedUntil
  const waits = [
    isAhead(queue.nextAt, now, LONGEST_PAUSE_MS) ? queue.nextAt : now,
    isAhead(queue.leasedUntil, now, LEASE_MS) ? queue.leasedUntil : now,
    limitedUntil ?? now,
  ]
  return new Date(Math.max(...waits.map((time) => time.getTime())))
}

/** Records the outcome and releases the lease. @returns when to check again, as `nextDue` */
async function recordOutcome(
  tx: Tx,
  parts: SenderParts,
  { ids, isTest, leasedUntil }: Batch,
  outcome: WhatsappOutcome,
): Promise<Date | undefined> {
  const queue = await repo.lockQueue(tx)
  // The lease has passed to another instance, which treats the outcome of this message as unknown.
  if (queue.leasedUntil?.getTime() !== leasedUntil.getTime()) return undefined
  const now = parts.clock.now()
  const isAccepted = outcome.kind === 'accepted'
  const isCertainlyNotSent = !isAccepted && !outcome.isUnknown
  if (isAccepted || isCertainlyNotSent) await repo.finishMessages(tx, ids, isAccepted ? now : null)
  if (!isAccepted) parts.log.warn({ outcome }, 'WhatsApp did not accept a message')
  const sentToday = isCertainlyNotSent && !isTest ? Math.max(queue.sentToday - 1, 0) : queue.sentToday
  const lastAt = isAccepted ? now : queue.lastAt
  const change = { ...stateAfter(queue, outcome, now), lastAt, sentToday, leasedUntil: null }
  await repo.writeQueue(tx, change)
  await announceArea(tx, 'service')
  return nextDue({ ...queue, ...change }, await repo.countWaiting(tx), parts, now)
}

/** Returns one message for all that wait, in the templates' language: a test, one recent order, or their count. */
async function messageAbout(
  tx: Tx,
  taken: readonly { orderId: number | null; createdAt: Date }[],
  { whatsapp: { template, templateMany, language: code }, timeZone, clock }: SenderParts,
  to: string,
): Promise<TemplateMessage> {
  const language = code.startsWith('ro') ? 'ro' : 'en'
  const t = translator(language)
  const now = clock.now()
  const [first] = taken
  if (first?.orderId === null) return { to, template, parameters: ['0', t('notifications.test'), plainMoney(0, 'lei')] }
  if (!first || !isRecent(first.createdAt, now, MAX_SINGLE_AGE_MS) || taken.length > 1)
    return { to, template: templateMany, parameters: [t('notifications.orders', { count: taken.length })] }
  const order = await repo.readOrderForMessage(tx, first.orderId)
  const { id, tableNumber, diningOption, pickupAt, total, currency } = order
  const table = tableNumber === null ? t('checkout.dineIn') : t('common.table', { number: tableNumber })
  const destination = diningOption === 'takeaway' ? t('checkout.takeaway') : table
  const pickup = pickupAt && momentText(pickupAt, now, timeZone) + whichRun(pickupAt, timeZone, language)
  const where = [destination, pickup].filter(Boolean).join(', ')
  return { to, template, parameters: [String(id), where, plainMoney(total, currency)] }
}

/** Formats a time as `18:30`, or as `27.11, 12:30` on another day. */
function momentText(moment: Date, now: Date, timeZone: string): string {
  const { day, time } = localTime(moment, timeZone)
  const [, month, date] = day.split('-')
  return day === localTime(now, timeZone).day ? time : `${date}.${month}, ${time}`
}
