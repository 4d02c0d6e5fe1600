import type { ErrorCode } from '#shared/contracts/errors.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'

/** What a picture can be chosen from; the server judges by the bytes (docs/product.md#menu-images). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

export type PictureTooLarge = Extract<ErrorCode, 'image_too_large' | 'promotion_image_too_large'>

/** Why a file can't be a picture, before it is sent: the name of its error; nothing where it may be one. */
export function pictureFault(file: Pick<File, 'name' | 'type' | 'size'>, tooLarge: PictureTooLarge) {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'image_heic'
  if (!PICTURE_TYPES.includes(file.type)) return 'image_type'
  return file.size > MAX_IMAGE_BYTES ? tooLarge : undefined
}
