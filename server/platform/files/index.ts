/** Pictures: taken in once, kept in the widths that pages need, served for ever under a name that never changes. */
export { folderStore } from './folder-store.ts'
export { servePictures } from './routes.ts'
export type { PictureStore } from './store.ts'
export { storeDrawing, storePicture } from './take-in.ts'
