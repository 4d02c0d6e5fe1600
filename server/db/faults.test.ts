import { expect, inject, it } from 'vitest'
import { connect } from './connect.ts'
import { faultOf } from './faults.ts'
import { inTransaction } from './transaction.ts'

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
    expect(faultOf(failed)).toBe('unavailable')
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
    expect(faultOf(await connection.db.execute('select 1').catch((error: unknown) => error))).toBe('unavailable')
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
