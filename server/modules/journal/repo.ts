import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { journal } from '#server/db/schema/index.ts'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'

/** Who made a change: a signed-in user, somebody known only by an address, or the server itself. */
export interface Actor {
  /** Null if no user made the change. */
  username: string | null
  /** The address as limits count it (`addressKey`); null for the server itself. */
  address: string | null
}

/** Writes an entry, in the transaction of the change if there is one, so that both are committed or neither. */
export async function noteInJournal(
  tx: Reader,
  { username, address }: Actor,
  kind: JournalKind,
  details: JournalDetails,
  at: Date,
): Promise<void> {
  await tx.insert(journal).values({ kind, username, address, details, at })
}

export function listEntries(db: Reader, before: number | undefined, limit: number) {
  const isOlder: SQL | undefined = before === undefined ? undefined : lt(journal.id, before)
  return db.select().from(journal).where(isOlder).orderBy(desc(journal.id)).limit(limit)
}

/** Whether at least `atLeast` sign-ins were recorded since a moment. */
export async function hasSignInsSince(db: Reader, since: Date, atLeast: number): Promise<boolean> {
  const rows = await db
    .select({ id: journal.id })
    .from(journal)
    .where(and(eq(journal.kind, 'signed_in'), gte(journal.at, since)))
    .offset(atLeast - 1)
    .limit(1)
  return rows.length > 0
}

interface CappedEntry extends Required<Pick<typeof journal.$inferInsert, 'kind' | 'username' | 'address' | 'details'>> {
  /** The kind of the row that counts an hour's entries without a row of their own. */
  restKind: JournalKind
  at: Date
  hourStart: Date
  /** The number of entries per hour that get a row of their own. */
  max: number
}

/** Writes an entry; if the hour already has `max` rows of this kind, adds it to the row that counts the rest. */
export async function insertCapped(db: Reader, entry: CappedEntry): Promise<void> {
  const { kind, restKind, username, address, details, at, hourStart, max } = entry
  const [moment, since] = [at.toISOString(), hourStart.toISOString()]
  await db.execute(sql`
    with beyond as (
      select 1 from journal where kind = ${kind} and at >= ${since} offset ${max - 1} limit 1
    ), counted as (
      update journal set details = jsonb_build_object('count', (details ->> 'count')::int + 1)
      where kind = ${restKind} and at >= ${since} and exists (select from beyond)
      returning id
    ), own as (
      insert into journal (at, kind, username, address, details)
      select ${moment}, ${kind}, ${username}::text, ${address}::text, ${JSON.stringify(details)}::jsonb
      where not exists (select from beyond)
    )
    insert into journal (at, kind, details)
    select ${moment}, ${restKind}, '{"count": 1}'
    where exists (select from beyond) and not exists (select from counted)`)
}
