import type { Database } from '#server/db/index.ts'
import { addUploadedPicture } from '#server/modules/pictures/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { PictureStore } from '#server/platform/files/index.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { saveDish } from './dishes.ts'
import { dishById } from './repo.ts'

/**
 * Stores an uploaded picture and sets it as the dish's picture (docs/product/menu.md#menu-images). The version stays if
 * the dish has this picture already.
 * @throws AppError `not_found`, and the errors of `addUploadedPicture`
 */
export async function setDishImage(
  db: Database,
  store: PictureStore,
  { id, file, owner, now }: { id: number; file: UploadedFile | undefined; owner: Viewer; now: Date },
): Promise<MenuItem> {
  // Checked before the picture is processed. If the dish is deleted meanwhile, the picture stays unused.
  if (!(await dishById(db, id))) throw new AppError('not_found')
  const imageUrl = await addUploadedPicture(db, store, { file, tooLarge: 'image_too_large', now })
  return saveDish(db, { id, change: () => ({ imageUrl }), owner, now })
}
