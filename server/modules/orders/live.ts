import type { Database } from '#server/db/index.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { readOrders } from './read.ts'

/**
 * Tells the owners' boards of an order that is new or changed. Orders announced while the database is being read go
 * out together with the next reading.
 */
export function tellBoards(db: Database, hub: Hub, log: Log): (orderId: number) => void {
  const waiting = new Set<number>()
  let reading = false

  async function read(): Promise<void> {
    reading = true
    try {
      while (waiting.size > 0) {
        const ids = [...waiting]
        waiting.clear()
        for (const payload of await readOrders(db, ids)) hub.toOwners({ type: 'ORDER_UPDATE', payload })
      }
    } finally {
      reading = false
    }
  }

  return (orderId) => {
    if (!hub.hasOwners()) return
    waiting.add(orderId)
    if (reading) return
    read().catch((error: unknown) => {
      log.error({ err: error }, 'boards could not be told of an order')
      // A board that was told nothing must not look live: it opens anew and fetches the whole.
      hub.dropAll()
    })
  }
}
