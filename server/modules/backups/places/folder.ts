import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#server/platform/files/folder-store.ts'
import { ERASED_NAME } from '../archive/read-archive.ts'
import { unpackPicture } from './pictures.ts'
import {
  backupName,
  backupTime,
  codeOf,
  type ErasedPlace,
  KEY,
  nextCopy,
  orWithout,
  PICTURES_FOLDER,
  type Place,
  pictureName,
  picturesIn,
  TEMPORARY,
} from './place.ts'

const PIECE_BYTES = 64 * 1024
/** More than a line has, so that a random key is among them. */
const MARK_BYTES = 128
const NEW_LINE = 10

/** The file of erased keys in a folder of backups: a line for each, with the id of its restaurant. */
function erasedFile(dir: string): ErasedPlace {
  const file = path.join(dir, ERASED_NAME)
  return {
    async readErased(restaurant, mark) {
      const read = await withFile(file, async (handle) => {
        const from = mark === undefined ? 0 : await markedEnd(handle, mark)
        const keys = new Set<string>()
        let end = from ?? 0
        for await (const piece of linesFrom(handle, end)) {
          for (const key of keysOf(piece.lines.toString(), restaurant)) keys.add(key)
          // Another process may be writing a line that has no end.
          if (piece.lines.at(-1) === NEW_LINE) end = piece.end
        }
        return { keys, isWhole: mark === undefined || from === undefined, mark: await markAt(handle, end) }
      })
      return read ?? { keys: new Set(), isWhole: true, mark: undefined }
    },

    async noteErased(restaurant, keys) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const handle = await open(file, 'a+', 0o600)
      try {
        const { size } = await handle.stat()
        // A line that was cut off by a crash must not take the next one with it.
        const isCutOff = size > 0 && (await readAt(handle, size - 1, 1))[0] !== NEW_LINE
        await handle.writeFile(`${isCutOff ? '\n' : ''}${erasedLines(restaurant, keys)}`)
        await handle.datasync()
        await syncFolder(dir)
        // Of what was written to, even if another file has its name by now.
        return await markAt(handle, (await handle.stat()).size)
      } finally {
        await handle.close()
      }
    },

    // What another instance adds meanwhile is lost here. It finds that its mark is gone, and adds everything again.
    async dropErased(restaurant, keys) {
      const temporary = path.join(dir, `${TEMPORARY}${ERASED_NAME}`)
      try {
        const isThere = await withFile(file, async (handle) => {
          const output = await open(temporary, 'w', 0o600)
          try {
            for await (const { lines } of linesFrom(handle, 0))
              await output.write(linesWithout(lines.toString(), restaurant, keys))
            await output.datasync()
          } finally {
            await output.close()
          }
          return true
        })
        if (!isThere) return
        await rename(temporary, file)
        await syncFolder(dir)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
  }
}

/** The lines by which erased keys are noted. */
export function erasedLines(restaurant: string, keys: Iterable<string>): string {
  return [...keys].map((key) => `${restaurant} ${key}\n`).join('')
}

/** The keys of one restaurant among such lines. */
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

/** The end of what is known, and the last bytes before it. */
async function markAt(handle: FileHandle, end: number): Promise<string> {
  const last = await readAt(handle, Math.max(0, end - MARK_BYTES), Math.min(end, MARK_BYTES))
  return `${end} ${last.toString('base64')}`
}

/** Where an earlier reading has ended; undefined if the file is another one since. */
async function markedEnd(handle: FileHandle, mark: string): Promise<number | undefined> {
  const [end = '', last = ''] = mark.split(' ')
  const expected = Buffer.from(last, 'base64')
  const found = await readAt(handle, Number(end) - expected.length, expected.length)
  return found.equals(expected) ? Number(end) : undefined
}

/** Reads whole lines in pieces; the last piece may be a line without an end. */
async function* linesFrom(handle: FileHandle, from: number): AsyncGenerator<{ lines: Buffer; end: number }> {
  for (let at = from; ; ) {
    const piece = await readAt(handle, at, PIECE_BYTES)
    if (piece.length === 0) return
    const lines = piece.subarray(0, piece.lastIndexOf(NEW_LINE) + 1 || piece.length)
    at += lines.length
    yield { lines, end: at }
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let read = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, position + read)
    read += bytesRead
    if (bytesRead === 0 || read === length) return bytes.subarray(0, read)
  }
}

/** @returns undefined if there is no such file */
async function withFile<Result>(
  file: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(file).catch(orWithout(undefined))
  try {
    return handle && (await work(handle))
  } finally {
    await handle?.close()
  }
}

interface Folder extends Place {
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
