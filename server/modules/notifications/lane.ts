import type { Tx } from '#server/db/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { isAhead, isRecent } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Lane } from '#server/platform/outbox.ts'
import { plainMoney } from '#shared/domain/money.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { translator } from '#shared/i18n/words/index.ts'
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

interface SenderParts extends Pick<AreaBase, 'log' | 'timeZone'> {
  gate: Pick<AreaBase['gate'], 'isOpen'>
  whatsapp: WhatsappAccount
  api: WhatsappApi
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

/** How the waiting messages are sent: as at most one message at a time (docs/decisions/065-outbox-and-paper.md). */
export function messageLane(parts: SenderParts): Lane<Batch, WhatsappOutcome> {
  const { gate, log, api } = parts
  return {
    failure: 'messages to the owner could not be processed',
    async take(tx, now) {
      const queue = await repo.lockQueue(tx)
      // By a clock that may be wrong, nothing is too old.
      const ago = (ms: number) => new Date(gate.isOpen() ? now.getTime() - ms : 0)
      // Another instance's attempt may be the last one, and may still be accepted.
      const isLeased = isAhead(queue.leasedUntil, now, LEASE_MS)
      const messages = isLeased ? 0 : await repo.giveUp(tx, MAX_ATTEMPTS, ago(MAX_ORDER_AGE_MS), ago(MAX_TEST_AGE_MS))
      if (messages > 0) log.warn({ messages }, 'messages given up: the owner may not have received them')
      const waiting = await repo.countWaiting(tx)
      const nextAt = nextDue(queue, waiting, parts, now)
      if (queue.to === null || nextAt === undefined || nextAt > now) return { due: [], nextAt }
      const isTest = waiting.tests > 0
      const taken = await repo.takeMessages(tx, isTest ? 'tests' : 'orders')
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      // Counted before it is sent: a message whose outcome is unknown after a crash may have been charged.
      const { countedDay, sentToday } = countOfToday(queue, parts, now)
      await repo.writeQueue(tx, { leasedUntil, ...(!isTest && { countedDay, sentToday: sentToday + 1 }) })
      const message = await messageAbout(tx, taken, parts, { to: queue.to, now })
      const batch = { ids: taken.map(({ id }) => id), isTest, message, isRetry: queue.failures > 0, leasedUntil }
      return { due: [batch], nextAt: leasedUntil }
    },
    async send({ isRetry, message }) {
      const check: WhatsappOutcome = isRetry ? await api.check() : { kind: 'accepted' }
      return check.kind === 'accepted' ? api.send(message) : check
    },
    async record(tx, { ids, isTest, leasedUntil }, outcome, now) {
      const queue = await repo.lockQueue(tx)
      // The lease has passed to another instance, which treats the outcome of this message as unknown.
      if (queue.leasedUntil?.getTime() !== leasedUntil.getTime()) return
      const isAccepted = outcome.kind === 'accepted'
      const isCertainlyNotSent = !isAccepted && !outcome.isUnknown
      if (isAccepted || isCertainlyNotSent) await repo.finishMessages(tx, ids, isAccepted ? now : null)
      if (!isAccepted) log.warn({ outcome }, 'WhatsApp did not accept a message')
      const sentToday = isCertainlyNotSent && !isTest ? Math.max(queue.sentToday - 1, 0) : queue.sentToday
      const lastAt = isAccepted ? now : queue.lastAt
      await repo.writeQueue(tx, { ...stateAfter(queue, outcome, now), lastAt, sentToday, leasedUntil: null })
      await announceArea(tx, 'service')
    },
  }
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

/** Returns one message for all that wait, in the templates' language: a test, one recent order, or their count. */
async function messageAbout(
  tx: Tx,
  taken: readonly { orderId: number | null; createdAt: Date }[],
  { whatsapp: { template, templateMany, language: code }, timeZone }: SenderParts,
  { to, now }: { to: string; now: Date },
): Promise<TemplateMessage> {
  const language = code.startsWith('ro') ? 'ro' : 'en'
  const t = translator(language)
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
