import { type Database, inTransaction } from '#server/db/index.ts'
import type { PictureStore } from '#server/platform/files/index.ts'
import { forEachInSequence } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteUnused, listUnused, markShownPicturesUsed } from './repo.ts'

/** How long a picture that is shown nowhere is stored: as long as an import can be undone. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

export interface SweepOptions {
  store: PictureStore
  log: Log
  now: Date
}

/**
 * Deletes the pictures that were shown nowhere for a week (docs/product/menu.md#menu-images). If deleting one fails, the
 * next sweep tries again.
 */
export async function sweepPictures(db: Database, { store, log, now }: SweepOptions): Promise<void> {
  const weekAgo = new Date(now.getTime() - RETENTION_MS)
  await markShownPicturesUsed(db, now, weekAgo)
  await forEachInSequence(await listUnused(db, weekAgo), log, (hash) =>
    // The row stays locked until the file is deleted: a concurrent upload of the same picture waits, then stores it
    // again.
    inTransaction(db, async (tx) => {
      if (await deleteUnused(tx, hash, weekAgo)) await store.remove(hash)
    }),
  )
}
