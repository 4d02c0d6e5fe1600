import { open } from 'node:fs/promises'

/** Waits until the names in a folder are on the disk: those of files that were just made, renamed or removed there. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
