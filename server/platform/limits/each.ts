import type { Log } from '../log.ts'

/** Does the work for each id, one after another. A failure is logged, and the next id follows. */
export async function forEachAlone<Id extends string | number>(
  ids: readonly Id[],
  log: Log,
  work: (id: Id) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id)
    } catch (error) {
      log.error({ err: error, id }, 'a repeated task failed for one of many')
    }
  }
}
