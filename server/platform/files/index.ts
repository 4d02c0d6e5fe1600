/** Pictures: uploaded once, stored in the widths that pages need, served under names that never change. */
export { type Bucket, bucketStore } from './bucket-store.ts'
export { folderStore } from './folder-store.ts'
export { cachedInMemory } from './in-memory.ts'
export { knownOnly } from './known-only.ts'
export { servePictures } from './routes.ts'
export type { Encoded, PictureStore } from './store.ts'
export { type PictureStoreOptions, storePicture } from './store-picture.ts'
