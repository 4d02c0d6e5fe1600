import type { TestProject } from 'vitest/node'
import { openTemporary } from '../db/embedded/temporary.ts'
import { migrate } from '../db/index.ts'
import { createDatabase, TEMPLATE } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose database `masa_template` is migrated and empty. */
    databaseServer: string
  }
}

/** One real PostgreSQL for the whole run: the embedded one, or the one that TEST_DATABASE_SERVER names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_SERVER
  const embedded = given === undefined ? await openTemporary() : undefined
  const server = given ?? embedded?.url ?? ''
  await migrate(await createDatabase(server, TEMPLATE))
  project.provide('databaseServer', server)
  return async () => {
    await embedded?.close()
  }
}
