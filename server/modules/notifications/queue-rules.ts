import { isCertainlyNotTaken, LONGEST_RETRY_AFTER_MS, type WhatsappOutcome } from '#server/platform/whatsapp/outcome.ts'
import type { WhatsappStop } from '#shared/contracts/whatsapp.ts'
import { businessDayOf, startOfBusinessDay } from '#shared/domain/business-day.ts'
import { addDays } from '#shared/domain/local-time.ts'

/** The service takes one message in this time for one number; after that it answers 131056. */
export const SPACING_MS = 6_000
/** An order that waits longer is told of by its count alone (docs/product.md#whatsapp-rush). */
export const ALONE_MS = 15 * 60_000
/** Longer than a question and a message take, so that no other instance sends what this one is sending. */
export const LEASE_MS = 20_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Orders that come more often than one in this time, for longer than a rush lasts, are a flood. */
const FLOOD_MS = 20_000
/** How many messages of a flood are sent at the usual spacing; from then on it doubles with each. */
const USUAL_IN_FLOOD = 10
/** The count ends here: the spacing has reached its longest by then. */
const LONGEST_FLOOD = USUAL_IN_FLOOD + Math.ceil(Math.log2(LONGEST_PAUSE_MS / SPACING_MS))
const MAX_STRANGE_ANSWERS = 5

/** One thing to be told: an order, or a test. */
export interface Item {
  orderId: number | null
  createdAt: Date
}

export type MessageKind = { kind: 'test' } | { kind: 'order'; orderId: number } | { kind: 'orders'; count: number }

/** What is said of all that waits: a test alone, one young order by itself, else how many there are. */
export function messageKindOf(items: readonly Item[], now: Date): MessageKind | undefined {
  const [first] = items
  if (!first) return undefined
  if (first.orderId === null) return { kind: 'test' }
  const isYoung = now.getTime() - first.createdAt.getTime() < ALONE_MS
  if (items.length === 1 && isYoung) return { kind: 'order', orderId: first.orderId }
  return { kind: 'orders', count: items.length }
}

/** How the connection stands. */
export interface QueueState {
  stoppedBy: WhatsappStop | null
  nextAt: Date | null
  failures: number
  strangeAnswers: number
}

/**
 * The standing after a message (docs/product.md#whatsapp-retries, #whatsapp-stopped).
 * @param spacingMs how long the next message waits after one that may have been sent
 */
export function stateAfter(
  { stoppedBy, failures: failedBefore, strangeAnswers }: QueueState,
  outcome: WhatsappOutcome,
  isTest: boolean,
  now: Date,
  spacingMs = SPACING_MS,
): QueueState {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (outcome.kind === 'accepted') return { stoppedBy: null, nextAt: after(spacingMs), failures: 0, strangeAnswers: 0 }
  if (outcome.kind === 'stopped')
    return { stoppedBy: outcome.stop, nextAt: after(SPACING_MS), failures: failedBefore, strangeAnswers }
  const failures = failedBefore + 1
  const heldMs = isCertainlyNotTaken(outcome) ? SPACING_MS : spacingMs
  const pauseMs = Math.max(heldMs, pauseAfter(failures), outcome.kind === 'busy' ? outcome.retryAfterMs : 0)
  const failed = { stoppedBy, nextAt: after(pauseMs), failures, strangeAnswers }
  if (outcome.kind === 'busy') return { ...failed, strangeAnswers: 0 }
  const isStrange = outcome.kind === 'refused' || (outcome.kind === 'unknown' && outcome.isStrange)
  if (!isStrange) return failed
  // Whoever sends a test is waiting for what comes of it.
  const isStop = strangeAnswers + 1 >= MAX_STRANGE_ANSWERS || (isTest && outcome.kind === 'refused')
  return { ...failed, strangeAnswers: strangeAnswers + 1, stoppedBy: isStop ? 'refused' : stoppedBy }
}

