import type { ErrorCode } from '#shared/contracts/errors.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'

/** The accepted types. The server validates the content itself (docs/product/menu.md#menu-images). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** The largest file that is offered to be made smaller: decoding a larger one could exhaust a phone's memory. */
export const MAX_SHRINK_BYTES = 64 * 1024 * 1024

export type TooLargeCode = Extract<ErrorCode, 'image_too_large' | 'promotion_image_too_large'>

/** The error code of a file that cannot be used as a picture, before it is sent; undefined if it may be valid. */
export function pictureError(file: Pick<File, 'name' | 'type' | 'size'>, tooLarge: TooLargeCode) {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'image_heic'
  if (!PICTURE_TYPES.includes(file.type)) return 'image_type'
  return file.size > MAX_IMAGE_BYTES ? tooLarge : undefined
}
