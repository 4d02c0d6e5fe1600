import type { Sharp, SharpOptions } from 'sharp'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/pictures.ts'
import type { Encoded } from './store.ts'

// A phone's camera makes up to 50 megapixels. A few kilobytes can claim to be a thousand times that.
const MOST_PIXELS = 50_000_000
const QUALITY = 80
// Beyond this the last few percent of size cost as much time again as all before.
const EFFORT = 2

/** Opens a picture for reading. Nothing is decoded yet; what is opened is bounded in size and judged strictly. */
export async function openPicture(bytes: Buffer, more: SharpOptions = {}): Promise<Sharp> {
  // Loaded with the first picture: a restaurant that never takes one in does without its memory.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // More would be hardly faster, and guests' orders would wait for a processor.
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, ...more })
}

/**
 * A picture upright in every width, never enlarged and at most twice as high as wide. Only its pixels go over:
 * metadata (place, time, camera) and whatever else came in the file stay behind.
 */
export async function encode(picture: Sharp): Promise<Encoded> {
  const widest = Math.max(...PICTURE_WIDTHS)
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { default: sharp } = await import('sharp')
  const encoded = new Map<PictureWidth, Buffer>()
  // One after another: the other processor is for the guests.
  for (const width of PICTURE_WIDTHS) {
    const bytes = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer()
    encoded.set(width, bytes)
  }
  return encoded
}
