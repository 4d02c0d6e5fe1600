import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/pictures.ts'
import type { Encoded } from './store.ts'

/** Longer than any picture needs; the time and memory of the library's decoders grow with each side. */
const LONGEST_SIDE = 12_000
/** What a decoder may hold of a picture that cannot be read row by row. */
const MAX_BYTES_HELD = 160_000_000
/** How long one picture may be worked on. */
const MAX_SECONDS = 10

/** A picture that would take more time or memory than any camera's. */
export class TooLarge extends Error {}

// A phone's camera makes up to 50 megapixels. A few kilobytes can claim to be a thousand times that.
const MAX_PIXELS = 50_000_000
const QUALITY = 80
// Beyond this the last few percent of size cost as much time again as all before.
const EFFORT = 2

/**
 * Judges a picture by its head alone. An interlaced one of a few hundred kilobytes can take hundreds of megabytes.
 * @throws TooLarge
 */
export async function judge(picture: Sharp): Promise<void> {
  const metadata = await orTooLarge(picture.metadata())
  if (Math.max(metadata.width, metadata.height) > LONGEST_SIDE || heldOf(metadata) > MAX_BYTES_HELD)
    throw new TooLarge()
}

/** How many bytes the decoder holds at once: all of an interlaced or progressive picture, 0 for one read row by row. */
function heldOf({
  format,
  width,
  height,
  channels,
  bitsPerSample = 8,
  isProgressive,
  chromaSubsampling,
}: Metadata): number {
  if (!isProgressive) return 0
  // A progressive JPEG is held as numbers of two bytes; most cameras store a quarter as many for each colour.
  const bytes = format === 'jpeg' ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) : (bitsPerSample / 8) * channels
  return width * height * bytes
}

async function orTooLarge<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit|^timeout: /.test(error.message)
    throw isTooLarge ? new TooLarge() : error
  }
}

/** Opens a picture for reading. Nothing is decoded yet; what is opened is bounded in size and judged strictly. */
export async function openPicture(bytes: Buffer, more: SharpOptions = {}): Promise<Sharp> {
  // Loaded with the first picture: a restaurant that never takes one in does without its memory.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // More would be hardly faster, and guests' orders would wait for a processor.
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, ...more })
}

/**
 * A picture upright in every width, never enlarged and at most twice as high as wide. Only its pixels go over:
 * metadata (place, time, camera) and whatever else came in the file stay behind.
 * @throws TooLarge
 */
export async function encode(picture: Sharp): Promise<Encoded> {
  const widest = Math.max(...PICTURE_WIDTHS)
  const until = Date.now() + MAX_SECONDS * 1000
  const left = () => ({ seconds: Math.max(1, Math.ceil((until - Date.now()) / 1000)) })
  const decoded = picture
    .timeout(left())
    .autoOrient()
    .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await orTooLarge(decoded)
  const { default: sharp } = await import('sharp')
  const encoded = new Map<PictureWidth, Buffer>()
  // One after another: the other processor is for the guests.
  for (const width of PICTURE_WIDTHS) {
    const bytes = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .timeout(left())
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer()
    encoded.set(width, await orTooLarge(bytes))
  }
  return encoded
}
