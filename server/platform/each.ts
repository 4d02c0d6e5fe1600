import type { Log } from './log.ts'

/** Does something for each of these, one after another; one that fails is logged, and the others are done all the same. */
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
