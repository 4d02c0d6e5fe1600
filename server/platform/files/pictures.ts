import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Metadata, Sharp } from 'sharp'
import { AppError, required } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import type { Encoded, PictureStore } from './store.ts'

/** Maximum width and height in pixels: time and memory of the decoders grow with each of them. */
const MAX_SIDE = 12_000
/** Maximum bytes that a decoder holds in memory for a picture that cannot be read row by row. */
const MAX_BYTES_HELD = 160_000_000
/** Time limit for decoding and encoding one picture. */
const ENCODE_TIMEOUT_MS = 10_000

/** The errors of a picture that would need more time or memory to decode than the picture of any camera. */
const TOO_LARGE = /exceeds pixel limit|^timeout: |^too large/

// Phone cameras have up to 50 megapixels. The header of a file of a few kilobytes can declare a thousand times that.
const MAX_PIXELS = 50_000_000
const QUALITY = 80
// More effort would save a few percent of size for twice the time.
const EFFORT = 2

/** Reads only the header: an interlaced picture of some kilobytes can need hundreds of megabytes to decode. */
async function checkSize(picture: Sharp): Promise<void> {
  const metadata = await picture.metadata()
  if (Math.max(metadata.width, metadata.height) > MAX_SIDE || bytesHeldFor(metadata) > MAX_BYTES_HELD)
    throw new Error('too large')
}

/** Bytes that the decoder holds at once: all of an interlaced or progressive picture, 0 for one read row by row. */
function bytesHeldFor(metadata: Metadata): number {
  const { format, width, height, channels, bitsPerSample = 8 } = metadata
  if (!metadata.isProgressive) return 0
  // A progressive JPEG is held as two-byte coefficients; most cameras store a quarter as many for each colour channel.
  const jpegBytes = metadata.chromaSubsampling === '4:2:0' ? 3 : 2 * channels
  const bytes = format === 'jpeg' ? jpegBytes : (bitsPerSample / 8) * channels
  return width * height * bytes
}

/** Opens a picture with a limit on its pixels. Nothing is decoded yet; decoding will fail on any error in the file. */
async function openPicture(bytes: Buffer): Promise<Sharp> {
  // Loaded with the first picture, so that a restaurant without pictures saves the memory.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // More threads would hardly be faster, and guests' orders would wait for a processor.
  sharp.concurrency(1)
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
}

/** Upright, never enlarged, at most twice as high as wide, without metadata such as location and camera. */
async function encode(picture: Sharp): Promise<Encoded> {
  const widest = Math.max(...PICTURE_WIDTHS)
  const deadline = performance.now() + ENCODE_TIMEOUT_MS
  const timeLeft = () => ({ seconds: Math.max(1, Math.ceil((deadline - performance.now()) / 1000)) })
  const decoded = picture
    .timeout(timeLeft())
    .autoOrient()
    .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await decoded
  const { default: sharp } = await import('sharp')
  const encoded = new Map<PictureWidth, Buffer>()
  // In sequence, to leave a processor for guests' requests.
  for (const width of PICTURE_WIDTHS) {
    const bytes = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .timeout(timeLeft())
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer()
    encoded.set(width, await bytes)
  }
  return encoded
}

// Part of every hash: pictures are cached for ever, so a change of their encoding must change their names.
const ENCODING_VERSION = 'webp 2'

export interface PictureStoreOptions {
  /** Called before the picture is stored; records its hash, so that the picture is not deleted as unused. */
  beforeStore: (hash: string) => Promise<void>
}

/** One picture at a time: two of the largest would need hundreds of megabytes, and orders need a processor too. */
const limit = pLimit(1)
/** Uploads in memory, up to 5 MB each, including the one that is being encoded. */
const MAX_PENDING = 20
const RETRY_AFTER_S = 5

/**
 * Decodes, re-encodes and stores an uploaded picture. Its format is detected from its bytes.
 * @returns the picture's hash; the same bytes give the same hash
 * @throws AppError `image_type` if it is no JPEG, PNG or WebP; `image_heic` and `image_avif` for these formats;
 *   `image_pixels`; `image_broken` if it cannot be read to the end; `unavailable` while too many are waiting
 */
