import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#server/platform/files/folder-store.ts'
import { type Binaries, explainFailure } from './binaries.ts'
import { clusterFolder, passwordFile } from './data-folder.ts'
import type { Owner } from './owner.ts'
import { bareEnvironment, lastLines } from './process.ts'
import { StartError } from './start-error.ts'

/** The PostgreSQL role that owns the database. It exists in this cluster only. */
export const DATABASE_ROLE = 'masa'

/**
 * Creates a new cluster in a temporary folder and renames the folder when it is complete, so that a killed start never
 * leaves a partial cluster under the final name. Call it while holding the lock, and only if `inspect` returned 'none'.
 */
export async function createCluster(binaries: Binaries, dataDir: string, owner: Owner): Promise<void> {
  await removeUnfinished(dataDir)
  const building = path.join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  const newPasswordFile = `${passwordFile(dataDir)}.new`
  await mkdir(building, { mode: 0o700 })
  await writeFile(newPasswordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (owner !== undefined) {
    await chown(building, owner.uid, owner.gid)
    await chown(newPasswordFile, owner.uid, owner.gid)
  }
  await runInitdb(binaries, building, newPasswordFile, owner)
  // Windows cannot rename a folder over an existing one, not even over an empty one.
  await rm(clusterFolder(dataDir), { recursive: true, force: true })
  await rename(building, clusterFolder(dataDir))
  await finishPassword(dataDir)
  // The data folder's own directory entry must be on disk too, if its parent may be read.
  await syncFolder(path.dirname(dataDir)).catch(() => undefined)
}

/** Renames the password file to its final name: the last step of creating a cluster, repeated after an interruption. */
export async function finishPassword(dataDir: string): Promise<void> {
  const file = passwordFile(dataDir)
  await syncFolder(dataDir)
  await rename(`${file}.new`, file)
  if (process.getuid !== undefined && process.getgid !== undefined)
    await chown(file, process.getuid(), process.getgid())
  await chmod(file, 0o600)
  await syncFolder(dataDir)
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue
    // The initdb of a killed start may still be writing there; the next start removes the rest.
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
  await rm(`${passwordFile(dataDir)}.new`, { force: true })
}

async function runInitdb(binaries: Binaries, folder: string, newPasswordFile: string, owner: Owner): Promise<void> {
  const args = ['--pgdata', folder, '--username', DATABASE_ROLE, '--pwfile', newPasswordFile, '--auth', 'scram-sha-256']
  args.push('--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8')
  // libc's locale must exist on every system, which C.UTF-8 does not; the builtin locale above sorts and compares.
  for (const part of ['collate', 'ctype', 'messages', 'monetary', 'numeric', 'time']) args.push(`--lc-${part}`, 'C')
  args.push('--no-instructions')
  const outcome = await new Promise<{ code?: number | null; error?: unknown; text: string }>((resolve) => {
    let text = ''
    const cwd = process.platform === 'win32' ? undefined : '/'
    const initdb = spawn(binaries.program('initdb'), args, {
      ...owner,
      cwd,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    for (const stream of [initdb.stdout, initdb.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
    initdb.once('error', (error) => resolve({ error, text }))
    initdb.once('close', (code) => resolve({ code, text }))
  })
  if (outcome.code === 0) return
  const details = outcome.error === undefined ? lastLines(outcome.text) : String(outcome.error)
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  throw new StartError(
    'start-failed',
    `The database could not be created in ${path.dirname(folder)}. ${explainFailure(outcome)}\n${details}`,
  )
}
