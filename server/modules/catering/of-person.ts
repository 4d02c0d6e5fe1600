import type { Reader, Tx } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { emptyAnswersOf, emptyEventsOf, keepKeysOf } from './of-person-repo.ts'
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
  await keepKeysOf(tx, numbers)
  const ids = await emptyEventsOf(tx, numbers, now)
  if (ids.length === 0) return
  await emptyAnswersOf(tx, ids)
  await announceArea(tx, 'events')
}
