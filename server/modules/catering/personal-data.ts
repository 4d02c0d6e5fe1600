import type { Reader, Tx } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import {
  anonymizeEventResponses,
  anonymizeEvents,
  lockEventsOf,
  lockEventsToEraseAgain,
  lockOverdueEvents,
  recordErasedEvents,
} from './personal-data-repo.ts'
import { listEventsOf } from './repo.ts'
import { eventView } from './view.ts'

/** The events of a person by phone numbers, newest first. */
export async function listPersonEvents(db: Reader, numbers: readonly string[]): Promise<CateringEvent[]> {
  return (await listEventsOf(db, numbers)).map(eventView)
}

/**
 * Erases the personal data of events with one of these phone numbers (docs/product/customers.md#customers-erase). Dishes and sums
 * stay.
 */
export async function erasePersonEvents(tx: Tx, numbers: readonly string[], now: Date): Promise<void> {
  await eraseEvents(tx, await lockEventsOf(tx, numbers), now)
}

/** Erases the personal data of those of the given events that were before `day` (docs/product/privacy.md#privacy-clock). */
export async function eraseOverdueEvents(tx: Tx, ids: readonly number[], day: string, now: Date): Promise<void> {
  await eraseEvents(tx, await lockOverdueEvents(tx, ids, day), now)
}

/** Erases the events whose keys are in `erasures` but whose data is there, after a restore. @returns how many */
export async function eraseEventsAgain(tx: Tx, now: Date): Promise<number> {
  const ids = await lockEventsToEraseAgain(tx)
  await eraseEvents(tx, ids, now)
  return ids.length
}

/**
 * Removes what is stored about an event beside its rows, which the caller deletes: the responses to its creation, and
 * its personal data from any backup that is restored later.
 */
export async function forgetEvent(tx: Tx, id: number): Promise<void> {
  await recordErasedEvents(tx, [id])
  await anonymizeEventResponses(tx, [id])
}

async function eraseEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await recordErasedEvents(tx, ids)
  await anonymizeEvents(tx, ids, now)
  await anonymizeEventResponses(tx, ids)
  await announceArea(tx, 'events')
}
