import { LONGEST_RETRY_AFTER_MS, type WhatsappOutcome } from '#server/platform/whatsapp/outcome.ts'
import type { WhatsappStop } from '#shared/contracts/whatsapp.ts'

/** The service takes one message in this time for one number; after that it answers 131056. */
export const SPACING_MS = 6_000
/** An order that waits longer is told of by its count alone (docs/product.md#whatsapp-rush). */
export const ALONE_MS = 15 * 60_000
/** Longer than a question and a message take, so that no other instance sends what this one is sending. */
export const LEASE_MS = 20_000
const LONGEST_PAUSE_MS = 10 * 60_000
const MOST_STRANGE_ANSWERS = 5

/** One thing to be told: an order, or a test. */
export interface Item {
  orderId: number | null
  createdAt: Date
}

export type Telling = { kind: 'test' } | { kind: 'order'; orderId: number } | { kind: 'orders'; count: number }

/** What is said of all that waits: a test alone, one young order by itself, else how many there are. */
export function tellingOf(items: readonly Item[], now: Date): Telling | undefined {
  const [first] = items
  if (!first) return undefined
  if (first.orderId === null) return { kind: 'test' }
  const isYoung = now.getTime() - first.createdAt.getTime() < ALONE_MS
  if (items.length === 1 && isYoung) return { kind: 'order', orderId: first.orderId }
  return { kind: 'orders', count: items.length }
}

/** How the connection stands. */
export interface QueueStanding {
  stoppedBy: WhatsappStop | null
  nextAt: Date | null
  failures: number
  strangeAnswers: number
}

/** The standing after a message (docs/product.md#whatsapp-retries, #whatsapp-stopped). */
export function standingAfter(
  before: QueueStanding,
  outcome: WhatsappOutcome,
  isTest: boolean,
  now: Date,
): QueueStanding {
  const { stoppedBy, strangeAnswers } = before
  const nextAt = new Date(now.getTime() + SPACING_MS)
  if (outcome.kind === 'accepted') return { stoppedBy: null, nextAt, failures: 0, strangeAnswers: 0 }
  if (outcome.kind === 'stopped') return { ...before, stoppedBy: outcome.stop, nextAt }
  const failures = before.failures + 1
  const pauseMs = Math.max(pauseAfter(failures), outcome.kind === 'busy' ? outcome.retryAfterMs : 0)
  const failed = { stoppedBy, nextAt: new Date(now.getTime() + pauseMs), failures, strangeAnswers }
  if (outcome.kind === 'busy') return { ...failed, strangeAnswers: 0 }
  const isStrange = outcome.kind === 'refused' || (outcome.kind === 'unknown' && outcome.isStrange)
  if (!isStrange) return failed
  // Whoever sends a test is waiting for what comes of it.
  const isStop = strangeAnswers + 1 >= MOST_STRANGE_ANSWERS || (isTest && outcome.kind === 'refused')
  return { ...failed, strangeAnswers: strangeAnswers + 1, stoppedBy: isStop ? 'refused' : stoppedBy }
}

/** The standing once somebody has acted: what was stopped is tried again, as soon as the spacing lets it. */
export function standingAnew(before: Pick<QueueStanding, 'nextAt'>, now: Date): QueueStanding {
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
export function soonest({ nextAt }: Pick<QueueStanding, 'nextAt'>, now: Date): Date | null {
  const spaced = new Date(now.getTime() + SPACING_MS)
  return nextAt && nextAt > spaced ? spaced : nextAt
}

/** The pause after so many failures in a row, in ms: twice as long each time, 10 minutes at most. */
function pauseAfter(failures: number): number {
  return Math.min(SPACING_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS)
}
