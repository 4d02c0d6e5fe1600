import pLimit from 'p-limit'
import type { ErasedPlace } from '../places/place.ts'
import type { Erasures } from './erased-repo.ts'

const PAGE = 1_000

/** The keys of erased rows in the database, and beside the backups of one place. */
export interface ErasureNotes {
  /**
   * Notes the keys that the place lacks. It is read whole once, and again if it was replaced; then only what is new.
   * @param options `onlyNew`: the place is not looked at unless there is something new to note
   */
  note(database: Erasures, options?: { onlyNew?: boolean }): Promise<void>
  /** Drops the keys that are noted in the place, and that the database does not have any more. */
  drop(restaurant: string, database: Erasures): Promise<void>
}

/** @param ended ends noting between two pages */
export function openErasureNotes(place: ErasedPlace, ended: AbortSignal): ErasureNotes {
  const oneAtATime = pLimit(1)
  /** Up to where all keys are noted; undefined until the place was read. */
  let position: number | undefined
  let mark: string | undefined

  return {
    note: (database, { onlyNew = false } = {}) =>
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

    drop: (restaurant, database) =>
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
