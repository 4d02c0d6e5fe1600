import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import { batchLoader } from '../limits/concurrency.ts'

/** One encoded picture: WebP bytes by width. */
export type Encoded = ReadonlyMap<PictureWidth, Buffer>

/** Content under a hash never changes, so it is cached for ever. @throws AppError `unavailable` */
export interface PictureStore {
  has(hash: string): Promise<boolean>
  /** Stores all widths durably, or none; nothing if the picture is stored already. */
  put(hash: string, picture: Encoded): Promise<void>
  /** The bytes of one width; undefined if there is no such picture. */
  get(hash: string, width: PictureWidth): Promise<Buffer | undefined>
  /** Deletes a picture in all its widths. Does nothing if there is no such picture. */
  remove(hash: string): Promise<void>
}

/** Enough for the pictures of some hundred dishes on the menu. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Wraps the store of a bucket: drops the least recently read pictures first, fetches a picture once for concurrent
 * reads, and asks the bucket for no name that somebody has invented. A failure and a missing picture are not cached.
 * @param knownAmong returns those of the given hashes that the restaurant has pictures of
 */
export function cachedInMemory(
  store: PictureStore,
  knownAmong: (hashes: string[]) => Promise<string[]>,
  maxBytes = MAX_BYTES,
): PictureStore {
  const lookUp = batchLoader(
    async (hashes: string[]) => new Map((await knownAmong(hashes)).map((hash) => [hash, true])),
  )
  // While the lookup fails, the store can still answer for the pictures of a menu that is open.
  const isKnown = (hash: string) => lookUp(hash).catch(() => true)
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    // The cache rejects entries of size 0.
    sizeCalculation: ({ length }) => length || 1,
    // A picture that is dropped while it is fetched still reaches its readers.
    ignoreFetchAbort: true,
    async fetchMethod(key) {
      const [hash = '', width] = key.split('/')
      return (await isKnown(hash)) ? store.get(hash, Number(width) as PictureWidth) : undefined
    },
  })
  return {
    ...store,
    get: (hash, width) => cache.fetch(`${hash}/${width}`),
    async remove(hash) {
      await store.remove(hash)
      for (const width of PICTURE_WIDTHS) cache.delete(`${hash}/${width}`)
    },
  }
}

/** Flushes a folder's entries to disk, so that files that were just created, renamed or removed there are durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A folder for each picture, named by its hash, with a file for every width. */
export function folderStore(folder: string): PictureStore {
  return {
    has: (hash) =>
      access(path.join(folder, hash)).then(
        () => true,
        () => false,
      ),

    async put(hash, picture) {
      // Written to a temporary folder and then renamed, so that a folder with the hash's name is always complete.
      const temporary = path.join(folder, `.new-${randomBytes(8).toString('hex')}`)
      await mkdir(temporary, { recursive: true })
      try {
        const write = (width: PictureWidth, bytes: Buffer) =>
          writeFile(path.join(temporary, fileName(width)), bytes, { flag: 'wx', flush: true })
        await Promise.all([...picture].map(([width, bytes]) => write(width, bytes)))
        await syncFolder(temporary)
        await rename(temporary, path.join(folder, hash))
        await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { recursive: true, force: true })
        // A concurrent upload may have stored the same picture.
        if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error
      }
    },

    get: (hash, width) => unlessMissing(readFile(path.join(folder, hash, fileName(width)))),

    async remove(hash) {
      // Renamed first, so that a folder with the hash's name is always complete.
      const temporary = path.join(folder, `.gone-${randomBytes(8).toString('hex')}`)
      await unlessMissing(rename(path.join(folder, hash), temporary))
      await rm(temporary, { recursive: true, force: true })
    },
  }
}

const fileName = (width: number) => `${width}.webp`

/** What a file operation resolves to; undefined if there is no such file. */
export async function unlessMissing<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  return operation.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** The error code of a failed system call (`ENOENT`, `EACCES`…); undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
