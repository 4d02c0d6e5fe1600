import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import { pictureUrl } from '#shared/domain/pictures.ts'
import { encode, openPicture } from './encode.ts'
import type { PictureStore } from './store.ts'

// Part of every hash: pictures that are encoded in another way get another name, because their bytes are cached for ever.
const RECIPE = 'webp 2'

/**
 * Stores an uploaded picture, decoded and encoded anew. What it is, is read from its bytes alone.
 * @returns its `imageUrl`; the same bytes give the same one
 * @throws AppError `unsupported_media_type` when it isn't a JPEG, PNG or WebP that can be read to the end; `too_large`
 *   when it has more pixels than any camera makes
 */
export async function storePicture(store: PictureStore, upload: Buffer): Promise<string> {
  if (!isAccepted(upload)) throw new AppError('unsupported_media_type')
  return keep(store, upload, async () => {
    try {
      return await encode(await openPicture(upload))
    } catch (error) {
      const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
      throw new AppError(isTooLarge ? 'too_large' : 'unsupported_media_type')
    }
  })
}

/**
 * Stores a drawing of the project's own.
 * @param svg never anything from outside: an SVG may ask for other files
 * @returns its `imageUrl`; the same drawing gives the same one
 */
export async function storeDrawing(store: PictureStore, svg: string): Promise<string> {
  const bytes = Buffer.from(svg)
  return keep(store, bytes, async () => encode((await openPicture(bytes)).removeAlpha()))
}

async function keep(store: PictureStore, original: Buffer, encoded: () => ReturnType<typeof encode>): Promise<string> {
  const hash = createHash('sha256').update(RECIPE).update('\0').update(original).digest('hex').slice(0, 32)
  if (!(await store.has(hash))) await store.put(hash, await encoded())
  return pictureUrl(hash)
}

/** Whether bytes begin like one of the three kinds; any other decoder of the library is never asked. */
function isAccepted(bytes: Buffer): boolean {
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))
  const isJpeg = starts('ffd8ff')
  const isPng = starts('89504e470d0a1a0a')
  const isWebp = starts('52494646') && starts('57454250', 8)
  return isJpeg || isPng || isWebp
}