export async function storePicture(store: PictureStore, upload: Buffer, options: PictureStoreOptions): Promise<string> {
  const format = photoFormat(upload)
  if (format) throw new AppError(`image_${format}`)
  if (!isAccepted(upload)) throw new AppError('image_type')
  const encodeUpload = async () => {
    // Outside the `try`, because a library that cannot be loaded does not make the picture invalid.
    const picture = await openPicture(upload)
    try {
      await checkSize(picture)
      return await encode(picture)
    } catch (error) {
      throw new AppError(error instanceof Error && TOO_LARGE.test(error.message) ? 'image_pixels' : 'image_broken')
    }
  }
  if (limit.activeCount + limit.pendingCount >= MAX_PENDING) throw new AppError('unavailable', {}, RETRY_AFTER_S)
  return limit(() => storeOnce(store, upload, encodeUpload, options.beforeStore))
}

/** Stores a picture unless the store has it already. */
async function storeOnce(
  store: PictureStore,
  original: Buffer,
  encodeOriginal: () => Promise<Encoded>,
  beforeStore: PictureStoreOptions['beforeStore'],
): Promise<string> {
  const hash = await hashOf(original)
  const encoded = (await store.has(hash)) ? undefined : await encodeOriginal()
  await beforeStore(hash)
  // Checked again: until `beforeStore` had recorded it, the picture could be deleted.
  if (!(await store.has(hash))) await store.put(hash, encoded ?? (await encodeOriginal()))
  return hash
}

const HASHED_BYTES = 256 * 1024

// In turns, because 5 MB at once would block the event loop. The threads of the library would copy them first.
async function hashOf(original: Buffer): Promise<string> {
  const hash = createHash('sha256').update(`${ENCODING_VERSION}\0`)
  for (let from = 0; from < original.length; from += HASHED_BYTES) {
    await nextTurn()
    hash.update(original.subarray(from, from + HASHED_BYTES))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Whether a file is a picture, also of a format that is not accepted. */
export const isPicture = (bytes: Buffer): boolean =>
  photoFormat(bytes) !== undefined || isAccepted(bytes) || bytes.toString('latin1', 0, 4) === 'GIF8'

/** Whether the bytes begin like a JPEG, PNG or WebP. No other decoder of the library is ever used. */
const isAccepted = (bytes: Buffer) =>
  /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(bytes.toString('hex', 0, 12))

const PICTURE = /^([0-9a-f]{32})\/([1-9]\d{0,4})\.webp$/

/** Serves /pictures/<hash>/<width>.webp. Every other URL below /pictures/ responds with 404 in JSON. */
export function servePictures(app: FastifyInstance, store: PictureStore): void {
  app.get<{ Params: { '*': string } }>('/pictures/*', async (request, reply) => {
    // Only names of this form reach the store, so that no path leads outside it.
    const [, hash, digits] = PICTURE.exec(request.params['*']) ?? []
    const width = PICTURE_WIDTHS.find((stored) => stored === Number(digits))
    const bytes = required(hash && width ? await store.get(hash, width) : undefined)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes)
  })
}

/** Brands (ISO 14496-12, `ftyp`) of pictures in the container of videos: photos of phones, and AVIF. */
const HEIC = 'heic heix heim heis hevc hevx hevm hevs'.split(' ')
const AVIF = 'avif avis avio'.split(' ')
const ANY_CODEC = 'mif1 mif2 msf1 miaf'.split(' ')

/** How many of a file's first bytes are read. */
const PHOTO_FORMAT_BYTES = 128

/** The format of a picture that is neither JPEG, PNG nor WebP but common, by its first bytes, whatever its name says. */
export function photoFormat(bytes: Uint8Array): 'heic' | 'avif' | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, PHOTO_FORMAT_BYTES))
  if (text.slice(4, 8) !== 'ftyp') return undefined
  const main = text.slice(8, 12)
  if (AVIF.includes(main)) return 'avif'
  if (HEIC.includes(main)) return 'heic'
  if (!ANY_CODEC.includes(main)) return undefined
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const compatible = text.slice(16, size).match(/.{4}/gs) ?? []
  return compatible.some((brand) => AVIF.includes(brand)) ? 'avif' : 'heic'
}
