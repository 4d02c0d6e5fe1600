/** The pictures of dishes and promotions: storing them, and deleting those that are shown nowhere. */

export { addUploadedPicture } from './pictures.ts'
export { knownPictures, markPictureUsed } from './repo.ts'
