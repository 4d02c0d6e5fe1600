import path from 'node:path'
import type { Config } from './config.ts'
import { bucketStore, folderStore, type PictureStore } from './platform/files/index.ts'

/** The store of the pictures: the bucket, or a folder of the data. */
export function openPictures({ bucket }: Pick<Config, 'bucket'>, dataDir: string): PictureStore {
  return bucket ? bucketStore(bucket) : folderStore(path.join(dataDir, 'pictures'))
}
