import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#server/platform/files/sync-folder.ts'
import { erasedFile } from './erased-file.ts'
import { codeOf, orWithout, TEMPORARY } from './files.ts'
import { backupName, backupTime, nextCopy } from './names.ts'
import { unpackPicture } from './packed-picture.ts'
import { PICTURES_FOLDER, type Place, pictureName, picturesIn } from './place.ts'

export interface Folder extends Place {
  dir: string
  /** Creates the folder and removes what killed backups left. Call it only while the lease is held. */
  prepare(): Promise<void>
  /** The name of a new temporary file. */
  temporary(): string
  /** Gives a complete file its name. @returns the name */
  publish(temporary: string, at: Date): Promise<string>
}

/** A folder of backups. Only its owner may read it. */
export function backupFolder(dir: string): Folder {
  const inDir = (name: string) => path.join(dir, name)
  const pictures = inDir(PICTURES_FOLDER)
  const pictureFile = (hash: string) => path.join(pictures, pictureName(hash))
  const picture = (hash: string) => readFile(pictureFile(hash)).catch(orWithout(undefined))
  return {
    dir,

    async prepare() {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      for (const folder of [dir, pictures]) {
        for (const name of await readdir(folder).catch(orWithout<string[]>([])))
          if (name.startsWith(TEMPORARY)) await rm(path.join(folder, name), { recursive: true, force: true })
      }
    },

    temporary: () => inDir(`${TEMPORARY}${process.pid}-${Date.now()}.tar.zst`),

    async publish(temporary, at) {
      // The names of its pictures are durable before its own.
      await syncFolder(pictures).catch(orWithout(undefined))
      for (let copy = nextCopy(await readdir(dir), at); ; copy += 1) {
        const name = backupName(at, copy)
        try {
          // Unlike a rename, a link never replaces a file.
          await link(temporary, inDir(name))
        } catch (error) {
          if (codeOf(error) === 'EEXIST') continue
          throw error
        }
        await rm(temporary)
        await syncFolder(dir)
        return name
      }
    },

    async list() {
      const names = await readdir(dir).catch(orWithout<string[]>([]))
      const found = await Promise.all(
        names
          .filter((name) => backupTime(name))
          .map((name) =>
            stat(inDir(name)).then(
              ({ size }) => [{ name, bytes: size }],
              orWithout<{ name: string; bytes: number }[]>([]),
            ),
          ),
      )
      return found.flat()
    },

    async read(name) {
      const { size } = await stat(inDir(name))
      return { stream: createReadStream(inDir(name)), bytes: size }
    },

    remove: (name) => rm(inDir(name), { force: true }),

    listPictures: async () => picturesIn(await readdir(pictures).catch(orWithout<string[]>([]))),

    async lacking(hashes) {
      const lacking: string[] = []
      for (const hash of hashes) {
        const packed = await picture(hash)
        if (!packed || !(await unpackPicture(packed))) lacking.push(hash)
      }
      return lacking
    },

    picture,

    async addPicture(hash, packed) {
      await mkdir(pictures, { recursive: true, mode: 0o700 })
      const temporary = path.join(pictures, `${TEMPORARY}${hash}`)
      try {
        await writeDurably(temporary, packed)
        await rename(temporary, pictureFile(hash))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    removePicture: (hash) => rm(pictureFile(hash), { force: true }),

    ...erasedFile(dir),
  }
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
