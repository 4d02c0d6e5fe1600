import { webcrypto } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import { Turns } from '#server/platform/limits/turns.ts'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { encode, judge, openPicture, TooLarge } from './encode.ts'
import type { Encoded, PictureStore } from './store.ts'

// Part of every hash: pictures that are encoded in another way get another name, because their bytes are cached for ever.
const RECIPE = 'webp 2'

export interface TakingIn {
  /** The refusal of a picture with more pixels than any camera makes. */
  tooLarge: ErrorCode
  /** Notes that the picture is about to be stored, so that it is not taken for one that nothing uses. */
  note: (hash: string) => Promise<void>
}

/** One picture is in work at a time: two of the largest would be hundreds of megabytes, and orders need a processor too. */
const work = new Turns()
/** Each that waits is 5 MB. */
const MAX_WAITING = 20
const RETRY_AFTER_S = 5
let waiting = 0

/**
 * Stores an uploaded picture, decoded and encoded anew. What it is, is read from its bytes alone.
 * @returns the hash it is kept under; the same bytes give the same one
 * @throws AppError `image_type` when it isn't a JPEG, PNG or WebP that can be read to the end; `image_heic` when it is
 *   what some phones make instead; `tooLarge`; `unavailable` while too many wait
 */
export async function storePicture(store: PictureStore, upload: Buffer, taking: TakingIn): Promise<string> {
  if (isOfPhone(upload)) throw new AppError('image_heic')
  if (!isAccepted(upload)) throw new AppError('image_type')
  const encoded = async () => {
    // A library that cannot be loaded is no fault of the picture.
    const picture = await openPicture(upload)
    try {
      await judge(picture)
      return await encode(picture)
    } catch (error) {
      throw new AppError(error instanceof TooLarge ? taking.tooLarge : 'image_type')
    }
  }
  if (waiting === MAX_WAITING) throw new AppError('unavailable', {}, RETRY_AFTER_S)
  waiting++
  try {
    return await work.take('picture', () => keep(store, upload, encoded, taking.note))
  } finally {
    waiting--
  }
}

/**
 * Stores a drawing of the project's own.
 * @param svg never anything from outside: an SVG may ask for other files
 * @returns the hash it is kept under; the same drawing gives the same one
 */
export async function storeDrawing(store: PictureStore, svg: string, note: TakingIn['note']): Promise<string> {
  const bytes = Buffer.from(svg)
  return keep(store, bytes, async () => encode((await openPicture(bytes)).removeAlpha()), note)
}

async function keep(
  store: PictureStore,
  original: Buffer,
  encoded: () => Promise<Encoded>,
  note: TakingIn['note'],
): Promise<string> {
  const hash = await hashOf(original)
  const made = (await store.has(hash)) ? undefined : await encoded()
  await note(hash)
  // Asked again: until it was noted, it could be deleted.
  if (!(await store.has(hash))) await store.put(hash, made ?? (await encoded()))
  return hash
}

// Not by `createHash`, which would keep everybody waiting while it reads 5 MB.
async function hashOf(original: Buffer): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', Buffer.concat([Buffer.from(`${RECIPE}\0`), original]))
  return Buffer.from(digest).toString('hex').slice(0, 32)
}

const startsWith = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))

/** Whether bytes begin like one of the three kinds; any other decoder of the library is never asked. */
function isAccepted(bytes: Buffer): boolean {
  const isJpeg = startsWith(bytes, 'ffd8ff')
  const isPng = startsWith(bytes, '89504e470d0a1a0a')
  const isWebp = startsWith(bytes, '52494646') && startsWith(bytes, '57454250', 8)
  return isJpeg || isPng || isWebp
}

/** The kinds of the container (ISO 14496-12, `ftyp`) in which iPhones and newer Androids keep photos: HEIC, HEIF, AVIF. */
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

function isOfPhone(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && PHONE_BRANDS.has(bytes.toString('latin1', 8, 12))
}
