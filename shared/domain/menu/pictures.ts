/** The width in pixels of the blurred preview that is shown while a picture loads: some 200 bytes. */
export const PREVIEW_WIDTH = 32
/** The widths in pixels in which every picture is stored, from the preview to the viewer. */
export const PICTURE_WIDTHS = [PREVIEW_WIDTH, 160, 320, 640, 1280] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** At this distance a picture begins to load (docs/product/everywhere.md#everywhere-pictures). */
export const LOADS_BEFORE_VIEW_PX = 200

/** The width that a dish's or a promotion's `imageUrl` names. */
const URL_WIDTH: PictureWidth = 640

const OWN_PICTURE = /^(\/pictures\/[0-9a-f]{32}\/)\d+\.webp$/

/** The `imageUrl` of a stored picture. @param hash 32 hexadecimal digits */
export function pictureUrl(hash: string): string {
  return `/pictures/${hash}/${URL_WIDTH}.webp`
}

/** Returns the URL of the picture in another width; a URL that is not one of our own stays unchanged. */
export function pictureAt(url: string, width: PictureWidth): string {
  return url.replace(OWN_PICTURE, `$1${width}.webp`)
}

/** Whether a URL is that of a stored picture, which exists in every width of `PICTURE_WIDTHS`. */
export function isOwnPicture(url: string): boolean {
  return OWN_PICTURE.test(url)
}

/** A path under /assets/, which changes every day (docs/product/everywhere.md#everywhere-daily-pictures). */
export function isDaily(url: string): boolean {
  return url.startsWith('/assets/')
}

/**
 * Adds the day (YYYY-MM-DD), so that no cache keeps the picture longer, and `format=webp` to the URL of a picture under
 * /assets/; any other URL is returned unchanged.
 */
export function pictureOfDay(url: string, day: string): string {
  if (!isDaily(url)) return url
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const otherParameters = query.split('&').filter((part) => part !== '' && !/^(v|format)(=|$)/.test(part))
  return `${path}?${[...otherParameters, `v=${day}`, 'format=webp'].join('&')}${fragment}`
}
