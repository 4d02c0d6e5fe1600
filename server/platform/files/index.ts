/** Pictures: uploaded once, stored in the widths that pages need, served under names that never change. */
export { type Bucket, bucketStore } from './bucket-store.ts'
export { folderStore } from './folder-store.ts'
export { inMemory } from './in-memory.ts'
export { servePictures } from './routes.ts'
export type { Encoded, PictureStore } from './store.ts'
export { storeDrawing, storePicture, type TakingIn } from './take-in.ts'
