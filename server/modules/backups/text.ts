import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { migrationStamps } from '#server/db/migrate.ts'
import { isRecord, parseJson } from '#shared/domain/objects.ts'

/*
 * The text of a backup, which psql reads (docs/decisions/034-backups.md): comments with the head and the tables,
 * settings, each table as COPY text, sequences, and last a comment with the hash of all lines before it.
 */

const headSchema = z.object({
  /** The version of Masa, and the version of this format. */
  version: z.string(),
  format: z.number(),
  at: z.string(),
  postgres: z.string(),
  /** The stamp of the last migration. */
  migration: z.number(),
  /** The hashes of the pictures that the tables name. */
  pictures: z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
})
const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.string(),
  /** The sum of each column of numbers. */
  sums: z.record(z.string(), z.string()),
})
export type BackupTable = z.infer<typeof tableSchema>
export type BackupHead = z.infer<typeof headSchema> & { tables: BackupTable[] }

/** A file of a later format is refused. */
export const FORMAT = 1

export const MASA_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/** A backup that cannot be restored; the message says why, in whole sentences. */
export class UnusableBackup extends Error {}

export function damagedBackup(reason: string): UnusableBackup {
  return new UnusableBackup(
    `The backup is damaged or was cut off: ${reason}. Nothing was changed. Take another backup.`,
  )
}

