import pLimit from 'p-limit'
import type { PictureStore } from '#server/platform/files/index.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import { readHead } from '../archive/read-archive.ts'
import type { Place } from './place.ts'

/** Pictures in memory at once, each in all its widths. */
const AT_ONCE = 4

/** A picture in all its widths; undefined if the store lacks one of them. */
export async function readPicture(store: PictureStore, hash: string): Promise<Map<PictureWidth, Buffer> | undefined> {
  const picture = new Map<PictureWidth, Buffer>()
  for (const width of PICTURE_WIDTHS) {
    const bytes = await store.get(hash, width)
    if (!bytes) return undefined
    picture.set(width, bytes)
  }
  return picture
}

/** Copies the pictures that the place does not have yet. @returns those that the source does not have either */
export async function copyPictures(
  hashes: readonly string[],
  from: PictureStore,
  to: Pick<Place, 'pictures' | 'listPictures'>,
): Promise<string[]> {
  const stored = new Set(await to.listPictures())
  const limit = pLimit(AT_ONCE)
  const copied = hashes
    .filter((hash) => !stored.has(hash))
    .map((hash) =>
      limit(async () => {
        const picture = await readPicture(from, hash)
        if (picture) await to.pictures.put(hash, picture)
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
 */
export async function removeUnusedPictures(place: Place, names: Iterable<string>, version: string): Promise<void> {
  const stored = await place.listPictures()
  if (stored.length === 0) return
  const used = new Set<string>()
  const present = new Set((await place.list()).map(({ name }) => name))
  for (const name of names) {
    if (!present.has(name)) continue
    const head = await place
      .read(name)
      .then(({ stream }) => readHead(stream, version))
      .catch(() => undefined)
    if (!head) return
    for (const hash of head.pictures) used.add(hash)
  }
  for (const hash of stored) if (!used.has(hash)) await place.pictures.remove(hash)
}
