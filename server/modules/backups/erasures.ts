import pLimit from 'p-limit'
import { backupTime, type ErasedPlace } from './places/place.ts'
import type { Erasures } from './repo.ts'

const PAGE = 1_000

/** The keys of erased rows in the database, and beside the backups of one place. */
type ErasureNotes = ReturnType<typeof openErasureNotes>

/** @param ended ends noting between two pages */
export function openErasureNotes(place: ErasedPlace, ended: AbortSignal) {
  const oneAtATime = pLimit(1)
  /** Up to where all keys are noted; undefined until the place was read. */
  let position: number | undefined
  let mark: string | undefined

  return {
    /**
     * Notes the keys that the place lacks. It is read whole once, and again if it was replaced; then only what is new.
     * @param options `onlyNew`: the place is not looked at unless there is something new to note
     */
    note: (database: Erasures, { onlyNew = false }: { onlyNew?: boolean } = {}) =>
      oneAtATime(async () => {
        const { restaurant, last } = await database.numberErased()
        if (onlyNew && last === position) return
        // After a fail-over a database may know less than before.
        const isBehind = position === undefined || last < position
        const reading = await place.readErased(restaurant, isBehind ? undefined : mark)
        mark = reading.mark
        const from = (!reading.isWhole && position) || 0
        if (reading.isWhole) position = undefined
        for await (const page of pagesAfter(database, from)) {
          ended.throwIfAborted()
          const keys = page.keys.filter((key) => !reading.keys.has(key))
          if (keys.length > 0) mark = await place.noteErased(restaurant, keys)
          if (!reading.isWhole) position = page.last
        }
        position = last
      }),

    /** Drops the keys that are noted in the place, and that the database does not have any more. */
    drop: (restaurant: string, database: Erasures) =>
      oneAtATime(async () => {
        // Read before the database: what is noted meanwhile is not among those that are dropped.
        const { keys } = await place.readErased(restaurant)
        await database.numberErased()
        for await (const page of pagesAfter(database, 0)) for (const key of page.keys) keys.delete(key)
        position = undefined
        if (keys.size > 0) await place.dropErased(restaurant, keys)
      }),
  }
}

async function* pagesAfter(database: Erasures, from: number): AsyncGenerator<{ keys: string[]; last: number }> {
  for (let last = from; ; ) {
    const page = await database.erasedAfter(last, PAGE)
    last = page.at(-1)?.position ?? last
    if (page.length > 0) yield { keys: page.map(({ key }) => key), last }
    if (page.length < PAGE) return
  }
}

/** For how long a backup counts that is in none of the places: longer than the first one of a month is kept. */
const ELSEWHERE_MS = 400 * 24 * 60 * 60_000
/** Dropping reads all keys, so it waits for this share of them. */
const LEAST_SHARE = 0.1

/** Drops the keys that no backup needs, under the lease (docs/decisions/034-backups.md#erased-keys). */
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
