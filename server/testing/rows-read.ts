import type { Database } from '#server/db/index.ts'

/** How many rows of a table some work reads. @param db has one connection, which counts for itself */
export async function rowsRead(db: Database, table: string, work: () => Promise<unknown>): Promise<number> {
  const counted = async () => {
    await db.$client.query('select pg_stat_force_next_flush()')
    await db.$client.query('select 1')
    const { rows } = await db.$client.query(
      'select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = $1',
      [table],
    )
    return Number(rows[0].read)
  }
  const before = await counted()
  await work()
  return (await counted()) - before
}
