import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { constants, createZstdCompress } from 'node:zlib'
import {
  CHUNK_BYTES,
  differenceOf,
  FORMAT,
  HEAD_PART,
  type Head,
  MANIFEST_PART,
  type Manifest,
  type PartFacts,
  PICTURES_PART,
  readParts,
  SEAL_PART,
  TAR_END,
  tableOfPart,
  tablePart,
  tarHeader,
  tarPadding,
} from './parts.ts'
import { type DatabaseSnapshot, openSnapshot } from './snapshot-repo.ts'

/** How much of a table is one part: so much is in memory, because the header of a part contains its size. */
const PART_BYTES = 256 * 1024

/** The fastest level: text of tables becomes a fifth, faster than PostgreSQL sends it. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Withdrawn orders are left out: anybody can withdraw any number, and none is on its way after a restore. */
const TAKEN_ROWS = { idempotency_keys: "body_hash <> 'withdrawn'" }

export interface ArchiveJob {
  url: string
  /** The file to write; it must not exist. */
  file: string
  version: string
}

export interface WriteListener {
  /** Called with the id of each process of PostgreSQL that works for this. */
  onProcess?: ((pid: number) => void) | undefined
  onPictures?: ((hashes: string[]) => void) | undefined
}

export interface WrittenArchive {
  bytes: number
  pictures: string[]
  /** For the check: what the file contains. */
  content: Pick<Manifest, 'parts' | 'tables'>
}

/** Writes a snapshot of the database to a new file, and flushes it to disk. Uses little memory whatever the size. */
export async function writeArchive(
  { url, file, version }: ArchiveJob,
  { onProcess, onPictures }: WriteListener = {},
): Promise<WrittenArchive> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const snapshot = await openSnapshot(url, { onProcess, only: TAKEN_ROWS })
    try {
      const pictures = await snapshot.pictures()
      onPictures?.(pictures)
      const head: Head = { product: 'Masa', format: FORMAT, version, ...snapshot.facts }
      const content = await writeParts(handle, snapshot, head, pictures)
      await handle.sync()
      return { bytes: (await handle.stat()).size, pictures, content }
    } finally {
      await snapshot.close()
    }
  } finally {
    await handle.close()
  }
}

async function writeParts(
  handle: FileHandle,
  snapshot: DatabaseSnapshot,
  head: Head,
  pictures: string[],
): Promise<WrittenArchive['content']> {
  const compressed = createZstdCompress({ ...COMPRESSION, chunkSize: CHUNK_BYTES })
  const file = new Writable({ write: (chunk, _, done) => void handle.writeFile(chunk).then(() => done(), done) })
  const written = pipeline(compressed, file)
  // Reported by `put`, and at the end by `await written`.
  written.catch(() => {})
  const parts = new PartWriter(compressed, new Date(head.at))
  await parts.add(HEAD_PART, [json(head)])
  await parts.add(PICTURES_PART, [Buffer.from(pictures.map((hash) => `${hash}\n`).join(''))])
  const tables: Manifest['tables'] = {}
  for (const table of head.tables) {
    const sums = snapshot.sums(table)
    sums.catch(() => {})
    const rows = await writeTable(parts, table.name, snapshot.copy(table))
    const counted = await sums
    if (rows !== counted.rows) throw new Error(`${table.name}: ${rows} rows were copied, ${counted.rows} counted`)
    tables[table.name] = counted
  }
  const manifest: Manifest = { tables, sequences: await snapshot.sequences(), parts: parts.written }
  const bytes = json(manifest)
  await parts.add(MANIFEST_PART, [bytes])
  await parts.add(SEAL_PART, [Buffer.from(createHash('sha256').update(bytes).digest('hex'))])
  await parts.put(TAR_END)
  compressed.end()
  await written
  return { parts: parts.written, tables }
}

/** @returns the number of rows, as PostgreSQL counted them */
async function writeTable(parts: PartWriter, table: string, rows: Readable): Promise<string> {
  let pieces: Buffer[] = []
  let size = 0
  let piece = 0
  const addPart = async () => {
    const content = pieces
    pieces = []
    size = 0
    piece += 1
    await parts.add(tablePart(table, piece), content)
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pieces.push(chunk)
    size += chunk.length
    if (size >= PART_BYTES) await addPart()
  }
  if (size > 0) await addPart()
  return String((rows as Readable & { rowCount: number }).rowCount)
}