const HEAD = /^-- masa (\{.*\})$/
const TABLE = /^-- table (\{.*\})$/
const SEQUENCE = /^SELECT pg_catalog\.setval\('(\w+)', (\d{1,18})\);$/
const HASH = /^-- sha256 ([0-9a-f]{64})$/
export const END_OF_TABLE = '\\.'
/** What psql needs before the tables: they name each other in every order. */
export const PREAMBLE = ["SET client_encoding = 'UTF8';", 'SET session_replication_role = replica;']

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const copiedColumns = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`
export const copyLine = (table: BackupTable) => `COPY ${copiedColumns(table)} FROM stdin;`

/** What a backup consists of, in its order; `rows` are whole lines, in pieces. */
export type BackupItem =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'rows'; table: BackupTable; rows: Buffer }
  | { kind: 'sequence'; name: string; last: string }

/** More than a row has; a line must fit into memory. */
const MAX_LINE_BYTES = 16 * 1024 ** 2
/** For files that a person has compressed again; Masa's own need less than 1 MB of memory. */
const MAX_WINDOW_LOG = 23
/** Many more than Masa has. */
const MAX_TABLES = 1_000
const LINE_END = 10

/**
 * Reads a backup. That it is whole is known only at the end.
 * @throws UnusableBackup if it is none, damaged, cut off, of a newer version, or has a line that no backup has
 */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const text = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } })
  const decompressed = pipeline(createReadStream(file), text)
  // The loop below has the same error.
  decompressed.catch(() => {})
  const parser = new BackupParser()
  /** The begin of a line whose end has not come. */
  let begun: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(LINE_END) + 1
      if (end > 0) {
        yield* parser.read(Buffer.concat([...begun, chunk.subarray(0, end)]))
        begun = []
        bytes = 0
      }
      begun.push(chunk.subarray(end))
      bytes += chunk.length - end
      if (bytes > MAX_LINE_BYTES) throw damagedBackup('a line of it is too long')
    }
    parser.end(bytes)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!code.startsWith('ZSTD_') && !code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    throw parser.hasBegun ? damagedBackup('it cannot be decompressed') : noBackup()
  } finally {
    text.destroy()
  }
}

class BackupParser {
  readonly #hash = createHash('sha256')
  #head: BackupHead | undefined
  /** The lines that come next, and the tables whose rows follow some of them; undefined until the head was read. */
  #expected: { line: string; table?: BackupTable }[] | undefined
  /** The table whose rows come now. */
  #table: BackupTable | undefined
  #rows = 0
  #isWhole = false

  get hasBegun(): boolean {
    return this.#head !== undefined
  }

  /** @param text whole lines */
  *read(text: Buffer): Generator<BackupItem> {
    let rowsFrom = 0
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf(LINE_END, start)
      if (this.#isWhole) throw damagedBackup('it goes on after its end')
      if (this.#table && !isEndOfTable(text, start, end)) this.#rows += 1
      else if (this.#table) {
        if (start > rowsFrom) yield { kind: 'rows', table: this.#table, rows: text.subarray(rowsFrom, start) }
        this.#hash.update(text.subarray(rowsFrom, end + 1))
        this.#endTable(this.#table)
      } else {
        const item = this.#line(text.toString('utf8', start, end))
        if (item) yield item
        if (!this.#isWhole) this.#hash.update(text.subarray(start, end + 1))
        rowsFrom = end + 1
      }
      start = end + 1
    }
    if (this.#table && rowsFrom < text.length) {
      this.#hash.update(text.subarray(rowsFrom))
      yield { kind: 'rows', table: this.#table, rows: text.subarray(rowsFrom) }
    }
  }

  end(bytesLeft: number): void {
    if (!this.#head) throw noBackup()
    if (!this.#isWhole || bytesLeft > 0) throw damagedBackup('its end is missing')
  }

  #endTable({ name, rows }: BackupTable): void {
    if (rows !== String(this.#rows)) throw damagedBackup(`${name} does not have its ${rows} rows`)
    this.#table = undefined
    this.#rows = 0
  }

  #line(line: string): BackupItem | undefined {
    if (!this.#head) {
      this.#head = parseHead(HEAD.exec(line)?.[1])
      return undefined
    }
    if (!this.#expected) {
      const [, described] = TABLE.exec(line) ?? []
      if (described) {
        const table = z.safeParse(tableSchema, parseJson(described))
        if (!table.success || this.#head.tables.length === MAX_TABLES) throw damagedBackup('its head cannot be read')
        this.#head.tables.push(table.data)
        return undefined
      }
      this.#expected = linesOf(this.#head.tables)
      this.#expect(line)
      return { kind: 'head', head: this.#head }
    }
    if (this.#expected.length > 0) return this.#expect(line)
    const [, name, last] = SEQUENCE.exec(line) ?? []
    if (name && last) return { kind: 'sequence', name, last }
    const [, hash] = HASH.exec(line) ?? []
    if (hash === undefined) throw damagedBackup('it has a line that no backup has')
    if (hash !== this.#hash.digest('hex')) throw damagedBackup('its hash is another')
    this.#isWhole = true
    return undefined
  }

  #expect(line: string): undefined {
    const expected = this.#expected?.shift()
    if (line !== expected?.line) throw damagedBackup('it has a line that no backup has')
    this.#table = expected.table
  }
}

const linesOf = (tables: readonly BackupTable[]) => [
  ...PREAMBLE.map((line) => ({ line })),
  ...tables.map((table) => ({ line: copyLine(table), table })),
]

function isEndOfTable(text: Buffer, start: number, end: number): boolean {
  return end - start === END_OF_TABLE.length && text.toString('latin1', start, end) === END_OF_TABLE
}

const noBackup = () =>
  new UnusableBackup('The file is not a backup of Masa. A download must be unpacked first: tar xf FILE')

function parseHead(json: string | undefined): BackupHead {
  const data = json === undefined ? undefined : parseJson(json)
  if (!isRecord(data)) throw noBackup()
  const version = String(data.version)
  const isNewer = version.localeCompare(MASA_VERSION, 'en', { numeric: true }) > 0
  if (isNewer || Number(data.format) > FORMAT || Number(data.migration) > Math.max(...migrationStamps()))
    throw new UnusableBackup(
      `The backup was made by Masa ${version}, which is newer than this Masa (${MASA_VERSION}). Nothing was changed. ` +
        'Restore it with that version or a later one.',
    )
  const head = z.safeParse(headSchema, data)
  if (!head.success || !migrationStamps().includes(head.data.migration)) throw damagedBackup('its head cannot be read')
  return { ...head.data, tables: [] }
}

/** The head of a backup; the rest is not read. @throws UnusableBackup */
export async function readBackupHead(file: string): Promise<BackupHead> {
  for await (const item of readBackup(file)) if (item.kind === 'head') return item.head
  throw noBackup()
}

/** Reads a backup to its end. @throws UnusableBackup */
export async function checkBackup(file: string): Promise<void> {
  for await (const _ of readBackup(file));
}
