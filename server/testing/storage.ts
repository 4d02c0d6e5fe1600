import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createDatabase, dropDatabase } from './databases.ts'
import { temporaryFolder } from './temporary-database.ts'

/** Whether servers in tests run the embedded database; otherwise each has a database on TEST_DATABASE_SERVER. */
export const onEmbedded = process.env.TEST_DATABASE_SERVER === undefined

/** The environment variable with the path of the migrated data folder, for vitest's workers. */
export const MIGRATED_FOLDER = 'TEST_MIGRATED_FOLDER'

/** The storage of a server that a test starts. */
export interface ServerStorage {
  /** Environment variables that make a server use this storage. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** The database's URL; that of an embedded one exists only while it runs. */
  url(): string
  remove(): Promise<void>
}

/** Creates empty storage: a folder for an embedded database, or a database on the server of TEST_DATABASE_SERVER. */
export async function newStorage(): Promise<ServerStorage> {
  const DATA_DIR = await temporaryFolder()
  const removeFolder = async () => {
    // Erasures are noted in the folder of the backups beside it.
    for (const folder of [DATA_DIR, `${DATA_DIR}-backups`])
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  }
  const server = process.env.TEST_DATABASE_SERVER
  if (!server) return { env: { DATA_DIR, DATABASE_URL: '' }, url: () => embeddedUrl(DATA_DIR), remove: removeFolder }
  const name = `masa_storage_${randomBytes(6).toString('hex')}`
  const DATABASE_URL = await createDatabase(server, name)
  return {
    env: { DATA_DIR, DATABASE_URL },
    url: () => DATABASE_URL,
    remove: async () => {
      await dropDatabase(server, name)
      await removeFolder()
    },
  }
}

/**
 * Creates storage with a migrated database: a copy of the folder that the test run has prepared. Without such a folder
 * (on another server, or outside vitest), the storage is empty.
 */
export async function migratedStorage(): Promise<ServerStorage> {
  const storage = await newStorage()
  const migrated = process.env[MIGRATED_FOLDER]
  if (onEmbedded && migrated) await copyFolder(migrated, storage.env.DATA_DIR)
  return storage
}

/** Copies the content of a folder with its owners: PostgreSQL's 1,500 files then need no new owner at the start. */
async function copyFolder(from: string, to: string): Promise<void> {
  // Node's own copy takes twice the processor time, and makes all files belong to the user of Node.
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** The process id of the PostgreSQL that runs on a data folder. */
export function postgresOf(dataDir: string): number {
  return Number(pidFile(dataDir)[0])
}

export function embeddedUrl(dataDir: string): string {
  const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim()
  return `postgres://masa:${password}@127.0.0.1:${pidFile(dataDir)[3]}/masa`
}

function pidFile(dataDir: string): string[] {
  return readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
}
