import { open } from 'node:fs/promises'

/** Flushes a folder's entries to disk, so that files that were just created, renamed or removed there are durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
