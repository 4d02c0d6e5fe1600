import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { parseJson } from '#shared/domain/objects.ts'
import { FORMAT } from './parts.ts'

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