class PartWriter {
  readonly written: Manifest['parts'] = []
  readonly #out: Writable
  readonly #at: Date

  constructor(out: Writable, at: Date) {
    this.#out = out
    this.#at = at
  }

  async add(name: string, content: readonly Buffer[]): Promise<void> {
    const bytes = content.reduce((sum, { length }) => sum + length, 0)
    const hash: Hash = createHash('sha256')
    for (const piece of content) hash.update(piece)
    // At once, because each write is one turn of a thread that compresses.
    await this.put(Buffer.concat([tarHeader(name, bytes, this.#at), ...content, tarPadding(bytes)]))
    this.written.push({ name, bytes, sha256: hash.digest('hex') })
  }

  async put(bytes: Buffer): Promise<void> {
    if (this.#out.errored) throw this.#out.errored
    if (bytes.length === 0 || this.#out.write(bytes)) return
    await once(this.#out, 'drain')
  }
}

const json = (data: unknown) => Buffer.from(JSON.stringify(data))

/** The file is not what was written: the disk or the memory has a fault. */
export const CHANGED = 'BACKUP_CHANGED'

/**
 * Reads a written file back, and compares each part with its hash and the rows with the counts.
 * @throws Error with the code `CHANGED` if something differs, and the errors of reading and decompressing
 */
export async function checkArchive(file: string, { parts, tables }: Pick<Manifest, 'parts' | 'tables'>): Promise<void> {
  const found: PartFacts[] = []
  const rows = new Map<string, number>()
  try {
    for await (const { name, size, pieces } of readParts(createReadStream(file, { highWaterMark: CHUNK_BYTES }))) {
      const hash = createHash('sha256')
      const table = tableOfPart(name)
      for await (const piece of pieces()) {
        hash.update(piece)
        if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + countLines(piece))
      }
      found.push({ name, bytes: size, sha256: hash.digest('hex') })
    }
  } catch (error) {
    throw changed(error instanceof Error ? error.message : String(error))
  }
  const difference = differenceOf(found, parts)
  if (difference) throw changed(difference)
  for (const [table, sums] of Object.entries(tables))
    if (String(rows.get(table) ?? 0) !== sums.rows) throw changed(`${table} does not have its ${sums.rows} rows`)
}

function changed(difference: string): Error {
  return Object.assign(new Error(`The backup was read back and is not what was written: ${difference}.`), {
    code: CHANGED,
  })
}

// COPY text has one line for each row: a line break in a value is written as \n.
function countLines(text: Buffer): number {
  let lines = 0
  for (let i = text.indexOf(10); i !== -1; i = text.indexOf(10, i + 1)) lines += 1
  return lines
}

export type ArchiveMessage =
  | { process: number }
  | { pictures: string[] }
  | { done: Omit<WrittenArchive, 'content'> }
  | { failed: { message: string; code: string | undefined } }

const SCRIPT = new URL('./worker.ts', import.meta.url)

/** Writes an archive and reads it back in a thread of low priority, until `ended` aborts. */
export function archiveInThread(
  job: ArchiveJob,
  ended: AbortSignal,
  { onProcess, onPictures }: WriteListener = {},
): Promise<Omit<WrittenArchive, 'content'>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(SCRIPT, {
      workerData: job,
      // Many buffers live for a moment only: a small young generation frees them soon.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    const end = () => void worker.terminate()
    ended.addEventListener('abort', end)
    if (ended.aborted) end()
    worker.on('message', (message: ArchiveMessage) => {
      if ('process' in message) onProcess?.(message.process)
      else if ('pictures' in message) onPictures?.(message.pictures)
      else if ('done' in message) resolve(message.done)
      else reject(Object.assign(new Error(message.failed.message), { code: message.failed.code }))
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      ended.removeEventListener('abort', end)
      reject(new Error('the backup was interrupted'))
    })
  })
}
