import path from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './db/index.ts'
import { knownPictures } from './modules/pictures/index.ts'
import { bucketStore } from './platform/files/bucket-store.ts'
import { folderStore } from './platform/files/folder-store.ts'
import { cachedInMemory, knownOnly, type PictureStore } from './platform/files/store.ts'

/** The store of the pictures: the bucket, or a folder of the data. */
export function openPictures({ bucket }: Pick<Config, 'bucket'>, dataDir: string): PictureStore {
  return bucket ? bucketStore(bucket) : folderStore(path.join(dataDir, 'pictures'))
}

/** The pictures as guests get them. Those of a bucket are cached, and requested only if the database knows them. */
export function servedPictures({ bucket }: Pick<Config, 'bucket'>, stored: PictureStore, db: Database): PictureStore {
  return bucket ? cachedInMemory(knownOnly(stored, (hashes) => knownPictures(db, hashes))) : stored
}
