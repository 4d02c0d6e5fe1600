import type { Log } from '../log.ts'
import type { Hub } from './hub.ts'

/** Rows per query: larger batches would delay the first row too much. */
const BATCH_SIZE = 50

/**
 * Returns a function that queues the id of a changed row. Queued rows are read and sent in batches, one batch at a time.
 * If a batch fails, all sockets are closed.
 */
export function inBatches(
  hub: Pick<Hub, 'dropAll'>,
  log: Log,
  readAndSend: (ids: number[]) => Promise<void>,
): (id: number) => void {
  const waiting = new Set<number>()
  let reading = false

  async function read(): Promise<void> {
    reading = true
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, BATCH_SIZE)
        for (const id of ids) waiting.delete(id)
        await readAndSend(ids)
      }
    } finally {
      reading = false
    }
  }

  return (id) => {
    waiting.add(id)
    if (reading) return
    read().catch((error: unknown) => {
      log.error({ err: error }, 'a live update could not be sent')
      // A page that missed an update must not look live: it reconnects and fetches everything again.
      hub.dropAll()
    })
  }
}
