import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type PictureStore, storePicture } from '#server/platform/files/index.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { pictureUrl } from '#shared/domain/pictures.ts'
import { notePicture } from './repo.ts'

export interface Taking {
  file: UploadedFile | undefined
  /** The refusal of a picture with too many pixels, in the words of those who sent it. */
  tooLarge: ErrorCode
  now: Date
}

/**
 * Takes in a picture that was sent (docs/product.md#menu-images). It has a week to be shown somewhere.
 * @returns its `imageUrl`
 * @throws AppError `no_file`, `image_type`, `image_heic`, `tooLarge`; `unavailable` where it cannot be stored now
 */
export async function takePicture(db: Database, store: PictureStore, { file, tooLarge, now }: Taking): Promise<string> {
  if (!file) throw new AppError('no_file')
  return pictureUrl(await storePicture(store, file.bytes, { tooLarge, note: (hash) => notePicture(db, hash, now) }))
}
