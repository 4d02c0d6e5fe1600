import type { Database } from '#server/db/index.ts'
import { addUploadedPicture } from '#server/modules/pictures/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { PictureStore } from '#server/platform/files/index.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { saveDish } from './dishes.ts'
import { dishById } from './repo.ts'

/**
 * Gives a dish the picture that was sent (docs/product.md#menu-images); a dish that has it already keeps its version.
 * @throws AppError `not_found`, and what `takePicture` throws
 */
export async function setDishImage(
  db: Database,
  store: PictureStore,
  { id, file, owner, now }: { id: number; file: UploadedFile | undefined; owner: Viewer; now: Date },
): Promise<MenuItem> {
  // Before the work; the dish may still be deleted meanwhile, and then the picture is one that nothing shows.
  if (!(await dishById(db, id))) throw new AppError('not_found')
  const imageUrl = await addUploadedPicture(db, store, { file, tooLarge: 'image_too_large', now })
  return saveDish(db, { id, change: () => ({ imageUrl }), owner, now })
}
