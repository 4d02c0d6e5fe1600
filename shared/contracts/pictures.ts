import * as z from 'zod/mini'
import { isOwnPicture } from '../domain/menu/pictures.ts'
import { text, textRule } from './base/fields.ts'

/* The pictures of dishes and promotions, as owners send them. */

/** The largest picture, in bytes (docs/product/menu.md#menu-images). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** The maximum length of a picture's URL, in characters. */
export const IMAGE_URL_MAX = 2000

const webAddress = z.url({ protocol: /^https?$/ })

/** An http(s) URL, the path of one of our own pictures, or empty. */
export const imageUrlSchema = text(IMAGE_URL_MAX).check(
  textRule((url) => url === '' || isOwnPicture(url) || webAddress.safeParse(url).success, 'validation.imageUrl'),
)
