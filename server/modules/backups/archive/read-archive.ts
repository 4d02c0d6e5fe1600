import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  admitPart,
  DamagedTar,
  damagedBackup,
  differenceOf,
  HEAD_PART,
  type Head,
  MANIFEST_PART,
  type Manifest,
  type PartFacts,
  PICTURES_PART,
  parseHead,
  parseManifest,
  readParts,
  readTar,
  SEAL_PART,
  tableOfPart,
  UnusableBackup,
} from './parts.ts'

const ZSTD_MAGIC = Buffer.from('28b52ffd', 'hex')
const PICTURE_ENTRY = /^pictures\/([0-9a-f]{32})\.tar$/
/** The name of a picture: the hash of what was uploaded. */
const PICTURE_HASH = /^[0-9a-f]{32}$/
/** Several times the largest packed picture. */
const MAX_PICTURE_BYTES = 16 * 1024 ** 2
/** More than a million erased keys. */
const MAX_ERASED_BYTES = 128 * 1024 ** 2
/** The name of the erased keys in a download and beside the backups. */
export const ERASED_NAME = 'erased'

/** What is done with the parts of a backup while it is read. */
interface ArchiveReader {
  /** Called first. Throws to refuse the backup. */
  head?(head: Head): Promise<void> | void
  pictures?(hashes: string[]): Promise<void> | void
  /** Text of a table, in the order of the rows; it may end within a row. */
  rows?(table: string, text: Buffer): Promise<void>
  /** Called when all parts were read and their hashes are as the manifest says. */
  manifest?(manifest: Manifest): Promise<void> | void
  picture?(hash: string, packed: Buffer): Promise<void>
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
    if (isCompressed) await readBackup(stream, reader, ownVersion)
    else await readDownload(stream, reader, ownVersion)
  } catch (error) {
    if (error instanceof UnusableBackup || !isDamage(error)) throw error
    throw damagedBackup(error.message)
  } finally {
    source.destroy()
  }
}

export interface BackupHead {
  head: Head
  pictures: string[]
}

export async function readHead(source: Readable, ownVersion: string): Promise<BackupHead> {
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

async function readDownload(stream: Readable, reader: ArchiveReader, ownVersion: string): Promise<void> {
  let hasBackup = false
  for await (const entry of readTar(stream)) {
    const [, hash] = PICTURE_ENTRY.exec(entry.name) ?? []
    if (entry.name.endsWith('.tar.zst')) {
      hasBackup = true
      await readBackup(Readable.from(entry.pieces()), reader, ownVersion)
    } else if (entry.name === ERASED_NAME) reader.erased?.((await entry.bytes(MAX_ERASED_BYTES)).toString())
    else if (hash) await reader.picture?.(hash, await entry.bytes(MAX_PICTURE_BYTES))
  }
  if (!hasBackup) throw new UnusableBackup('The file is not a backup of Masa.')
}

async function readBackup(compressed: Readable, reader: ArchiveReader, ownVersion: string): Promise<void> {
  const found: PartFacts[] = []
  let head: Head | undefined
  let manifest: Manifest | undefined
  let seal = ''
  let isSealed = false
  let position = -1
  for await (const entry of readParts(compressed)) {
    const { name, size } = entry
    if (!head && name !== HEAD_PART) throw new UnusableBackup('The file is not a backup of Masa.')
    const part = admitPart(entry, position)
    position = part.position
    const hash = createHash('sha256')
    const table = tableOfPart(name)
    if (table !== undefined) {
      for await (const piece of entry.pieces()) {
        hash.update(piece)
        await reader.rows?.(table, piece)
      }
      found.push({ name, bytes: size, sha256: hash.digest('hex') })
      continue
    }
    const bytes = await entry.bytes(part.maxBytes)
    const sha256 = hash.update(bytes).digest('hex')
    if (name === HEAD_PART) {
      head = parseHead(bytes, ownVersion)
      await reader.head?.(head)
    } else if (name === PICTURES_PART) await reader.pictures?.(hashesIn(bytes))
    if (name === MANIFEST_PART) {
      manifest = parseManifest(bytes)
      seal = sha256
    } else if (name === SEAL_PART) isSealed = bytes.toString() === seal
    else found.push({ name, bytes: size, sha256 })
  }
  if (!manifest || !isSealed) throw damagedBackup('its manifest is not whole')
  const difference = differenceOf(found, manifest.parts)
  if (difference) throw damagedBackup(difference)
  await reader.manifest?.(manifest)
}

function hashesIn(list: Buffer): string[] {
  const hashes = list.toString().split('\n').filter(Boolean)
  // A name leads to a file of that name, beside the backups and in the store of the pictures.
  if (!hashes.every((hash) => PICTURE_HASH.test(hash))) throw damagedBackup('its list of pictures names something else')
  return hashes
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
