import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { parseJson } from '#shared/domain/objects.ts'

const headSchema = z.object({
  product: z.literal('Masa'),
  format: z.number(),
  version: z.string(),
  /** The random id of the restaurant; null in a database from before there was one. */
  restaurant: z.nullable(z.string()),
  at: z.string(),
  postgres: z.string(),
  /** The stamp of the last migration, and how many there were. */
  migrations: z.object({ last: z.number(), count: z.number() }),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.infer<typeof headSchema>

const manifestSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.string(), sums: z.record(z.string(), z.string()) })),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), called: z.boolean() })),
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>
export type TableSums = Manifest['tables'][string]

/** A backup that cannot be restored; the message says why, in whole sentences. */
export class UnusableBackup extends Error {}

/** @throws UnusableBackup if it is not a backup, or one that only a later version can read, which it names */
export function parseHead(bytes: Buffer, ownVersion: string): Head {
  const data = parseJson(bytes.toString())
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (typeof format === 'number' && format > FORMAT) throw newerBackup(String(version), ownVersion)
  const head = z.safeParse(headSchema, data)
  if (head.success) return head.data
  if (typeof version === 'string' && isNewer(version, ownVersion)) throw newerBackup(version, ownVersion)
  throw new UnusableBackup('The file is not a backup of Masa.')
}

export function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}

/** @throws UnusableBackup if it is damaged */
export function parseManifest(bytes: Buffer): Manifest {
  const manifest = z.safeParse(manifestSchema, parseJson(bytes.toString()))
  if (!manifest.success) throw damagedBackup('its manifest cannot be read')
  return manifest.data
}

export function newerBackup(version: string, ownVersion: string): UnusableBackup {
  return new UnusableBackup(
    `The backup was made by Masa ${version}, which is newer than this Masa (${ownVersion}). Nothing was changed. ` +
      'Restore it with that version or a later one.',
  )
}

/** A backup whose file is not as it was written. */
export class DamagedBackup extends UnusableBackup {}

export function damagedBackup(reason: string): DamagedBackup {
  return new DamagedBackup(`The backup is damaged or was cut off: ${reason}. Take another backup.`)
}

export const MASA_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version

/** One entry of a tar file while it is read. An entry must be read, or is skipped, before the next one. */
interface TarEntry {
  name: string
  size: number
  /** The whole content, for small entries. @throws DamagedTar if it has more than `limit` bytes */
  bytes(limit: number): Promise<Buffer>
  /** The content in pieces, for entries of any size. */
  pieces(): AsyncGenerator<Buffer>
}

const BLOCK = 512
/** How much of a tar is compressed or read at once. Node's own 16 KB would cost a turn of another thread each. */
export const CHUNK_BYTES: number = 64 * 1024
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK)
/** Other programs fill a tar up to whole records of 10 KB. */
const MAX_AFTER_END = 64 * 1024

/** The header of a file in a tar (POSIX ustar), which its content follows. @param name at most 100 bytes of ASCII */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const put = (text: string, offset: number) => header.write(text, offset, 'latin1')
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  // A size of 8 GiB or more does not fit eleven octal digits: its first bit is set and it is written in base 256.
  if (size < 8 ** 11) put(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  const seconds = Math.max(0, Math.floor(at.getTime() / 1000))
  put(`${seconds.toString(8).padStart(11, '0')}\0`, 136)
  put('        0', 148)
  put('ustar\x0000', 257)
  put(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export function tarEntry(name: string, content: Buffer, at: Date): Buffer[] {
  return [tarHeader(name, content.length, at), content, tarPadding(content.length)]
}

/** The zeros after a content of this size, up to the next whole block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Reads a tar file as a stream. @throws DamagedTar if it ends early or contains something else */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const reader = new ExactReader(source)
  for (;;) {
    const header = await reader.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return reader.drain(MAX_AFTER_END)
    const isIntact = Number.parseInt(header.toString('latin1', 148, 155), 8) === sumOf(header)
    if (!isIntact) throw new DamagedTar('a header of the tar is damaged')
    const name = textAt(header, 0, 100)
    const size =
      header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8)
    if (!(size >= 0)) throw new DamagedTar('a header of the tar is damaged')
    let left = size
    async function* pieces() {
      while (left > 0) {
        const piece = await reader.atMost(left)
        left -= piece.length
        yield piece
      }
    }
    const bytes = async (limit: number) => {
      if (size > limit) throw new DamagedTar('a part of it is too large')
      const all = await reader.exactly(left)
      left = 0
      return all
    }
    yield { name, size, bytes, pieces }
    for await (const _ of pieces());
    await reader.exactly(tarPadding(size).length)
  }
}

