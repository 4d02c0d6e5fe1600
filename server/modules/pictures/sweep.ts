import { type Database, inTransaction } from '#server/db/index.ts'
import type { PictureStore } from '#server/platform/files/index.ts'
import { forEachAlone } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { forgetUnused, listUnused, noteShown } from './repo.ts'

/** How long a picture is kept that nothing shows: as long as an import can be taken back. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000

export interface Sweeping {
  store: PictureStore
  log: Log
  now: Date
}

/**
 * Deletes the pictures that nothing has shown for a week (docs/product.md#menu-images). One that cannot be deleted now
 * is left for the next time.
 */
export async function sweepPictures(db: Database, { store, log, now }: Sweeping): Promise<void> {
  const weekAgo = new Date(now.getTime() - KEPT_FOR_MS)
  await noteShown(db, now, weekAgo)
  await forEachAlone(await listUnused(db, weekAgo), log, (hash) =>
    // The row is held until the picture is gone: the same picture, taken in at this moment, is then stored anew.
    inTransaction(db, async (tx) => {
      if (await forgetUnused(tx, hash, weekAgo)) await store.remove(hash)
    }),
  )
}
