import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Reader } from '../db/index.ts'
import { textLocks } from '../platform/text-locks.ts'
import type { TestServer } from './app.ts'

/** Returns how many connections to the server's database wait for a lock. */
export async function countLockWaits({ connection }: Pick<TestServer, 'connection'>): Promise<number> {
  // Not in the transaction that holds the lock: it would not see connections that were opened after its first look.
  const { rows } = await connection.reports.execute(
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Resolves when this many connections to the server's database wait for a lock. */
export function untilLockWaits(server: Pick<TestServer, 'connection'>, count = 1): Promise<void> {
  return vi.waitFor(async () => expect(await countLockWaits(server)).toBe(count))
}

/** The lock of a text from outside, as the servers of this database compute it. */
export async function lockOfText(db: Reader, text: string): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from secrets where name = 'locks'`)
  return textLocks(rows[0]?.value ?? '')(text)
}
