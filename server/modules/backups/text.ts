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

/** Longer than any row; a whole line is held in memory. */
const MAX_LINE_BYTES = 16 * 1024 ** 2
/** Allows files that a person has compressed again; Masa's own files need less than 1 MB of memory. */
const MAX_WINDOW_LOG = 23
/** Far more than Masa has. */
const MAX_TABLES = 1_000
const LINE_END = 10
const UNKNOWN_LINE = 'it has a line that no backup has'

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
/** Statements that psql runs before the tables, which reference each other in every order. */
export const PREAMBLE = ["SET client_encoding = 'UTF8';", 'SET session_replication_role = replica;']

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const copiedColumns = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`
export const copyLine = (table: BackupTable) => `COPY ${copiedColumns(table)} FROM stdin;`

/** The parts of a backup in their order; `rows` yields whole lines, and must be consumed before the next part. */
export type BackupItem =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'table'; table: BackupTable; rows: AsyncGenerator<Buffer> }
  | { kind: 'sequence'; name: string; last: string }

/**
 * Reads a backup. Only the end of the file shows whether it is complete.
 * @throws UnusableBackup if it is no backup, damaged, cut off, of a newer version, or has a line that no backup has
 */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const lines = new Lines(file)
  try {
    const head = parseHead(HEAD.exec(await lines.next())?.[1])
    let line = await lines.next()
    for (let json = TABLE.exec(line)?.[1]; json; json = TABLE.exec(line)?.[1]) {
      const table = z.safeParse(tableSchema, parseJson(json))
      if (!table.success || head.tables.length === MAX_TABLES) throw damagedBackup('its head cannot be read')
      head.tables.push(table.data)
      line = await lines.next()
    }
    for (const expected of PREAMBLE) {
      if (line !== expected) throw damagedBackup(UNKNOWN_LINE)
      line = await lines.next()
    }
    yield { kind: 'head', head }
    for (const table of head.tables) {
      if (line !== copyLine(table)) throw damagedBackup(UNKNOWN_LINE)
      const rows = lines.rows()
      yield { kind: 'table', table, rows }
      // Rows that the caller skipped are consumed here.
      for await (const _ of rows);
      line = await lines.next()
    }
    for (let found = SEQUENCE.exec(line); found; found = SEQUENCE.exec(line)) {
      const [, name = '', last = ''] = found
      yield { kind: 'sequence', name, last }
      line = await lines.next()
    }
    const [, hash] = HASH.exec(line) ?? []
    if (hash === undefined) throw damagedBackup(UNKNOWN_LINE)
    if (hash !== lines.hashBefore()) throw damagedBackup('its hash is another')
    if (await lines.hasMore()) throw damagedBackup('it goes on after its end')
  } finally {
    await lines.close()
  }
}

/** Reads the lines of a file, and hashes those before the last line read. */
class Lines {
  readonly #pieces: AsyncGenerator<Buffer>
  readonly #hash = createHash('sha256')
  /** The unread lines, and the last ones read. */
  #text: Buffer = Buffer.alloc(0)
  #last: Buffer = this.#text

  constructor(file: string) {
    this.#pieces = decompressed(file)
  }

  async hasMore(): Promise<boolean> {
    if (this.#text.length === 0) this.#text = (await this.#pieces.next()).value ?? this.#text
    return this.#text.length > 0
  }

  async next(): Promise<string> {
    if (!(await this.hasMore())) throw damagedBackup('its end is missing')
    const end = this.#text.indexOf(LINE_END)
    return this.#take(end + 1).toString('utf8', 0, end)
  }

  /** Yields the rows of a table, and reads its end marker too. */
  async *rows(): AsyncGenerator<Buffer> {
    const endLine = `${END_OF_TABLE}\n`
    for (;;) {
      if (!(await this.hasMore())) throw damagedBackup('its end is missing')
      if (this.#text.toString('latin1', 0, endLine.length) === endLine) break
      yield this.#take(this.#text.indexOf(`\n${endLine}`) + 1 || this.#text.length)
    }
    this.#take(endLine.length)
  }

  hashBefore(): string {
    return this.#hash.digest('hex')
  }

  async close(): Promise<void> {
    await this.#pieces.return(undefined)
  }

  #take(length: number): Buffer {
    this.#hash.update(this.#last)
    this.#last = this.#text.subarray(0, length)
    this.#text = this.#text.subarray(length)
    return this.#last
  }
}

/** Decompresses a file into pieces of whole lines. */
async function* decompressed(file: string): AsyncGenerator<Buffer> {
  const text = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } })
  // The loop below throws the same error.
  pipeline(createReadStream(file), text).catch(() => {})
  let hasBegun = false
  /** The beginning of a line whose end has not arrived. */
  let begun: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(LINE_END) + 1
      if (end > 0) {
        yield Buffer.concat([...begun, chunk.subarray(0, end)])
        hasBegun = true
        begun = []
        bytes = 0
      }
      begun.push(chunk.subarray(end))
      bytes += chunk.length - end
      if (bytes > MAX_LINE_BYTES) throw damagedBackup('a line of it is too long')
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!code.startsWith('ZSTD_') && !code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    throw hasBegun ? damagedBackup('it cannot be decompressed') : noBackup()
  }
  if (bytes > 0) throw hasBegun ? damagedBackup('its end is missing') : noBackup()
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

/** Reads the head of a backup only. @throws UnusableBackup */
export async function readBackupHead(file: string): Promise<BackupHead> {
  for await (const item of readBackup(file)) if (item.kind === 'head') return item.head
  throw noBackup()
}

/** Reads a backup to its end. @throws UnusableBackup */
export async function checkBackup(file: string): Promise<void> {
  for await (const _ of readBackup(file));
}
