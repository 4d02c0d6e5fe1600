/** The pictures of dishes and promotions: storing them, and deleting those that are shown nowhere. */

import path from 'node:path'
import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Bucket, bucketStore } from '#server/platform/files/bucket-store.ts'
import { storePicture } from '#server/platform/files/pictures.ts'
import { cachedInMemory, folderStore, type PictureStore } from '#server/platform/files/store.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import type { Log } from '#server/platform/log.ts'
import { pictureUrl } from '#shared/domain/menu/pictures.ts'
import { deleteUnused, knownPictures, listUnused, markPictureUsed, markShownPicturesUsed } from './repo.ts'

export { markPictureUsed } from './repo.ts'

interface PictureUpload {
  file: UploadedFile | undefined
  now: Date
}

/** A picture that nothing shows is stored for a week (docs/product/menu.md#menu-images). @returns its `imageUrl` */
export async function addUploadedPicture(db: Database, store: PictureStore, { file, now }: PictureUpload) {
  if (!file) throw new AppError('no_file')
  return pictureUrl(await storePicture(store, file.bytes, { beforeStore: (hash) => markPictureUsed(db, hash, now) }))
}

/** Unused pictures are stored for as long as an import can be undone. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

interface SweepOptions {
  store: PictureStore
  log: Log
  now: Date
}

/** Deletes pictures that were unused for a week (docs/product/menu.md#menu-images); the next sweep retries failures. */
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

type PictureSettings = { bucket: Bucket | undefined }

/** Opens the store of the pictures: the bucket, or a folder of the data. */
export function openPictures({ bucket }: PictureSettings, dataDir: string): PictureStore {
  return bucket ? bucketStore(bucket) : folderStore(path.join(dataDir, 'pictures'))
}

/** The pictures as guests get them. Pictures in a bucket are cached, and requested only if the database knows them. */
export function servedPictures({ bucket }: PictureSettings, stored: PictureStore, db: Database): PictureStore {
  return bucket ? cachedInMemory(stored, (hashes) => knownPictures(db, hashes)) : stored
}
