import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { Encoded, PictureStore } from '#server/platform/files/store.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import { DamagedTar, readTar, TAR_END, tarEntry } from '../archive/parts.ts'
import type { BackupHead } from '../archive/read-archive.ts'
import type { BackupStore } from './place.ts'

/** Pictures in memory at once. Two, because writing them uses the threads that sign-ins and uploads need too. */
const AT_ONCE = 2

/** A picture in all its widths; undefined if the store lacks one of them. */
export async function readPicture(store: PictureStore, hash: string): Promise<Encoded | undefined> {
  const picture = new Map<PictureWidth, Buffer>()
  for (const width of PICTURE_WIDTHS) {
    const bytes = await store.get(hash, width)
    if (!bytes) return undefined
    picture.set(width, bytes)
  }
  return picture
}

/** Stores a restaurant's pictures, found elsewhere if need be. @returns those that are found nowhere */
export async function storePictures(
  hashes: readonly string[],
  store: PictureStore,
  find: (hash: string) => Promise<Encoded | undefined>,
): Promise<string[]> {
  const missing: string[] = []
  for (const hash of hashes) {
    if (await store.has(hash)) continue
    const found = await find(hash)
    if (found) await store.put(hash, found)
    else missing.push(hash)
  }
  return missing
}

/** Copies the pictures that the place lacks, also from packed ones. @returns those that are found nowhere */
export async function copyPictures(
  hashes: readonly string[],
  packed: (hash: string) => Promise<Buffer | undefined>,
  to: BackupStore,
  ended: AbortSignal,
): Promise<string[]> {
  const limit = pLimit(AT_ONCE)
  const copied = (await to.lacking(hashes)).map((hash) =>
    limit(async () => {
      ended.throwIfAborted()
      const picture = await packed(hash)
      if (picture) await to.addPicture(hash, picture)
      return picture ? [] : [hash]
    }),
  )
  // Waits for all, so that nothing is written after this has failed.
  await Promise.allSettled(copied)
  return (await Promise.all(copied)).flat()
}

/**
 * Removes the pictures that no backup of this place needs. A backup that cannot be read may need any: then all stay.
 * @param names the backups of the place
 * @param headOf reads the head of one; undefined if it is damaged
 */
export async function removeUnusedPictures(
  place: BackupStore,
  names: Iterable<string>,
  headOf: (place: BackupStore, name: string) => Promise<BackupHead | undefined>,
): Promise<void> {
  const stored = await place.listPictures()
  if (stored.length === 0) return
  const used = new Set<string>()
  const present = new Set((await place.list()).map(({ name }) => name))
  let areAllRead = true
  for (const name of names) {
    if (!present.has(name)) continue
    const head = await headOf(place, name).catch(() => null)
    // A place that does not answer is not asked for the next one.
    if (head === null) return
    if (!head) areAllRead = false
    for (const hash of head?.pictures ?? []) used.add(hash)
  }
  if (!areAllRead) return
  for (const hash of stored) if (!used.has(hash)) await place.removePicture(hash)
}

/** The hashes of the widths in a packed picture, as `sha256sum` writes and checks them. */
const SUMS_NAME = 'sha256'
/** The same picture always gives the same bytes. */
const NO_TIME = new Date(0)

const fileName = (width: number) => `${width}.webp`

/** A picture in all its widths as one file: a tar of them and of their hashes. */
export function packPicture(picture: Encoded): Buffer {
  const files = new Map([...picture].map(([width, bytes]) => [fileName(width), bytes]))
  const entries = [...files, [SUMS_NAME, Buffer.from(sumsOf(files))] as const]
  return Buffer.concat([...entries.flatMap(([name, bytes]) => tarEntry(name, bytes, NO_TIME)), TAR_END])
}

/** The widths of a packed picture; undefined if one is missing or a byte has changed. */
export async function unpackPicture(packed: Buffer): Promise<Encoded | undefined> {
  const files = new Map<string, Buffer>()
  try {
    for await (const entry of readTar(Readable.from([packed]))) files.set(entry.name, await entry.bytes(packed.length))
  } catch (error) {
    if (error instanceof DamagedTar) return undefined
    throw error
  }
  const sums = files.get(SUMS_NAME)?.toString()
  files.delete(SUMS_NAME)
  if (sums !== sumsOf(files)) return undefined
  const widths = PICTURE_WIDTHS.flatMap((width) => {
    const bytes = files.get(fileName(width))
    return bytes ? [[width, bytes] as const] : []
  })
  return widths.length === PICTURE_WIDTHS.length ? new Map(widths) : undefined
}

function sumsOf(files: ReadonlyMap<string, Buffer>): string {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('')
}
