import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { connect, type Database } from '../db/index.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './databases.ts'

/** Creates a migrated, empty database, dropped when the test file ends. Call it within a test or a hook. */
export async function emptyDatabase(): Promise<Database> {
  const name = `masa_test_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(inject('databaseServer'), name, TEMPLATE)
  const connection = connect(
    () => url,
    () => {},
    { orders: 6, reports: 1 },
  )
  opened.push(async () => {
    await connection.close()
    await dropDatabase(inject('databaseServer'), name)
  })
  return connection.db
}

const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of opened.splice(0)) await close()
})
