import * as z from 'zod/mini'

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

const headSchema = z.object({
  product: z.literal('Masa'),
  format: z.number(),
  /** The version of Masa. */
  version: z.string(),
  /** The random id of the restaurant; null in a database from before there was one. */
  restaurant: z.nullable(z.string()),
  /** When the snapshot was taken. */
  at: z.string(),
  /** The version of PostgreSQL. */
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

/**
 * Reads the first part.
 * @throws UnusableBackup if it is not a backup, or one of a later format, which it names
 */
export function parseHead(bytes: Buffer, ownVersion: string): Head {
  const data = parseJson(bytes)
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (typeof format === 'number' && format > FORMAT) throw newerBackup(String(version), ownVersion)
  const head = z.safeParse(headSchema, data)
  if (!head.success) throw new UnusableBackup('The file is not a backup of Masa.')
  return head.data
}

/** @throws UnusableBackup if it is damaged */
export function parseManifest(bytes: Buffer): Manifest {
  const manifest = z.safeParse(manifestSchema, parseJson(bytes))
  if (!manifest.success) throw damagedBackup('its manifest cannot be read')
  return manifest.data
}

export function newerBackup(version: string, ownVersion: string): UnusableBackup {
  return new UnusableBackup(
    `The backup was made by Masa ${version}, which is newer than this Masa (${ownVersion}). Nothing was changed. ` +
      'Restore it with that version or a later one.',
  )
}

export function damagedBackup(reason: string): UnusableBackup {
  return new UnusableBackup(`The backup is damaged or was cut off: ${reason}. Take another backup.`)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
