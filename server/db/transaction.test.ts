import type { AddressInfo } from 'node:net'
import net from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { connect, poolOf, type Reader } from './connect.ts'
import { statement } from './statement.ts'
import { failureKind, inTransaction } from './transaction.ts'

/** Pools that are closed with the test. */
function opened(url = () => inject('databaseServer'), limits?: Parameters<typeof connect>[1]) {
  const connection = connect(url, limits)
  onTestFinished(async () => void (await connection.close()))
  return connection
}

it.each([
  ['a transaction', 'select pg_terminate_backend(pg_backend_pid())'],
  ['a statement that took too long', "set local statement_timeout = '5ms'; select pg_sleep(1)"],
])('failureKind is `unavailable` for %s that the server ended', async (_, statement) => {
  const connection = opened()
  const failed = await inTransaction(connection.db, (tx) => tx.execute(statement)).catch((error: unknown) => error)
  expect(failureKind(failed)).toBe('unavailable')
})

it('a connection uses the current URL after the server has moved to another port', async () => {
  let url = 'postgres://masa@127.0.0.1:1/masa'
  const connection = opened(() => url)
  expect(failureKind(await connection.db.execute('select 1').catch((error: unknown) => error))).toBe('unavailable')
  url = inject('databaseServer')
  expect((await connection.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await connection.reports.execute('select 2 as two')).rows).toEqual([{ two: 2 }])
})

it('connections for reports are read-only, and every statement is limited to 10 s', async () => {
  const connection = opened()
  await expect(connection.reports.execute('create table report (id int)')).rejects.toMatchObject({
    cause: { code: '25006' },
  })
  for (const db of [connection.db, connection.reports]) {
    expect((await db.execute('show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }])
  }
})

it('an idle connection for requests stays open for a minute, one for reports for ten seconds', async () => {
  const { db, reports } = opened()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const process = async (reader: Reader) => (await reader.execute('select pg_backend_pid() as pid')).rows[0]
  const [first, report] = [await process(db), await process(reports)]
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await process(db)).toEqual(first)
  expect(await process(reports)).not.toEqual(report)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await process(db)).not.toEqual(first)
})

it('inTransaction releases a connection that dies during BEGIN', async () => {
  const url = inject('databaseServer')
  const connection = opened(() => url, { requests: 2 })
  const killer = new pg.Client({ connectionString: url })
  await killer.connect()
  const pause = new Int32Array(new SharedArrayBuffer(4))
  onTestFinished(() => killer.end())
  for (let death = 0; death < 4; death++) {
    const { rows } = await connection.db.execute<{ pid: number }>('select pg_backend_pid() as pid')
    const killed = killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // Blocks the event loop, so that the pool hands out a connection without noticing that it is dead.
    Atomics.wait(pause, 0, 0, 100)
    const failed = await inTransaction(connection.db, async () => {}).catch((error: unknown) => error)
    expect(failureKind(failed)).toBe('unavailable')
    await killed
  }
  const pool = poolOf(connection.db)
  expect([pool?.totalCount, pool?.waitingCount]).toEqual([pool?.idleCount, 0])
  await inTransaction(connection.db, async (tx) => expect((await tx.execute('select 1')).rowCount).toBe(1))
})

it('inTransaction releases the connection of a transaction that failed, for reuse', async () => {
  const connection = opened(() => inject('databaseServer'), { requests: 1 })
  const pid = async () => (await connection.db.execute('select pg_backend_pid() as pid')).rows
  const before = await pid()
  const rejected = inTransaction(connection.db, (tx) => tx.execute('select 1 / 0'))
  await expect(rejected).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await pid()).toEqual(before)
})

it('a connection combines the options of the URL with its own limits, which take precedence', async () => {
  const url = new URL(inject('databaseServer'))
  url.searchParams.set('options', '-c work_mem=8MB -c statement_timeout=0 -c default_transaction_read_only=off')
  const connection = opened(() => url.href)
  const { rows } = await connection.reports.execute(
    `select current_setting('work_mem') as memory, current_setting('statement_timeout') as longest,
      current_setting('default_transaction_read_only') as reads`,
  )
  expect(rows).toEqual([{ memory: '8MB', longest: '10s', reads: 'on' }])
})

it('a query fails if the server stops responding, and the next one succeeds when it responds again', async () => {
  const url = new URL(inject('databaseServer'))
  const target = { port: Number(url.port), host: url.hostname }
  let isSilent = false
  const proxy = net.createServer((client) => {
    const server = net.connect(target)
    client.on('data', (data) => isSilent || server.write(data)).on('error', () => {})
    server.on('data', (data) => client.write(data)).on('error', () => {})
    client.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url.port = String((proxy.address() as AddressInfo).port)
  const connection = opened(() => url.href, { requests: 1, queryTimeoutMs: 300 })
  const select = () => inTransaction(connection.db, async (tx) => (await tx.execute('select 1 as one')).rows)
  onTestFinished(() => void proxy.close())
  expect(await select()).toEqual([{ one: 1 }])
  isSilent = true
  expect(failureKind(await select().catch((error: unknown) => error))).toBe('unavailable')
  isSilent = false
  expect(await select()).toEqual([{ one: 1 }])
})

it('inTransaction repeats a transaction after another one has deleted a row that it refers to', async () => {
  const connection = opened()
  const { db } = connection
  onTestFinished(async () => void (await db.execute('drop table if exists line, dish')))
  await db.execute('create table dish (id int primary key); create table line (dish int references dish)')
  await db.execute('insert into dish values (1), (2)')
  let attempts = 0
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>('select id from dish order by id limit 1')
    if (++attempts === 1) await db.execute('delete from dish where id = 1')
    await tx.execute(sql`insert into line values (${rows[0]?.id})`)
  })
  expect([attempts, (await db.execute('select dish from line')).rows]).toEqual([2, [{ dish: 2 }]])
})

it('inTransaction rolls back for an AppError, even from a nested transaction', async () => {
  const connection = opened(() => inject('databaseServer'), { requests: 1 })
  const { db } = connection
  const insertAndThrow = (refusal: AppError) =>
    inTransaction(db, (tx) =>
      inTransaction(tx, async () => {
        await tx.execute(sql`insert into written values (${refusal.code})`)
        throw refusal
      }),
    ).catch((error: unknown) => error)
  onTestFinished(async () => void (await db.execute('drop table if exists written')))
  await db.execute('create table written (code text)')
  const refusal = new AppError('not_found')
  expect(await insertAndThrow(refusal)).toBe(refusal)
  expect((await db.execute('select code from written')).rows).toEqual([])
})

it('a statement has named parameters, each usable several times', async () => {
  const twice = statement<{ one: string; other: string }, { text: string }>(
    'twice',
    ({ one, other }) => `select ${other}::text || ${one}::text || ${other} as text`,
  )
  const connection = opened()
  expect(await twice(connection.db, { one: 'a', other: 'b' })).toEqual([{ text: 'bab' }])
})
