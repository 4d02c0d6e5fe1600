import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, syncFolder } from '#server/platform/files/store.ts'
import { ERASED_NAME } from '../archive/read-archive.ts'
import { unpackPicture } from './pictures.ts'
import {
  type BackupStore,
  backupName,
  backupTime,
  type ErasedPlace,
  KEY,
  nextCopy,
  orWithout,
  PICTURES_FOLDER,
  pictureName,
  picturesIn,
  TEMPORARY,
} from './place.ts'

const NEW_LINE = 10

/** The file of erased keys in a folder of backups: a line for each, with the id of its restaurant. */
function erasedFile(dir: string): ErasedPlace {
  const file = path.join(dir, ERASED_NAME)
  return {
    // The mark is the state of the file: while it stays, nothing is read.
    async readErased(restaurant, mark) {
      const handle = await open(file).catch(orWithout(undefined))
      if (!handle) return { keys: new Set(), isWhole: true, mark: undefined }
      try {
        // Before the content: what another process adds meanwhile changes it.
        const state = await stateOf(handle)
        if (state === mark) return { keys: new Set(), isWhole: false, mark }
        return { keys: keysOf(await handle.readFile('utf8'), restaurant), isWhole: true, mark: state }
      } finally {
        await handle.close()
      }
    },

    async noteErased(restaurant, keys) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const handle = await open(file, 'a+', 0o600)
      try {
        const { size } = await handle.stat()
        // A line that was cut off by a crash must not take the next one with it.
        const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
        const isCutOff = size > 0 && buffer[0] !== NEW_LINE
        await handle.writeFile(`${isCutOff ? '\n' : ''}${erasedLines(restaurant, keys)}`)
        await handle.datasync()
        await syncFolder(dir)
        // Of what was written to, even if another file has its name by now.
        return await stateOf(handle)
      } finally {
        await handle.close()
      }
    },

    // What another instance adds meanwhile is lost here. It finds another file, and adds everything again.
    async dropErased(restaurant, keys) {
      const lines = await readFile(file, 'utf8').catch(orWithout(undefined))
      if (lines === undefined) return
      const temporary = path.join(dir, `${TEMPORARY}${ERASED_NAME}`)
      await replaceFile(file, temporary, Buffer.from(linesWithout(lines, restaurant, keys)))
      await syncFolder(dir)
    },
  }
}

async function stateOf(handle: FileHandle): Promise<string> {
  const { ino, size, mtimeMs } = await handle.stat()
  return `${ino} ${size} ${mtimeMs}`
}

export function erasedLines(restaurant: string, keys: Iterable<string>): string {
  return [...keys].map((key) => `${restaurant} ${key}\n`).join('')
}

export function keysOf(lines: string, restaurant: string): Set<string> {
  return new Set(lines.split('\n').flatMap((line) => keyOf(line, restaurant) ?? []))
}

function keyOf(line: string, restaurant: string): string | undefined {
  const [owner, key = ''] = line.trim().split(' ')
  return owner === restaurant && KEY.test(key) ? key : undefined
}

function linesWithout(lines: string, restaurant: string, keys: ReadonlySet<string>): string {
  const isKept = (line: string) => !keys.has(keyOf(line, restaurant) ?? '')
  return lines.split('\n').filter(isKept).join('\n')
}

interface Folder extends BackupStore {
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
          if (errorCode(error) === 'EEXIST') continue
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
      await replaceFile(pictureFile(hash), path.join(pictures, `${TEMPORARY}${hash}`), packed)
    },

    removePicture: (hash) => rm(pictureFile(hash), { force: true }),

    ...erasedFile(dir),
  }
}

/** Writes a file whole, by way of a temporary one in the same folder. */
async function replaceFile(file: string, temporary: string, content: Buffer): Promise<void> {
  try {
    const handle = await open(temporary, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