/** A tar file that ends early, or is none. */
export class DamagedTar extends Error {}

const textAt = (header: Buffer, from: number, length: number) =>
  header.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''

// The sum of a header's bytes, in which its own field counts as spaces.
function sumOf(header: Buffer): number {
  let sum = 8 * 32
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i] ?? 0
  return sum
}

class ExactReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async atMost(length: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next()
      if (next.done) throw new DamagedTar('the tar ends early')
      this.#rest = next.value
    }
    const piece = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  /** Reads what is left: the checksum of a compression is at its end. */
  async drain(limit: number): Promise<void> {
    let length = this.#rest.length
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) {
      length += next.value.length
      if (length > limit) throw new DamagedTar('it goes on after its end')
    }
  }

  async exactly(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = await this.atMost(left)
      left -= piece.length
      pieces.push(piece)
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  }
}

/** A part as the manifest names it. */
export interface PartFacts {
  name: string
  bytes: number
  sha256: string
}

/** The version of the format. A file of a later one is refused. */
export const FORMAT = 1

/**
 * The parts of a backup, in their order: what it is, which pictures it needs, the tables in numbered pieces, and last
 * the counts, sums and hashes that are known only then (docs/decisions/034-backups.md).
 */
export const HEAD_PART = 'masa.json'
export const PICTURES_PART = 'pictures.txt'
export const MANIFEST_PART = 'manifest.json'
/** The hash of the manifest: Node does not always look at the checksum with which the compression ends. */
export const SEAL_PART = 'manifest.sha256'
const TABLE_PART = /^tables\/([a-z0-9_]+)\/\d{6}$/

interface PartLimits {
  position: number
  maxBytes: number
}
const MB = 1024 ** 2

/** In order, with the most bytes of each: a file of some kilobytes can unpack to gigabytes. */
const PARTS: ReadonlyMap<string, PartLimits> = new Map([
  [HEAD_PART, { position: 0, maxBytes: MB }],
  [PICTURES_PART, { position: 1, maxBytes: 4 * MB }],
  [MANIFEST_PART, { position: 3, maxBytes: 32 * MB }],
  [SEAL_PART, { position: 4, maxBytes: 64 }],
])
/** All pieces of all tables. */
const TABLE: PartLimits = { position: 2, maxBytes: MB }

/** For files that a person has compressed again; Masa's own need less than 1 MB of memory. */
const MAX_WINDOW_LOG = 23

export function tablePart(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}`
}

export function tableOfPart(name: string): string | undefined {
  return TABLE_PART.exec(name)?.[1]
}

export async function* readParts(compressed: Readable): AsyncGenerator<TarEntry> {
  const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG }
  const tar = createZstdDecompress({ chunkSize: CHUNK_BYTES, params })
  const decompressed = pipeline(compressed, tar)
  decompressed.catch(() => {})
  try {
    yield* readTar(tar)
    await decompressed
  } finally {
    tar.destroy()
  }
}

/** Before its content is unpacked. @throws DamagedTar if it is unknown, too large, or not in order */
export function admitPart({ name, size }: TarEntry, after: number): PartLimits {
  const isTable = tableOfPart(name) !== undefined
  const part = isTable ? TABLE : PARTS.get(name)
  if (!part) throw new DamagedTar('a part of it is unknown')
  if (part.position < after || (part.position === after && !isTable)) throw new DamagedTar('its parts are not in order')
  if (size > part.maxBytes) throw new DamagedTar('a part of it is too large')
  return part
}

export function differenceOf(found: readonly PartFacts[], written: readonly PartFacts[]): string | undefined {
  if (found.length !== written.length) return 'parts are missing'
  const changed = written.find(({ name, bytes, sha256 }, i) => {
    const other = found[i]
    return other?.name !== name || other.bytes !== bytes || other.sha256 !== sha256
  })
  return changed && `the part ${changed.name} is not as it was written`
}
