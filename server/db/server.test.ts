import type pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { openPair } from '#server/testing/pair.ts'
import { onEmbedded } from '#server/testing/storage.ts'
import { connect } from './connect.ts'
import { databaseAt, isDatabaseUrl } from './server.ts'
import { failureKind } from './transaction.ts'

it.each([
  ['postgres://masa@db/masa', true],
  ['postgresql:///masa?host=/run/postgresql', true],
  ['postgres://masa:a,b@[::1]:1/masa?sslmode=require', true],
  ['postgres://masa@a:5432,b:5432/masa', false],
  ['postgres://masa@a,b/masa', false],
  ['postgres://masa@/masa?host=a,b', false],
  ['postgres://masa@a/masa?port=1,2', false],
  ['postgres://masa@a:port/masa', false],
  ['mysql://masa@a/masa', false],
  ['masa@a', false],
])('isDatabaseUrl of %j is %j', (text, expected) => {
  expect(isDatabaseUrl(text)).toBe(expected)
})

it.each([
  ['is lost', 'select pg_terminate_backend(pg_backend_pid())'],
  ['refuses a write', 'start transaction read only; create table refused (id int)'],
])('when a connection %s, all are opened anew, once', async (_, statement) => {
  const onLost = vi.fn()
  const server = databaseAt(() => inject('databaseServer'), onLost)
  const connection = connect(server)
  const listener = new server.Client()
  onTestFinished(async () => void (await connection.close()))
  const pidOf = async (client: Pick<pg.Client, 'query'>) => (await client.query('select pg_backend_pid() as pid')).rows
  await listener.connect()
  const ended = new Promise((resolve) => listener.once('end', resolve))
  const { db, signIns } = connection
  const before = await pidOf(signIns.$client as pg.Pool)
  await expect(db.execute(statement)).rejects.toThrow()
  await ended
  await vi.waitFor(async () => expect(await pidOf(signIns.$client as pg.Pool)).not.toEqual(before))
  expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(onLost).toHaveBeenCalledTimes(1)
})

it('the processes of reports give way, and no others', async () => {
  const lower = vi.fn()
  const connection = connect(databaseAt(() => inject('databaseServer'), undefined, lower))
  onTestFinished(async () => void (await connection.close()))
  const { db, reports, signIns } = connection
  for (const pool of [db, signIns]) await pool.execute('select 1')
  expect(lower).not.toHaveBeenCalled()
  const { rows } = await reports.execute('select pg_backend_pid() as pid')
  expect(lower.mock.calls).toEqual([[rows[0]?.pid]])
})

it.runIf(onEmbedded)('a standby is refused until it is promoted', async () => {
  const pair = await openPair()
  const connection = connect(databaseAt(pair.standby.url))
  onTestFinished(async () => {
    await connection.close()
    await pair.close()
  })
  const error: unknown = await connection.db.execute('select 1').catch((cause: unknown) => cause)
  expect(failureKind(error)).toBe('unavailable')
  expect(String((error as Error).cause)).toContain('it is a standby, which takes no writes')
  await pair.promote()
  expect((await connection.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
})
