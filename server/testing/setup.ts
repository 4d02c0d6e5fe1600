import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../db/embedded/index.ts'
import { openTemporary, temporaryFolder } from '../db/embedded/temporary.ts'
import { migrate } from '../db/index.ts'
import { createDatabase, TEMPLATE } from './databases.ts'
import { MIGRATED_FOLDER } from './storage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose database `masa_template` is migrated and empty. */
    databaseServer: string
  }
}

/** One real PostgreSQL for the whole run: the embedded one, or the one that TEST_DATABASE_SERVER names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_SERVER
  const migrated = given === undefined ? await migratedFolder() : undefined
  if (migrated !== undefined) process.env[MIGRATED_FOLDER] = migrated
  const embedded = given === undefined ? await openTemporary() : undefined
  const server = given ?? embedded?.url ?? ''
  await migrate(await createDatabase(server, TEMPLATE))
  project.provide('databaseServer', server)
  return async () => {
    await embedded?.close()
    if (migrated !== undefined) await rm(migrated, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The data folder of a server that was started once and has ended, to be copied. */
async function migratedFolder(): Promise<string> {
  const dataDir = await temporaryFolder()
  const server = await openEmbedded({ dataDir, log: () => undefined })
  await migrate(server.url)
  await server.close()
  return dataDir
}
