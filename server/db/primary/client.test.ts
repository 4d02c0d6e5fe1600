import { expect, inject, it, vi } from 'vitest'
import { connect } from '../connect.ts'
import { fixedServer } from './client.ts'

it.each([
  ['is lost', 'select pg_terminate_backend(pg_backend_pid())'],
  ['refuses a write', 'start transaction read only; create table refused (id int)'],
])('a connection that %s makes its server doubted', async (_, statement) => {
  const doubt = vi.fn()
  const connection = connect({ ...fixedServer(() => inject('databaseServer')), doubt }, () => {}, { orders: 1 })
  try {
    await connection.db.execute('select 1')
    expect(doubt).not.toHaveBeenCalled()
    await expect(connection.db.execute(statement)).rejects.toThrow()
    await vi.waitFor(() => expect(doubt).toHaveBeenCalled())
  } finally {
    await connection.close()
  }
})
