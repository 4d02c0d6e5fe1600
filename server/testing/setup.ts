import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../db/embedded/index.ts'
import { connect, migrate } from '../db/index.ts'
import { createDatabase, FILLED, TEMPLATE } from './databases.ts'
import { fillRestaurant, type TestRestaurant } from './restaurant.ts'
import { MIGRATED_FOLDER } from './storage.ts'
import { keepDatabasesInMemory, openTemporary, temporaryFolder } from './temporary-database.ts'
import { within } from './within.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose databases `masa_template` and `masa_filled` are migrated. */
    databaseServer: string
    restaurant: TestRestaurant
  }
}

/** Provides one PostgreSQL for the whole test run: the embedded one, or the one that TEST_DATABASE_SERVER names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm run faults` and the bench test the disk.
  await keepDatabasesInMemory()
  const externalServer = process.env.TEST_DATABASE_SERVER
  const migrated =
    externalServer === undefined ? await within(240, () => 'a migrated data folder', migratedFolder()) : undefined
  if (migrated !== undefined) process.env[MIGRATED_FOLDER] = migrated
  const embedded = externalServer === undefined ? await openTemporary() : undefined
  const server = externalServer ?? embedded?.url ?? ''
  const template = await createDatabase(server, TEMPLATE)
  await within(240, () => 'the template database to be migrated', migrate(template))
  project.provide('databaseServer', server)
  const filled = await createDatabase(server, FILLED, TEMPLATE)
  const connection = connect(() => filled, { requests: 1, reports: 1 })
  project.provide('restaurant', await fillRestaurant(connection.db))
  await connection.close()
  return async () => {
    await embedded?.close()
    if (migrated !== undefined) await rm(migrated, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Creates a data folder with a migrated database, to be copied by tests. */
async function migratedFolder(): Promise<string> {
  const dataDir = await temporaryFolder()
  const server = await openEmbedded({ dataDir, log: () => undefined })
  await migrate(server.url)
  await server.close()
  return dataDir
}
