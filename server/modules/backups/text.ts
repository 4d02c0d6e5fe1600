import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { MASA_VERSION, migrationStamps } from '#server/db/migrate.ts'
import { isRecord, parseJson } from '#shared/domain/objects.ts'

/*
 * The text of a backup, which psql reads (docs/decisions/034-backups.md): comments with the head and the tables,
 * settings, each table as COPY text, sequences, and last a comment with the hash of all lines before it.
 */

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.string(),
})
export type BackupTable = z.infer<typeof tableSchema>
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
  tables: z.array(tableSchema),
})
export type BackupHead = z.infer<typeof headSchema>

/** A file of a later format is refused. */
export const FORMAT = 1

/** No row is longer. A whole line is in memory at once. */
const MAX_LINE_BYTES = 16 * 1024 ** 2
/** Allows files that a person has compressed again; Masa's own files need less than 1 MB of memory. */
const MAX_WINDOW_LOG = 23
/** Larger pieces than the default, a sixteenth of this: each of them is one call of the decompressing thread. */
const PIECE_BYTES = 256 * 1024
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
  const pieces = wholeLines(file)
  const hash = createHash('sha256')
  /** The lines that are not read yet, and those that were read last, which the hash lacks. */
  let unread: Buffer = Buffer.alloc(0)
  let last = unread
  let head: BackupHead | undefined
  try {
    const data = parseJson(HEAD.exec(await nextLine())?.[1] ?? '')
    if (!isRecord(data)) throw await noBackup(file)
    head = parseHead(data)
    for (const expected of PREAMBLE) if ((await nextLine()) !== expected) throw damagedBackup(UNKNOWN_LINE)
    yield { kind: 'head', head }
    for (const table of head.tables) {
      if ((await nextLine()) !== copyLine(table)) throw damagedBackup(UNKNOWN_LINE)
      const rows = rowsOfTable()
      yield { kind: 'table', table, rows }
      // Rows that the caller skipped are consumed here.
      for await (const _ of rows);
    }
    let line = await nextLine()
    for (let found = SEQUENCE.exec(line); found; found = SEQUENCE.exec(line)) {
      const [, name = '', value = ''] = found
      yield { kind: 'sequence', name, last: value }
      line = await nextLine()
    }
    const [, written] = HASH.exec(line) ?? []
    if (written === undefined) throw damagedBackup(UNKNOWN_LINE)
    if (written !== hash.digest('hex')) throw damagedBackup('its hash is another')
    if (await hasMore()) throw damagedBackup('it goes on after its end')
  } catch (error) {
    if (!/^(ZSTD_|Z_|ERR_STREAM_)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw head ? damagedBackup('it cannot be decompressed') : await noBackup(file)
  } finally {
    await pieces.return(undefined)
  }

  async function hasMore(): Promise<boolean> {
    if (unread.length === 0) unread = (await pieces.next()).value ?? unread
    return unread.length > 0
  }

  async function nextLine(): Promise<string> {
    await hasMore()
    const end = unread.indexOf(LINE_END)
    if (end === -1) throw head ? damagedBackup('its end is missing') : await noBackup(file)
    return take(end + 1).toString('utf8', 0, end)
  }

  /** Yields the rows of a table, and reads its end marker too. */
  async function* rowsOfTable(): AsyncGenerator<Buffer> {
    const endLine = `${END_OF_TABLE}\n`
    while ((await hasMore()) && unread.toString('latin1', 0, endLine.length) !== endLine)
      yield take(unread.indexOf(`\n${endLine}`) + 1 || unread.length)
    await nextLine()
  }

  function take(length: number): Buffer {
    hash.update(last)
    last = unread.subarray(0, length)
    unread = unread.subarray(length)
    return last
  }
}

/** Decompresses a file into pieces of whole lines; only its very last line may lack its end. */
async function* wholeLines(file: string): AsyncGenerator<Buffer> {
  const text = createZstdDecompress({
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
    chunkSize: PIECE_BYTES,
  })
  // The loop below throws the same error.
  pipeline(createReadStream(file), text).catch(() => {})
  /** The beginning of a line whose end has not arrived. */
  let begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of text as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(LINE_END) + 1
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)])
      begun = []
      bytes = 0
    }
    begun.push(chunk.subarray(end))
    bytes += chunk.length - end
    if (bytes > MAX_LINE_BYTES) throw damagedBackup('a line of it is too long')
  }
  if (bytes > 0) yield Buffer.concat(begun)
}

/** Says what to do with a file that is no backup. */
async function noBackup(file: string): Promise<UnusableBackup> {
  const [head] = await createReadStream(file, { end: 511 }).toArray()
  const text = head?.toString('latin1') ?? ''
  if (text === '')
    return new UnusableBackup('The file is empty: it was not copied to its end. Take another copy of it.')
  if (text.startsWith('-- masa {'))
    return new UnusableBackup('The backup was unpacked already. Take the packed file, or pack it again: zstd FILE')
  return new UnusableBackup('The file is not a backup of Masa. A download must be unpacked first: tar xf FILE')
}

function parseHead(data: Record<string, unknown>): BackupHead {
  const version = String(data.version)
  const isNewer = version.localeCompare(MASA_VERSION, 'en', { numeric: true }) > 0
  if (isNewer || Number(data.format) > FORMAT || Number(data.migration) > Math.max(...migrationStamps()))
    throw new UnusableBackup(
      `The backup was made by Masa ${version}, which is newer than this Masa (${MASA_VERSION}). Nothing was changed. ` +
        'Restore it with that version or a later one.',
    )
  const head = z.safeParse(headSchema, data)
  if (!head.success) throw damagedBackup('its head cannot be read')
  if (!migrationStamps().includes(head.data.migration))
    throw new UnusableBackup(
      `The backup is older than this Masa (${MASA_VERSION}), and of a version that was never released. Nothing was ` +
        'changed. Restore it with the Masa that made it.',
    )
  return head.data
}

/** Reads the head of a backup only. */
export async function readBackupHead(file: string): Promise<BackupHead> {
  for await (const item of readBackup(file)) if (item.kind === 'head') return item.head
  throw await noBackup(file)
}

/** Reads a backup to its end. */
export async function checkBackup(file: string): Promise<void> {
  for await (const _ of readBackup(file));
}
