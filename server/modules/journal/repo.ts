import { and, eq, gte, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { journal } from '#server/db/schema/index.ts'

export async function insertEntry(db: Reader, entry: typeof journal.$inferInsert): Promise<void> {
  await db.insert(journal).values(entry)
}

/** Whether at least so many sign-ins are noted since a moment. */
export async function hasSignInsSince(db: Reader, since: Date, atLeast: number): Promise<boolean> {
  const rows = await db
    .select({ id: journal.id })
    .from(journal)
    .where(and(eq(journal.kind, 'signed_in'), gte(journal.at, since)))
    .offset(atLeast - 1)
    .limit(1)
  return rows.length > 0
}

export interface RefusedEntry {
  username: string | null
  address: string | null
  at: Date
  /** When the hour began, and how many refused sign-ins in it get a row of their own at most. */
  hour: Date
  most: number
}

/** Records one refused sign-in or, when its hour has `most` rows, adds it to the one row that counts the rest. */
export async function insertRefused(db: Reader, { username, address, at, hour, most }: RefusedEntry): Promise<void> {
  const [moment, since] = [at.toISOString(), hour.toISOString()]
  await db.execute(sql`
    with beyond as (
      select 1 from journal where kind = 'sign_in_refused' and at >= ${since} offset ${most - 1} limit 1
    ), counted as (
      update journal set details = jsonb_build_object('count', (details ->> 'count')::int + 1)
      where kind = 'sign_ins_refused' and at >= ${since} and exists (select from beyond)
      returning id
    ), own as (
      insert into journal (at, kind, username, address)
      select ${moment}, 'sign_in_refused', ${username}::text, ${address}::text where not exists (select from beyond)
    )
    insert into journal (at, kind, details)
    select ${moment}, 'sign_ins_refused', '{"count": 1}'
    where exists (select from beyond) and not exists (select from counted)`)
}
