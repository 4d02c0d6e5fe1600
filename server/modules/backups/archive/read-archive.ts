import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import {
  damagedBackup,
  HEAD_PART,
  type Head,
  MANIFEST_PART,
  type Manifest,
  PICTURES_PART,
  parseHead,
  parseManifest,
  SEAL_PART,
  tableOfPart,
  UnusableBackup,
} from './manifest.ts'
import { DamagedTar, readTar } from './tar.ts'

const ZSTD_MAGIC = Buffer.from('28b52ffd', 'hex')
const PICTURE_ENTRY = /^pictures\/([0-9a-f]{32})\/([1-9]\d{0,4})\.webp$/
/** The name of the erased keys in a download and beside the backups. */
export const ERASED_NAME = 'erased'

/** What is done with the parts of a backup while it is read. */
export interface ArchiveReader {
  /** Called first. Throws to refuse the backup. */
  head?(head: Head): Promise<void> | void
  pictures?(hashes: string[]): Promise<void> | void
  /** A piece of a table, in the order of the rows. */
  rows?(table: string, text: Buffer): Promise<void>
  /** Called when all parts were read and their hashes are as the manifest says. */
  manifest?(manifest: Manifest): Promise<void> | void
  /** A picture that is packed into a download. */
  picture?(hash: string, width: number, bytes: Buffer): Promise<void>
  /** The erased keys that are packed into a download. */
  erased?(lines: string): void
}

/**
 * Reads a backup: a file as it lies in the folder, or a download, which is a tar of that file and its pictures.
 * @throws UnusableBackup if it is damaged, cut off, of a later format, or no backup
 */
export async function readArchive(source: Readable, reader: ArchiveReader, ownVersion: string): Promise<void> {
  try {
    const { isCompressed, stream } = await withMagic(source)
    if (isCompressed) await readParts(stream, reader, ownVersion)
    else await readDownload(stream, reader, ownVersion)
  } catch (error) {
    if (error instanceof UnusableBackup || !isDamage(error)) throw error
    throw damagedBackup(error.message)
  } finally {
    source.destroy()
  }
}

/** Reads the first parts only: what a backup is, and which pictures it needs. */
export async function readHead(source: Readable, ownVersion: string): Promise<{ head: Head; pictures: string[] }> {
  const seen: { head?: Head; pictures?: string[] } = {}
  class Enough extends Error {}
  await readArchive(
    source,
    {
      head: (head) => {
        seen.head = head
      },
      pictures: (pictures) => {
        seen.pictures = pictures
        throw new Enough()
      },
    },
    ownVersion,
  ).catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error
  })
  const { head, pictures } = seen
  if (!head || !pictures) throw damagedBackup('its beginning is missing')
  return { head, pictures }
}

/**
 * Reads a written file back and compares each part with its hash, and the rows with the counts.
 * @throws UnusableBackup if something differs
 */
export async function checkArchive(file: string, version: string): Promise<void> {
  const counted = new Map<string, number>()
  let manifestFound = false
  await readArchive(
    createReadStream(file),
    {
      rows: async (table, text) => {
        counted.set(table, (counted.get(table) ?? 0) + countLines(text))
      },
      manifest: ({ tables }) => {
        manifestFound = true
        for (const [table, { rows }] of Object.entries(tables))
          if (String(counted.get(table) ?? 0) !== rows) throw damagedBackup(`${table} does not have its ${rows} rows`)
      },
    },
    version,
  )
  if (!manifestFound) throw damagedBackup('its manifest is missing')
}

// COPY text has one line for each row: a line break in a value is written as \n.
function countLines(text: Buffer): number {
  let lines = 0
  for (let i = text.indexOf(10); i !== -1; i = text.indexOf(10, i + 1)) lines += 1
  return lines
}

async function readDownload(stream: Readable, reader: ArchiveReader, ownVersion: string): Promise<void> {
  let hasBackup = false
  for await (const entry of readTar(stream)) {
    const [, hash, width] = PICTURE_ENTRY.exec(entry.name) ?? []
    if (entry.name.endsWith('.tar.zst')) {
      hasBackup = true
      await readParts(Readable.from(entry.pieces()), reader, ownVersion)
    } else if (entry.name === ERASED_NAME) reader.erased?.((await entry.bytes()).toString())
    else if (hash && width) await reader.picture?.(hash, Number(width), await entry.bytes())
  }
  if (!hasBackup) throw new UnusableBackup('The file is not a backup of Masa.')
}

async function readParts(compressed: Readable, reader: ArchiveReader, ownVersion: string): Promise<void> {
  const tar = createZstdDecompress()
  const decompressed = pipeline(compressed, tar)
  decompressed.catch(() => {})
  const found: Manifest['parts'] = []
  let head: Head | undefined
  let manifest: Manifest | undefined
  let seal = ''
  let isSealed = false
  for await (const entry of readTar(tar)) {
    const { name } = entry
    if (!head && name !== HEAD_PART) throw new UnusableBackup('The file is not a backup of Masa.')
    const bytes = await entry.bytes()
    const table = tableOfPart(name)
    if (name === HEAD_PART) {
      head = parseHead(bytes, ownVersion)
      await reader.head?.(head)
    } else if (name === PICTURES_PART) await reader.pictures?.(bytes.toString().split('\n').filter(Boolean))
    else if (table !== undefined) await reader.rows?.(table, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (name === MANIFEST_PART) {
      manifest = parseManifest(bytes)
      seal = sha256
    } else if (name === SEAL_PART) isSealed = bytes.toString() === seal
    else found.push({ name, bytes: bytes.length, sha256 })
  }
  await decompressed
  if (!manifest || !isSealed) throw damagedBackup('its manifest is not whole')
  compareParts(found, manifest.parts)
  await reader.manifest?.(manifest)
}

function compareParts(found: Manifest['parts'], expected: Manifest['parts']): void {
  if (found.length !== expected.length) throw damagedBackup('parts are missing')
  for (const [i, part] of expected.entries()) {
    const other = found[i]
    if (other?.name !== part.name || other.bytes !== part.bytes || other.sha256 !== part.sha256)
      throw damagedBackup(`the part ${part.name} is not as it was written`)
  }
}

// The first bytes tell a file of the folder from a download.
async function withMagic(source: Readable): Promise<{ isCompressed: boolean; stream: Readable }> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let begin: Buffer = Buffer.alloc(0)
  while (begin.length < ZSTD_MAGIC.length) {
    const next = await chunks.next()
    if (next.done) break
    begin = Buffer.concat([begin, next.value])
  }
  async function* whole() {
    yield begin
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { isCompressed: begin.subarray(0, 4).equals(ZSTD_MAGIC), stream: Readable.from(whole()) }
}

function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedTar) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
