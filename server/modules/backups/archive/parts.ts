import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { CHUNK_BYTES, readTar, type TarEntry } from './tar.ts'

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
  const tar = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  const decompressed = pipeline(compressed, tar)
  decompressed.catch(() => {})
  yield* readTar(tar)
  await decompressed
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
