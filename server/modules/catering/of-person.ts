import type { Reader, Tx } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { emptyAnswersOf, emptyEvents, lockEventsOf, lockEventsOver, recordErasedEvents } from './of-person-repo.ts'
import { listEventsOf } from './repo.ts'
import { eventView } from './view.ts'

/** The events of a person, by their numbers, newest first. */
export async function eventsOf(db: Reader, numbers: readonly string[]): Promise<CateringEvent[]> {
  return (await listEventsOf(db, numbers)).map(eventView)
}

/**
 * Takes a person's data out of the events that have one of these numbers (docs/product.md#customers-erase): dishes and
 * sums stay.
 */
export async function eraseEventsOf(tx: Tx, numbers: readonly string[], now: Date): Promise<void> {
  await eraseEvents(tx, await lockEventsOf(tx, numbers), now)
}

/** Takes the personal data out of those of these events whose day came before another (docs/product.md#privacy-clock). */
export async function eraseEventsOver(tx: Tx, ids: readonly number[], day: string, now: Date): Promise<void> {
  await eraseEvents(tx, await lockEventsOver(tx, ids, day), now)
}

async function eraseEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await recordErasedEvents(tx, ids)
  await emptyEvents(tx, ids, now)
  await emptyAnswersOf(tx, ids)
  await announceArea(tx, 'events')
}
