import { webcrypto } from 'node:crypto'
import pLimit from 'p-limit'
import { AppError } from '#server/platform/app-error.ts'
import { watchQueue } from '#server/platform/metrics/metric.ts'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { checkSize, encode, openPicture, PictureTooLarge } from './encode.ts'
import type { Encoded, PictureStore } from './store.ts'

// Part of every hash: pictures are cached for ever, so a change of their encoding must change their names.
const ENCODING_VERSION = 'webp 2'

export interface PictureStoreOptions {
  /** The error code for a picture with more pixels than any camera makes. */
  tooLarge: ErrorCode
  /** Called before the picture is stored; records its hash, so that the picture is not deleted as unused. */
  beforeStore: (hash: string) => Promise<void>
}

/** One picture at a time: two of the largest would need hundreds of megabytes, and orders need a processor too. */
const limit = pLimit(1)
watchQueue('pictures', limit)
/** Uploads in memory, up to 5 MB each, including the one that is being encoded. */
const MAX_PENDING = 20
const RETRY_AFTER_S = 5

/**
 * Decodes, re-encodes and stores an uploaded picture. Its format is detected from its bytes.
 * @returns the picture's hash; the same bytes give the same hash
 * @throws AppError `image_type` if it is not a JPEG, PNG or WebP that can be read to the end; `image_heic` for the formats
 *   of some phones; `tooLarge`; `unavailable` while too many are waiting
 */
export async function storePicture(store: PictureStore, upload: Buffer, options: PictureStoreOptions): Promise<string> {
  if (isPhoneFormat(upload)) throw new AppError('image_heic')
  if (!isAccepted(upload)) throw new AppError('image_type')
  const encodeUpload = async () => {
    // Outside the `try`, because a library that cannot be loaded does not make the picture invalid.
    const picture = await openPicture(upload)
    try {
      await checkSize(picture)
      return await encode(picture)
    } catch (error) {
      throw new AppError(error instanceof PictureTooLarge ? options.tooLarge : 'image_type')
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

// `createHash` would block the event loop while it reads 5 MB.
async function hashOf(original: Buffer): Promise<string> {
  const digest = await webcrypto.subtle.digest(
    'SHA-256',
    Buffer.concat([Buffer.from(`${ENCODING_VERSION}\0`), original]),
  )
  return Buffer.from(digest).toString('hex').slice(0, 32)
}

const startsWith = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))

/** Whether the bytes begin like a JPEG, PNG or WebP. No other decoder of the library is ever used. */
function isAccepted(bytes: Buffer): boolean {
  const isJpeg = startsWith(bytes, 'ffd8ff')
  const isPng = startsWith(bytes, '89504e470d0a1a0a')
  const isWebp = startsWith(bytes, '52494646') && startsWith(bytes, '57454250', 8)
  return isJpeg || isPng || isWebp
}

/** Brands of the container (ISO 14496-12, `ftyp`) in which iPhones and newer Androids store photos: HEIC, HEIF, AVIF. */
const PHONE_BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'msf1',
  'avif',
  'avis',
])

function isPhoneFormat(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && PHONE_BRANDS.has(bytes.toString('latin1', 8, 12))
}
