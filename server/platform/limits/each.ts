import type { Log } from '../log.ts'

/** Runs the work for each id in sequence. A failure is logged and does not stop the others. */
export async function forEachInSequence<Id extends string | number>(
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
