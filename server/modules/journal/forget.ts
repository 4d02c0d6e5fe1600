import type { Database } from '#server/db/index.ts'
import { retentionEdge } from '#shared/domain/retention.ts'
import { deleteEntriesBefore } from './read-repo.ts'

const KEPT_MONTHS = 12
/** How many are deleted in one step, so that no step holds a connection for long. */
const STEP = 1_000

/** Deletes what is older than the journal is kept (docs/product.md#journal-kept). */
export async function forgetEntries(db: Database, now: Date, timeZone: string): Promise<void> {
  const { moment } = retentionEdge(now, KEPT_MONTHS, timeZone)
  while ((await deleteEntriesBefore(db, moment, STEP)) === STEP);
}
