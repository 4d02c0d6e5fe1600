import { beforeAll, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { WAIT_OPTIONS } from '#server/testing/phone.ts'
import { runCommand } from '#server/testing/process.ts'
import { allRows, backupsOf, newDatabase, newFolder } from './fixtures/places.ts'

const server = testServer()
let env = { DATA_DIR: '', BACKUP_DIR: '' }
let name = ''

beforeAll(async () => {
  await server.call('POST', '/api/orders', takeaway(server))
  const { dir, make } = await backupsOf(server)
  name = (await make()).name
  env = { DATA_DIR: await newFolder(), BACKUP_DIR: dir }
})

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s during a restore the place is empty, and the next one succeeds',
  async (signal) => {
    const DATABASE_URL = await newDatabase()
    // Slows down where it creates indexes, so that the restore is killed midway.
    await query(
      DATABASE_URL,
      `create schema slow;
     create function slow.down() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.05); end $$;
     create event trigger slow_down on ddl_command_end when tag in ('CREATE INDEX') execute function slow.down()`,
    )
    const killed = runCommand('restore', { ...env, DATABASE_URL }, name)
    const sleeping = `select pid from pg_stat_activity
    where datname = current_database() and query ~ 'CREATE INDEX' and wait_event = 'PgSleep'`
    await vi.waitFor(async () => expect(await query(DATABASE_URL, sleeping)).toHaveLength(1), {
      ...WAIT_OPTIONS,
      interval: 5,
    })
    killed.process.kill(signal)
    expect((await killed.ended).code).toBe(signal)
    // PostgreSQL notices a moment later.
    await vi.waitFor(async () => {
      expect(
        await query(DATABASE_URL, 'select 1 from pg_stat_activity where datname = current_database()'),
      ).toHaveLength(1)
    }, WAIT_OPTIONS)
    expect(await allRows(DATABASE_URL)).toEqual({})
    await query(DATABASE_URL, 'drop event trigger slow_down')
    const again = await runCommand('restore', { ...env, DATABASE_URL }, name).ended
    expect(again).toEqual({ code: 0, output: expect.stringContaining('all compared') })
    expect((await allRows(DATABASE_URL)).orders).toHaveLength(1)
  },
)
