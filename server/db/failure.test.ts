import net, { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { AppError, CommittingRefusal } from '#server/platform/app-error.ts'
import { connect, poolOf, type Tx } from './connect.ts'
import { failureKind } from './failure.ts'
import { statement } from './statement.ts'
import { inTransaction, type Last } from './transaction.ts'

it.each([
  ['a transaction', 'select pg_terminate_backend(pg_backend_pid())'],
  ['a statement that took too long', "set local statement_timeout = '5ms'; select pg_sleep(1)"],
])('%s that the server cuts off counts as an absent database', async (_, statement) => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
  )
  try {
    const failed = await inTransaction(connection.db, (tx) => tx.execute(statement)).catch((error: unknown) => error)
    expect(failureKind(failed)).toBe('unavailable')
  } finally {
    await connection.close()
  }
})

it('a pool whose server moved to another port finds it there', async () => {
  let url = 'postgres://masa@127.0.0.1:1/masa'
  const connection = connect(
    () => url,
    () => {},
  )
  try {
    expect(failureKind(await connection.db.execute('select 1').catch((error: unknown) => error))).toBe('unavailable')
    url = inject('databaseServer')
    expect((await connection.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await connection.reports.execute('select 2 as two')).rows).toEqual([{ two: 2 }])
  } finally {
    await connection.close()
  }
})

it('a report cannot write, and one that waits for ever is ended', async () => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
  )
  try {
    await expect(connection.reports.execute('create table report (id int)')).rejects.toMatchObject({
      cause: { code: '25006' },
    })
    for (const db of [connection.db, connection.reports]) {
      expect((await db.execute('show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }])
    }
  } finally {
    await connection.close()
  }
})

it('a connection that dies during BEGIN is given back', async () => {
  const url = inject('databaseServer')
  const connection = connect(
    () => url,
    () => {},
    { orders: 2 },
  )
  const killer = new pg.Client({ connectionString: url })
  await killer.connect()
  const pause = new Int32Array(new SharedArrayBuffer(4))
  try {
    for (let death = 0; death < 4; death++) {
      const { rows } = await connection.db.execute<{ pid: number }>('select pg_backend_pid() as pid')
      const killed = killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      // Nothing is read meanwhile: the pool gives out a connection that is dead and not yet known to be.
      Atomics.wait(pause, 0, 0, 100)
      const failed = await inTransaction(connection.db, async () => {}).catch((error: unknown) => error)
      expect(failureKind(failed)).toBe('unavailable')
      await killed
    }
    const pool = poolOf(connection.db)
    expect([pool?.totalCount, pool?.waitingCount]).toEqual([pool?.idleCount, 0])
    await inTransaction(connection.db, async (tx) => expect((await tx.execute('select 1')).rowCount).toBe(1))
  } finally {
    await killer.end()
    await connection.close()
  }
})

it('a refusal within a transaction keeps the connection', async () => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
    { orders: 1 },
  )
  const pid = async () => (await connection.db.execute('select pg_backend_pid() as pid')).rows
  try {
    const before = await pid()
    const refused = inTransaction(connection.db, (tx) => tx.execute('select 1 / 0'))
    await expect(refused).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await pid()).toEqual(before)
  } finally {
    await connection.close()
  }
})

it('options in the address are kept, and the limits stay', async () => {
  const url = new URL(inject('databaseServer'))
  url.searchParams.set('options', '-c work_mem=8MB -c statement_timeout=0 -c default_transaction_read_only=off')
  const connection = connect(
    () => url.href,
    () => {},
  )
  try {
    const { rows } = await connection.reports.execute(
      `select current_setting('work_mem') as memory, current_setting('statement_timeout') as longest,
        current_setting('default_transaction_read_only') as reads`,
    )
    expect(rows).toEqual([{ memory: '8MB', longest: '10s', reads: 'on' }])
  } finally {
    await connection.close()
  }
})

