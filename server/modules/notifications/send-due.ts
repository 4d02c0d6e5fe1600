import { setTimeout } from 'node:timers/promises'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Log } from '#server/platform/log.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import type { WhatsappApi } from '#server/platform/whatsapp/api.ts'
import { isCertainlyNotTaken, type WhatsappOutcome } from '#server/platform/whatsapp/outcome.ts'
import { type MessageSubject, templateMessage } from './message.ts'
import {
  countNow,
  type DayLimit,
  floodAfter,
  freeAt,
  isLimitOver,
  LEASE_MS,
  limitedUntil,
  type MessageKind,
  messageKindOf,
  SPACING_MS,
  soonest,
  spacingIn,
  stateAfter,
  stateAfterReset,
} from './queue-rules.ts'
import { accountHash, limitOf } from './queue-state.ts'
import * as repo from './repo.ts'

/** Nothing is told more often: twice only where nobody knows what became of the first message. */
const MAX_TRIES = 2
/** Longer than the longest business day, so that orders held up by a day's limit are announced when the next one begins. */
const FORGET_ORDERS_MS = 36 * 60 * 60_000
const FORGET_TESTS_MS = 15 * 60_000
const REWRITE = { everyMs: 500, times: 60 }

export interface SenderParts {
  db: Database
  clock: Clock
  log: Log
  timeZone: string
  account: WhatsappAccount
  api: WhatsappApi
  /** Aborted when the server closes. */
  closing: AbortSignal
}

interface Taken {
  ids: number[]
  told: MessageSubject
  to: string
  /** Whether something failed before, so that the service is asked first whether it answers. */
  isDoubtful: boolean
  leasedUntil: Date
}

/**
 * Tells the owner of what is due, by one message at most, and writes down what became of it. No transaction is open and
 * no connection is held meanwhile (docs/decisions/019-whatsapp-outbox.md).
 * @returns when to look again; undefined if nothing waits for a moment of its own
 */
export async function sendDueMessage(parts: SenderParts): Promise<Date | undefined> {
  const { db, clock, account, api, closing } = parts
  const due = await dueAt(parts)
  if (due === undefined || due > clock.now()) return due
  const taken = await inTransaction(db, (tx) => take(tx, parts))
  if (!taken) return undefined
  const isReached = !taken.isDoubtful || (await api.answers(closing))
  const outcome: WhatsappOutcome = isReached
    ? await api.send(templateMessage(taken.told, account, taken.to))
    : { kind: 'unreached', why: 'no answer' }
  return untilWritten(closing, () => inTransaction(db, (tx) => writeOutcome(tx, parts, taken, outcome)))
}

/** When there is something to do; undefined while there is nothing, or this instance may send none. */
async function dueAt(parts: SenderParts): Promise<Date | undefined> {
  const { db, clock, account } = parts
  const [queue, waiting] = await Promise.all([repo.readQueue(db), repo.countWaiting(db)])
  if (queue.account !== accountHash(account)) return undefined
  return nextDue(queue, waiting, ownLimit(parts, queue), clock.now())
}

/** When the next message may go, or owners are no longer to be shown that the day's limit is reached. */
function nextDue(
  queue: repo.QueueRow,
  waiting: { all: number; tests: number },
  limit: DayLimit,
  now: Date,
): Date | undefined {
  const free = freeAt(queue, now)
  if (waiting.tests > 0 || isLimitOver(queue, limit, now)) return free
  const until = limitedUntil(queue, limit, now)
  if (until) return new Date(Math.max(until.getTime(), free.getTime()))
  return queue.stoppedBy === null && waiting.all > 0 ? free : undefined
}

function ownLimit({ account, timeZone }: SenderParts, queue: repo.QueueRow): DayLimit {
  return limitOf({ whatsapp: account, timeZone }, queue)
}

