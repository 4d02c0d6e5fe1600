import { backupTime } from '../places/names.ts'
import type { Erasures } from './erased-repo.ts'
import type { ErasureNotes } from './noting.ts'

/** For how long a backup counts that is in none of the places: longer than the first one of a month is kept. */
const ELSEWHERE_MS = 400 * 24 * 60 * 60_000
/** Dropping reads all keys, so it waits for this share of them. */
const LEAST_SHARE = 0.1

/**
 * Drops the keys that no backup needs (docs/decisions/034-backups.md#erased-keys). Call it only while the lease is held.
 * @param stored the names of all backups in these places
 */
export async function dropErasures(
  database: Erasures,
  places: readonly ErasureNotes[],
  stored: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const { upTo, outdated } = neededKeys(await database.backupPositions(), stored, now)
  if (outdated.length > 0) await database.removeBackupPositions(outdated)
  const count = await database.countErased(upTo)
  if (count.upTo === 0 || count.upTo < count.all * LEAST_SHARE) return
  const { restaurant } = await database.numberErased()
  // First in the database: a key that is left in a place does no harm, and goes with the next ones.
  await database.forgetErased(upTo)
  for (const place of places) await place.drop(restaurant, database)
}

/**
 * @param positions of all backups that are known to the database
 * @returns up to which position every backup contains what was erased, and the names of backups that do not count any more
 */
export function neededKeys(
  positions: ReadonlyMap<string, number>,
  stored: ReadonlySet<string>,
  now: Date,
): { upTo: number; outdated: string[] } {
  const since = keysDroppedBefore(now)
  const isOutdated = (name: string) => !stored.has(name) && (backupTime(name) ?? now) < since
  const outdated = [...positions.keys()].filter(isOutdated)
  // One that another Masa has made, or an older version, may lack any of them.
  const areKnown = [...stored].every((name) => positions.has(name))
  const counted = [...positions].filter(([name]) => !isOutdated(name)).map(([, position]) => position)
  return { upTo: areKnown ? Math.min(...counted) : 0, outdated }
}

/** A backup from before then that is in none of the places may need keys that were dropped. */
export function keysDroppedBefore(now: Date): Date {
  return new Date(now.getTime() - ELSEWHERE_MS)
}
