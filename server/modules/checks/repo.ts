import { sql } from 'drizzle-orm'
import { hasRow, type Reader, type Tx } from '#server/db/index.ts'
import { orders, reachedAddresses } from '#server/db/schema/index.ts'

/** Anybody may send an order by another IP address each time. */
const MAX_ADDRESSES = 100

/** Records an address by which a guest has come. @returns whether it is new */
export async function insertReached(tx: Tx, origin: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`insert into ${reachedAddresses} select ${origin}
      where (select count(*) from ${reachedAddresses}) < ${MAX_ADDRESSES} on conflict do nothing`,
  )
  return rowCount === 1
}

export async function listReached(db: Reader): Promise<string[]> {
  return (await db.select().from(reachedAddresses)).map(({ origin }) => origin)
}

export async function hasAnyOrder(db: Reader): Promise<boolean> {
  return hasRow(db, orders)
}
