/** The pictures of dishes and promotions: storing them, and deleting those that are shown nowhere. */

export { addUploadedPicture, openPictures, servedPictures, sweepPictures } from './pictures.ts'
export { markPictureUsed } from './repo.ts'
