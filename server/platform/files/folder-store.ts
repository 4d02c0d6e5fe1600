import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PictureStore } from './store.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Pictures in a folder, each a folder of its own that is named by the hash and holds a file for every width.
 * @param folder made with the first picture
 */
export function folderStore(folder: string): PictureStore {
  return {
    has: (hash) =>
      access(path.join(folder, hash)).then(
        () => true,
        () => false,
      ),

    async put(hash, picture) {
      // Made beside its place and then renamed: a folder with the hash's name is always whole.
      const making = path.join(folder, `.new-${randomBytes(8).toString('hex')}`)
      await mkdir(making, { recursive: true })
      try {
        await Promise.all([...picture].map(([width, bytes]) => writeSynced(path.join(making, fileName(width)), bytes)))
        await syncFolder(making)
        await rename(making, path.join(folder, hash))
        await syncFolder(folder)
      } catch (error) {
        await rm(making, { recursive: true, force: true })
        if (!isTaken(error)) throw error
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
      // A folder with the hash's name is always whole, so it loses the name first.
      const going = path.join(folder, `.gone-${randomBytes(8).toString('hex')}`)
      try {
        await rename(path.join(folder, hash), going)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return
        throw error
      }
      await rm(going, { recursive: true })
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

// Somebody else stored the same picture at the same moment.
function isTaken(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EEXIST' || code === 'ENOTEMPTY' || (code === 'EPERM' && process.platform === 'win32')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
