import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import { CHUNK_BYTES, DamagedTar, readTar, type TarEntry } from './tar.ts'

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

/**
 * The order of the parts and the most bytes of each, several times what a large restaurant needs. A file of some
 * kilobytes can unpack to gigabytes, so nothing more of it is unpacked.
 */
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

/** The name of a piece of a table, counted from 1. */
export function tablePart(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}`
}

/** The table that a part is a piece of; undefined for another part. */
export function tableOfPart(name: string): string | undefined {
  return TABLE_PART.exec(name)?.[1]
}

/** The parts of a compressed file, to its end. */
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

/**
 * Admits the next part of a backup before its content is unpacked.
 * @param after the position of the part before it
 * @throws DamagedTar if it is unknown, too large, or not in order
 */
export function admitPart({ name, size }: TarEntry, after: number): PartLimits {
  const isTable = tableOfPart(name) !== undefined
  const part = isTable ? TABLE : PARTS.get(name)
  if (!part) throw new DamagedTar('a part of it is unknown')
  if (part.position < after || (part.position === after && !isTable)) throw new DamagedTar('its parts are not in order')
  if (size > part.maxBytes) throw new DamagedTar('a part of it is too large')
  return part
}

/** What differs between the parts of a file and those that were written; undefined if nothing does. */
export function differenceOf(found: readonly PartFacts[], written: readonly PartFacts[]): string | undefined {
  if (found.length !== written.length) return 'parts are missing'
  const changed = written.find(({ name, bytes, sha256 }, i) => {
    const other = found[i]
    return other?.name !== name || other.bytes !== bytes || other.sha256 !== sha256
  })
  return changed && `the part ${changed.name} is not as it was written`
}
