import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PictureStore } from './store.ts'

/** Flushes a folder's entries to disk, so that files that were just created, renamed or removed there are durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform === 'win32') return
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
        await Promise.all(
          [...picture].map(([width, bytes]) => writeSynced(path.join(temporary, fileName(width)), bytes)),
        )
        await syncFolder(temporary)
        await rename(temporary, path.join(folder, hash))
        await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { recursive: true, force: true })
        if (!alreadyExists(error)) throw error
      }
    },

    async get(hash, width) {
      try {
        return await readFile(path.join(folder, hash, fileName(width)))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },

    async remove(hash) {
      // Renamed first, so that a folder with the hash's name is always complete.
      const temporary = path.join(folder, `.gone-${randomBytes(8).toString('hex')}`)
      try {
        await rename(path.join(folder, hash), temporary)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return
        throw error
      }
      await rm(temporary, { recursive: true })
    },
  }
}

const fileName = (width: number) => `${width}.webp`

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

// Whether a rename failed because a concurrent upload has stored the same picture.
function alreadyExists(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EEXIST' || code === 'ENOTEMPTY' || (code === 'EPERM' && process.platform === 'win32')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
