/** The pictures of dishes and promotions: taking them in, and deleting those that nothing shows. */
export { picturesArea } from './area.ts'
export { notePicture } from './repo.ts'
export { takePicture } from './take.ts'
