/** The widths, in pixels, in which every picture is stored: a phone's row and a desktop's card at up to three times, the viewer at most. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width that a dish's or a promotion's `imageUrl` names. */
const NAMED: PictureWidth = 640

const OWN = /^(\/pictures\/[0-9a-f]{32}\/)\d+\.webp$/

/** The `imageUrl` of a stored picture. @param hash 32 hexadecimal digits */
export function pictureUrl(hash: string): string {
  return `/pictures/${hash}/${NAMED}.webp`
}

/**
 * The same picture in another width, so that a page can offer all of them (`srcset`). A URL that is not one of our own
 * pictures exists in one width only and is answered as it came.
 */
export function pictureAt(url: string, width: PictureWidth): string {
  return url.replace(OWN, `$1${width}.webp`)
}
