/** The pictures of dishes and promotions: storing them, and deleting those that are shown nowhere. */
export { knownPictures, markPictureUsed } from './repo.ts'
export { addUploadedPicture } from './upload.ts'
