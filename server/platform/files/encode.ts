import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import type { Encoded } from './store.ts'

/** Maximum width and height in pixels: time and memory of the decoders grow with each of them. */
const MAX_SIDE = 12_000
/** Maximum bytes that a decoder holds in memory for a picture that cannot be read row by row. */
const MAX_BYTES_HELD = 160_000_000
/** Time limit for decoding and encoding one picture. */
const ENCODE_TIMEOUT_MS = 10_000

/** Thrown for a picture that would need more time or memory to decode than the picture of any camera. */
export class PictureTooLarge extends Error {}

// Phone cameras have up to 50 megapixels. The header of a file of a few kilobytes can declare a thousand times that.
const MAX_PIXELS = 50_000_000
const QUALITY = 80
// More effort would save a few percent of size for twice the time.
const EFFORT = 2

/**
 * Checks a picture's size by its header, without decoding it: an interlaced picture of a few hundred kilobytes can need
 * hundreds of megabytes.
 * @throws PictureTooLarge
 */
export async function checkSize(picture: Sharp): Promise<void> {
  const metadata = await orTooLarge(picture.metadata())
  if (Math.max(metadata.width, metadata.height) > MAX_SIDE || bytesHeldFor(metadata) > MAX_BYTES_HELD)
    throw new PictureTooLarge()
}

/** Bytes that the decoder holds at once: all of an interlaced or progressive picture, 0 for one read row by row. */
function bytesHeldFor({
  format,
  width,
  height,
  channels,
  bitsPerSample = 8,
  isProgressive,
  chromaSubsampling,
}: Metadata): number {
  if (!isProgressive) return 0
  // A progressive JPEG is held as two-byte coefficients; most cameras store a quarter as many for each colour channel.
  const bytes = format === 'jpeg' ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) : (bitsPerSample / 8) * channels
  return width * height * bytes
}

async function orTooLarge<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit|^timeout: /.test(error.message)
    throw isTooLarge ? new PictureTooLarge() : error
  }
}

/** Opens a picture with a limit on its pixels. Nothing is decoded yet; decoding will fail on any error in the file. */
export async function openPicture(bytes: Buffer, more: SharpOptions = {}): Promise<Sharp> {
  // Loaded with the first picture, so that a restaurant without pictures saves the memory.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // More threads would hardly be faster, and guests' orders would wait for a processor.
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, ...more })
}

/**
 * Encodes a picture in every width: upright, never enlarged, at most twice as high as wide. Only its pixels are used:
 * metadata such as location, time and camera are dropped.
 * @throws PictureTooLarge
 */
export async function encode(picture: Sharp): Promise<Encoded> {
  const widest = Math.max(...PICTURE_WIDTHS)
  const deadline = Date.now() + ENCODE_TIMEOUT_MS
  const timeLeft = () => ({ seconds: Math.max(1, Math.ceil((deadline - Date.now()) / 1000)) })
  const decoded = picture
    .timeout(timeLeft())
    .autoOrient()
    .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await orTooLarge(decoded)
  const { default: sharp } = await import('sharp')
  const encoded = new Map<PictureWidth, Buffer>()
  // In sequence, to leave a processor for guests' requests.
  for (const width of PICTURE_WIDTHS) {
    const bytes = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .timeout(timeLeft())
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer()
    encoded.set(width, await orTooLarge(bytes))
  }
  return encoded
}
