import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { failureKind } from '#server/db/index.ts'
import { migrationStamps } from '#server/db/migrate-within.ts'
import { newDatabase, rowsIn } from '../fixtures/places.ts'
import { openRestoreDatabase } from './restore-repo.ts'

const ERASURES = { name: 'erasures', columns: ['key'] }

async function openForLoading() {
  const url = await newDatabase()
  const database = await openRestoreDatabase(url)
  onTestFinished(() => database.close())
  expect(await database.look()).toBe('empty')
  await database.createTables(migrationStamps().at(-1) ?? 0)
  return { url, database }
}

it('loading ends with the error of a row that arrives between two pieces', async () => {
  const { database } = await openForLoading()
  const loading = async () => {
    for (;;) {
      await database.load(ERASURES, Buffer.from('no key\n'))
      await setImmediate()
    }
  }
  await expect(loading()).rejects.toMatchObject({ code: '22P02' })
  await expect(database.finishLoading()).rejects.toMatchObject({ code: '22P02' })
})

it('loading ends when the database is lost between two pieces', async () => {
  const { url, database } = await openForLoading()
  // Nearly as much as the stream takes without waiting.
  const piece = () => Buffer.from(Array.from({ length: 1_700 }, () => `${randomUUID()}\n`).join(''))
  const loading = async () => {
    for (let i = 0; ; i++) {
      await database.load(ERASURES, piece())
      if (i === 20)
        await rowsIn(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
      await setImmediate()
    }
  }
  const error = await loading().catch((failure: unknown) => failure)
  expect(failureKind(error)).toBe('unavailable')
})