/** The standing once somebody has acted: what was stopped is tried again, as soon as the spacing lets it. */
export function stateAfterReset(before: Pick<QueueState, 'nextAt'>, now: Date): QueueState {
  return { stoppedBy: null, nextAt: soonest(before, now), failures: 0, strangeAnswers: 0 }
}

/**
 * When the next message may go. What lies further ahead than any pause or lease was written by a clock that was wrong
 * then, and holds nobody up.
 */
export function freeAt({ nextAt, leasedUntil }: Record<'nextAt' | 'leasedUntil', Date | null>, now: Date): Date {
  const holding = (until: Date | null, most: number) => (until && until.getTime() - now.getTime() <= most ? until : now)
  const moments = [now, holding(nextAt, LONGEST_RETRY_AFTER_MS), holding(leasedUntil, LEASE_MS)]
  return new Date(Math.max(...moments.map((moment) => moment.getTime())))
}

/** The next message's time if no longer pause than the spacing is to hold. */
export function soonest({ nextAt }: Pick<QueueState, 'nextAt'>, now: Date): Date | null {
  const spaced = new Date(now.getTime() + SPACING_MS)
  return nextAt && nextAt > spaced ? spaced : nextAt
}

/** The pause after so many failures in a row, in ms: twice as long each time, 10 minutes at most. */
function pauseAfter(failures: number): number {
  return Math.min(SPACING_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS)
}

/**
 * How many messages of a flood there were after one that may have been sent (docs/product.md#whatsapp-flood): one more
 * if its orders came more often than one in `FLOOD_MS`, else one less for each such time that had none.
 * @param lastAt when the one before was accepted
 * @param orders how many orders it announced; 0 for a test
 */
export function floodAfter(
  { inFlood, lastAt }: { inFlood: number; lastAt: Date | null },
  orders: number,
  now: Date,
): number {
  const passedMs = lastAt ? Math.max(now.getTime() - lastAt.getTime(), 0) : Number.POSITIVE_INFINITY
  const quiet = Math.floor(passedMs / FLOOD_MS) - orders
  return Math.min(Math.max(inFlood + (quiet < 0 ? 1 : -quiet), 0), LONGEST_FLOOD)
}

/** The time from one message to the next, in ms, after so many of a flood. */
export function spacingIn(inFlood: number): number {
  return Math.min(SPACING_MS * 2 ** Math.max(inFlood - USUAL_IN_FLOOD, 0), LONGEST_PAUSE_MS)
}

/** How many messages about orders were sent on a business day. */
export interface DayCount {
  /** YYYY-MM-DD; null before the first. */
  countedDay: string | null
  sentToday: number
}

/** What the limit of a day depends on. */
export interface DayLimit {
  dailyLimit: number
  /** HH:MM, when a business day begins. */
  startsAt: string
  timeZone: string
}

/**
 * The count that holds now. A day that a clock set back, or a later start, has brought back is counted with the one
 * after it, so that it gives no second limit; a day further ahead was written by a clock that was wrong then.
 */
export function countNow(count: DayCount, limit: DayLimit, now: Date): DayCount & { countedDay: string } {
  const day = businessDayOf(now, limit.startsAt, limit.timeZone)
  const { countedDay, sentToday } = count
  const holds = countedDay !== null && countedDay >= day && countedDay <= addDays(day, 1)
  return holds ? { countedDay, sentToday } : { countedDay: day, sentToday: 0 }
}

/** When messages about orders may go again; undefined while the day's limit is not reached (docs/product.md#whatsapp-limit). */
export function limitedUntil(count: DayCount, limit: DayLimit, now: Date): Date | undefined {
  const { countedDay, sentToday } = countNow(count, limit, now)
  if (sentToday < limit.dailyLimit) return undefined
  return startOfBusinessDay(addDays(countedDay, 1), limit.startsAt, limit.timeZone)
}

/** Whether the limit of a day that is over was reached, and nothing was counted since: owners are still shown it. */
export function isLimitOver(count: DayCount, limit: DayLimit, now: Date): boolean {
  return count.sentToday >= limit.dailyLimit && countNow(count, limit, now).sentToday === 0
}