/** Takes the lease and what is due with it: another instance may have been faster. */
async function take(tx: Tx, parts: SenderParts): Promise<Taken | undefined> {
  const { clock, log, account } = parts
  const queue = await repo.lockQueue(tx)
  const now = clock.now()
  if (freeAt(queue, now) > now || queue.account !== accountHash(account)) return undefined
  await repo.dropUnwanted(tx)
  await forgetOutdated(tx, now)
  warnOfLost(log, await repo.dropTried(tx, MAX_TRIES))
  const tests = await repo.lockDueMessages(tx, 'tests')
  const limit = ownLimit(parts, queue)
  const { countedDay, sentToday } = countNow(queue, limit, now)
  if (isLimitOver(queue, limit, now)) {
    await repo.writeQueue(tx, { countedDay, sentToday })
    await announceArea(tx, 'service')
  }
  const isForTests = tests.length > 0 || queue.stoppedBy !== null || sentToday >= limit.dailyLimit
  const items = isForTests ? tests : await repo.lockDueMessages(tx, 'orders')
  const telling = messageKindOf(items, now)
  const to = await repo.readOwnerNumber(tx)
  if (!telling || to === null) return undefined
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  // Counted before it is sent: a message whose outcome a crash leaves unknown may have been paid for.
  const counted = telling.kind === 'test' ? {} : { countedDay, sentToday: sentToday + 1 }
  await repo.writeQueue(tx, { leasedUntil, ...counted })
  const told = await wholly(tx, telling)
  return { ids: items.map(({ id }) => id), told, to, isDoubtful: queue.failures > 0, leasedUntil }
}

async function wholly(tx: Tx, telling: MessageKind): Promise<MessageSubject> {
  if (telling.kind !== 'order') return telling
  return { kind: 'order', order: await repo.readOrderForMessage(tx, telling.orderId) }
}

/** @returns when the next message may go, if more wait */
async function writeOutcome(
  tx: Tx,
  parts: SenderParts,
  { ids, told, to, leasedUntil }: Taken,
  outcome: WhatsappOutcome,
): Promise<Date | undefined> {
  const { clock, log, account } = parts
  const queue = await repo.lockQueue(tx)
  // Another instance has taken over: to it, what became of this message was unknown.
  if (queue.leasedUntil?.getTime() !== leasedUntil.getTime()) return undefined
  const now = clock.now()
  const isTest = told.kind === 'test'
  const isAccepted = outcome.kind === 'accepted'
  // A failure says nothing of the account or the number that were put in place of its own meanwhile.
  const isOfOthers = queue.account !== accountHash(account) || (await repo.readOwnerNumber(tx)) !== to
  const isForNothing = isOfOthers && !isAccepted
  if (isAccepted) await repo.finishMessages(tx, ids, now)
  // Of a test only the answer is wanted.
  else if (isTest && !isOfOthers && (outcome.kind === 'stopped' || outcome.kind === 'refused'))
    await repo.dropMessages(tx, ids)
  else if (isCertainlyNotTaken(outcome)) await repo.finishMessages(tx, ids, null)
  else warnOfLost(log, await repo.dropTried(tx, MAX_TRIES, ids))
  if (!isAccepted) log.warn({ outcome }, 'WhatsApp did not accept a message')

  const spaced = new Date(now.getTime() + SPACING_MS)
  const isSpent = !isCertainlyNotTaken(outcome)
  const inFlood = isSpent ? floodAfter(queue, isTest ? 0 : ids.length, now) : queue.inFlood
  const sentToday = isSpent || isTest ? queue.sentToday : Math.max(queue.sentToday - 1, 0)
  const standing = isForNothing
    ? stateAfterReset({ nextAt: spaced }, now)
    : stateAfter(queue, outcome, isTest, now, spacingIn(inFlood))
  const waiting = await repo.countWaiting(tx)
  // A test that was asked for meanwhile waits for no longer pause.
  const isAsked = waiting.tests > 0 && !isTest
  const nextAt = isAsked ? soonest(standing, now) : standing.nextAt
  const lastAt = isAccepted ? now : queue.lastAt
  const left = { ...standing, nextAt, leasedUntil: null, lastAt, inFlood, sentToday }
  await repo.writeQueue(tx, left)
  await announceArea(tx, 'service')
  return nextDue({ ...queue, ...left }, waiting, ownLimit(parts, queue), now)
}

function warnOfLost(log: Log, { length: messages }: readonly unknown[]): void {
  if (messages > 0) log.warn({ messages }, 'the owner may not have been told of everything')
}

// An outcome that is not written down would count as unknown, and the owner would be told twice.
async function untilWritten<Result>(closing: AbortSignal, write: () => Promise<Result>): Promise<Result> {
  for (let times = 1; ; times++) {
    try {
      return await write()
    } catch (error) {
      if (times === REWRITE.times || closing.aborted) throw error
      await setTimeout(REWRITE.everyMs)
    }
  }
}

async function forgetOutdated(tx: Tx, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await repo.dropOutdated(tx, before(FORGET_ORDERS_MS), before(FORGET_TESTS_MS))
}

/** Forgets what was told a day ago, and what nobody wants to hear of any more. */
export async function forgetMessages(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await repo.lockQueue(tx)
    await repo.dropAccepted(tx, new Date(now.getTime() - FORGET_ORDERS_MS))
    await forgetOutdated(tx, now)
  })
}
