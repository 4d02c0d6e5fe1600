import type pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { connect, type Database } from './connect.ts'
import { databaseAt, isDatabaseUrl } from './server.ts'
import { failureKind, inTransaction } from './transaction.ts'

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

const REFUSED = 'create table refused (id int)'

it.each<[string, (db: Database, pid: number) => Promise<unknown>]>([
  [
    'is lost while nobody uses it',
    async (_, pid) => query(inject('databaseServer'), `select pg_terminate_backend(${pid})`),
  ],
  ['refuses a write', (db) => db.execute(REFUSED)],
  ['refuses a write in a transaction', (db) => inTransaction(db, (tx) => tx.execute(REFUSED))],
])('a connection that %s is opened anew, and no other', async (_, lose) => {
  const connection = connect(() => inject('databaseServer'), { requests: 1, signIns: 1 })
  const listener = new connection.server.Client()
  onTestFinished(async () => {
    await listener.end()
    await connection.close()
  })
  await listener.connect()
  const { db, signIns } = connection
  const pidOf = async (on: Pick<pg.Client, 'query'>) => (await on.query('select pg_backend_pid() as pid')).rows[0].pid
  const pid = await pidOf(db.$client)
  // As on a server that has become a standby.
  await db.execute('set default_transaction_read_only = on')
  const others = await inTransaction(signIns, async (tx) => {
    const before = [await pidOf(tx.$client), await pidOf(listener)]
    await lose(db, pid).catch((error: unknown) => expect(failureKind(error)).toBe('unavailable'))
    await vi.waitFor(async () => expect(await pidOf(db.$client)).not.toBe(pid))
    expect([await pidOf(tx.$client), await pidOf(listener)]).toEqual(before)
    return before
  })
  expect([await pidOf(signIns.$client), await pidOf(listener)]).toEqual(others)
})

it('the processes of reports give way, and no others', async () => {
  const lower = vi.fn()
  const connection = connect(databaseAt(() => inject('databaseServer'), lower))
  onTestFinished(async () => void (await connection.close()))
  const { db, reports, signIns } = connection
  for (const pool of [db, signIns]) await pool.execute('select 1')
  expect(lower).not.toHaveBeenCalled()
  const { rows } = await reports.execute('select pg_backend_pid() as pid')
  expect(lower.mock.calls).toEqual([[rows[0]?.pid]])
})
