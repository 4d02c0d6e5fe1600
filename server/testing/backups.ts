import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { SERVER } from '#server/modules/accounts/index.ts'
import { type Backups, beginBackup } from '#server/modules/backups/make.ts'
import { type Restored, type RestoreParts, restoreBackup } from '#server/modules/backups/restore-repo.ts'
import type { TestServer } from './app.ts'
import { createDatabase, dropDatabase, query, TEMPLATE } from './databases.ts'
import { atFileEnd } from './file-end.ts'
import { recordingLog } from './log.ts'
import { type MemoryStore, memoryStore } from './pictures.ts'

/** A temporary folder, removed when the test file ends. */
export async function newFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'masa-backups-'))
  atFileEnd(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Creates a database that is dropped when the test file ends. @param migrated with the tables of this version */
export async function newDatabase(migrated = false): Promise<string> {
  const name = `masa_restored_${randomBytes(6).toString('hex')}`
  atFileEnd(() => dropDatabase(inject('databaseServer'), name))
  return createDatabase(inject('databaseServer'), name, migrated ? TEMPLATE : undefined)
}

interface BackedUp extends Pick<TestServer, 'connection'>, Pick<Backups, 'pictures' | 'clock'> {}

/** The backups of a test server, in a new folder. */
export async function backupsOf({ connection, pictures, clock }: BackedUp, more: Partial<Backups> = {}) {
  const dir = more.dir ?? path.join(await newFolder(), 'backups')
  const { log, logged } = recordingLog()
  const backups: Backups = {
    ...{ server: connection.server, pictures, clock, log: log as Backups['log'], keep: 14, ...more, dir },
  }
  return { backups, dir, logged, make: () => makeBackup(backups) }
}

export async function makeBackup(backups: Backups) {
  const made = await (await beginBackup(backups, SERVER))?.done
  if (!made) throw new Error('no backup was made')
  return made
}

/** Restores a backup, by default into a new database. */
export async function restoreFrom(
  file: string,
  { url, ...more }: Partial<RestoreParts> = {},
): Promise<{ url: string; restored: Restored; pictures: MemoryStore }> {
  const into = url ?? (await newDatabase())
  const pictures = memoryStore()
  const restored = await restoreBackup({
    ...{ file, url: into, databaseName: 'The database', pictures, backupDir: path.dirname(file) },
    ...{ eraseAgain: async () => 0, ...more },
  })
  return { url: into, restored, pictures }
}

/** All rows of all tables as text, sorted, without those of the given tables. */
export async function allRows(url: string, without: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !without.includes(table.name)))
    rows[name] = (await query<{ row: string }>(url, `select t::text as row from "${name}" t order by 1`)).map(
      ({ row }) => row,
    )
  return rows
}
