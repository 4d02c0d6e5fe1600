import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Manifest } from './manifest.ts'
import { differenceOf, type PartFacts, readParts, tableOfPart } from './parts.ts'
import { CHUNK_BYTES } from './tar.ts'

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
