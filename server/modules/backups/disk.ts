import { stat } from 'node:fs/promises'
import path from 'node:path'

/** The folder of the backups: BACKUP_DIR, or one beside the data. */
export function backupDirOf({ dir }: { dir: string | undefined }, dataDir: string): string {
  return path.resolve(dir ?? `${path.resolve(dataDir)}-backups`)
}

/** Whether two folders lie on the same disk, also before they exist. */
export async function isOnSameDisk(dir: string, dataDir: string | undefined): Promise<boolean> {
  if (dataDir === undefined) return false
  const [one, other] = await Promise.all([diskOf(dir), diskOf(dataDir)])
  return one === other
}

// A folder that does not exist yet will lie on the disk of its nearest parent.
async function diskOf(folder: string): Promise<number> {
  for (let existing = path.resolve(folder); ; existing = path.dirname(existing)) {
    const found = await stat(existing).catch(() => undefined)
    if (found) return found.dev
    if (existing === path.dirname(existing)) return -1
  }
}
