import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../db/embedded/temporary.ts'
import { createDatabase, dropDatabase } from './databases.ts'

/** Whether servers that tests start run the embedded database; else each gets its own on TEST_DATABASE_SERVER. */
export const onEmbedded = process.env.TEST_DATABASE_SERVER === undefined

/** The variable that names the migrated data folder of the run, for its workers. */
export const MIGRATED_FOLDER = 'TEST_MIGRATED_FOLDER'

/** Where a server that a test starts keeps its data. */
export interface ServerStorage {
  /** The environment that leads a server there. */
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** The database's address; an embedded one's while it runs. */
  url(): string
  remove(): Promise<void>
}

/** An empty place: a folder for an embedded database, or a database on the server that TEST_DATABASE_SERVER names. */
export async function newStorage(): Promise<ServerStorage> {
  const DATA_DIR = await temporaryFolder()
  const removeFolder = () => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  const server = process.env.TEST_DATABASE_SERVER
  if (!server) return { env: { DATA_DIR, DATABASE_URL: '' }, url: () => embeddedUrl(DATA_DIR), remove: removeFolder }
  const name = `masa_place_${randomBytes(6).toString('hex')}`
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
 * A place whose database is migrated already, as after a first start: a copy of the folder that the run of the tests made
 * once, or, where there is none (on another server, or outside of the tests), an empty place.
 */
export async function migratedStorage(): Promise<ServerStorage> {
  const made = await newStorage()
  const migrated = process.env[MIGRATED_FOLDER]
  if (onEmbedded && migrated) await cp(migrated, made.env.DATA_DIR, { recursive: true })
  return made
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