it('a server that is gone without a word is given up, and the pool goes on when it is back', async () => {
  const url = new URL(inject('databaseServer'))
  const target = { port: Number(url.port), host: url.hostname }
  let isSilent = false
  const way = net.createServer((here) => {
    const there = net.connect(target)
    here.on('data', (data) => isSilent || there.write(data)).on('error', () => {})
    there.on('data', (data) => here.write(data)).on('error', () => {})
    here.on('close', () => there.destroy())
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  url.port = String((way.address() as AddressInfo).port)
  const connection = connect(
    () => url.href,
    () => {},
    { orders: 1, silenceMs: 300 },
  )
  const ask = () => inTransaction(connection.db, async (tx) => (await tx.execute('select 1 as one')).rows)
  try {
    expect(await ask()).toEqual([{ one: 1 }])
    isSilent = true
    expect(failureKind(await ask().catch((error: unknown) => error))).toBe('unavailable')
    isSilent = false
    expect(await ask()).toEqual([{ one: 1 }])
  } finally {
    await connection.close()
    way.close()
  }
})

it('a transaction whose row was deleted from under it is begun anew', async () => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
  )
  const { db } = connection
  try {
    await db.execute('create table dish (id int primary key); create table line (dish int references dish)')
    await db.execute('insert into dish values (1), (2)')
    let tries = 0
    await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{ id: number }>('select id from dish order by id limit 1')
      if (++tries === 1) await db.execute('delete from dish where id = 1')
      await tx.execute(sql`insert into line values (${rows[0]?.id})`)
    })
    expect([tries, (await db.execute('select dish from line')).rows]).toEqual([2, [{ dish: 2 }]])
  } finally {
    await db.execute('drop table if exists line, dish')
    await connection.close()
  }
})

it('what comes last is sent with the commit, undone when it fails, and not sent when the work does', async () => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
    { orders: 1 },
  )
  const { db } = connection
  try {
    await db.execute('create table note (text text)')
    const add = statement<{ text: string }>('add_note', ({ text }) => `insert into note values (${text})`)
    const divide = statement<{ by: number }>('divide', ({ by }) => `select 1 / ${by}::int`)
    await inTransaction(db, async (tx, last) => {
      await add(tx, { text: 'first' })
      last(add, { text: 'kept' })
    })
    const undone = inTransaction(db, async (tx, last) => {
      await add(tx, { text: 'undone' })
      last(divide, { by: 0 })
    })
    await expect(undone).rejects.toMatchObject({ code: '22012' })
    const failed = inTransaction(db, async (_, last) => {
      last(divide, { by: 0 })
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect((await db.execute('select text from note')).rows).toEqual([{ text: 'first' }, { text: 'kept' }])
  } finally {
    await db.execute('drop table if exists note')
    await connection.close()
  }
})

it('a refusal rolls back, and one that commits does not, also from within a part of the transaction', async () => {
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
    { orders: 1 },
  )
  const { db } = connection
  const refused = (refusal: AppError) =>
    inTransaction(db, (tx) =>
      inTransaction(tx, async () => {
        await tx.execute(sql`insert into written values (${refusal.code})`)
        throw refusal
      }),
    ).catch((error: unknown) => error)
  try {
    await db.execute('create table written (code text)')
    for (const refusal of [new AppError('not_found'), new CommittingRefusal('cart_full')])
      expect(await refused(refusal)).toBe(refusal)
    expect((await db.execute('select code from written')).rows).toEqual([{ code: 'cart_full' }])
  } finally {
    await db.execute('drop table if exists written')
    await connection.close()
  }
})

it('values have names in a statement, may stand there twice, and only a statement is sent with the commit', async () => {
  const twice = statement<{ one: string; other: string }, { text: string }>(
    'twice',
    ({ one, other }) => `select ${other}::text || ${one}::text || ${other} as text`,
  )
  const connection = connect(
    () => inject('databaseServer'),
    () => {},
  )
  try {
    expect(await twice(connection.db, { one: 'a', other: 'b' })).toEqual([{ text: 'bab' }])
    void ((last: Last, tx: Tx) => {
      // @ts-expect-error A query of Drizzle's would be sent after the commit.
      last(() => tx.execute('select 1'), {})
      // @ts-expect-error A value that the statement does not have.
      last(twice, { one: 'a' })
    })
  } finally {
    await connection.close()
  }
})
