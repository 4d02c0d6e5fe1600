import { expect, inject, it, onTestFinished } from 'vitest'
import { connect } from './connect.ts'
import { lock, locking } from './locks.ts'
import { orders, tables } from './schema/index.ts'
import { inTransaction } from './transaction.ts'

/** One connection, so that each transaction follows another one on it. */
function opened() {
  const connection = connect(() => inject('databaseServer'), { requests: 1 })
  onTestFinished(async () => void (await connection.close()))
  return connection.db
}

it('a transaction that takes a lock after a later one fails; the next one on its connection does not', async () => {
  const db = opened()
  const wrong = inTransaction(db, async (tx) => {
    await lock(tx, 'day', 'shared')
    await lock(tx, 'menu')
  })
  await expect(wrong).rejects.toThrow('"menu" is locked after "day"')
  await inTransaction(db, (tx) => lock(tx, 'menu'))
})

it('so does one for the rows of a table; what it has, it may lock again', async () => {
  const right = inTransaction(
    opened(),
    async (tx) => [orders, tables, orders].map((table) => locking(tx, table)).length,
  )
  expect(await right).toBe(3)
  const wrong = inTransaction(opened(), async (tx) => [tables, orders].map((table) => locking(tx, table)))
  await expect(wrong).rejects.toThrow('"orders" is locked after "tables"')
})
