import { copyFile, open, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 1_000_000

/** Starts the log over once it has grown beyond a megabyte; the older part stays beside it as `.1`. */
export async function truncateLog(file: string): Promise<void> {
  const size = await logSize(file)
  if (size <= MAX_BYTES) return
  // Truncated in place: PostgreSQL keeps the file open, in append mode.
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** Bytes in the log now; 0 when there is none. */
export async function logSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}

/** What was written to the log after that byte (at most the last 64 kB). */
export async function logSince(file: string, from: number): Promise<string> {
  const size = await logSize(file)
  const start = Math.max(from, size - 65_536)
  if (size <= start) return ''
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The last lines of a text, for a message. */
export function lastLines(text: string, count = 6): string {
  return text.trimEnd().split(/\r?\n/).slice(-count).join('\n')
}
