import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type PictureStore, storePicture } from '#server/platform/files/index.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { pictureUrl } from '#shared/domain/menu/pictures.ts'
import { markPictureUsed } from './repo.ts'

export interface PictureUpload {
  file: UploadedFile | undefined
  /** The error code for a picture with too many pixels, which depends on what the picture is for. */
  tooLarge: ErrorCode
  now: Date
}

/**
 * Stores an uploaded picture (docs/product/menu.md#menu-images). It is deleted if nothing shows it within a week.
 * @returns its `imageUrl`
 * @throws AppError `no_file`, `image_type`, `image_heic`, `tooLarge`; `unavailable` if it cannot be stored now
 */
export async function addUploadedPicture(
  db: Database,
  store: PictureStore,
  { file, tooLarge, now }: PictureUpload,
): Promise<string> {
  if (!file) throw new AppError('no_file')
  return pictureUrl(
    await storePicture(store, file.bytes, { tooLarge, beforeStore: (hash) => markPictureUsed(db, hash, now) }),
  )
}
