import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { erasures, events, idempotencyKeys } from '#server/db/schema/index.ts'
import { type CateringEvent, createEvent } from '#shared/contracts/catering.ts'

const NOBODY = { customerName: '', customerEmail: '', customerPhone: '', notes: null } as const

/** Writes down the keys of the events of these numbers: whoever restores a backup erases them again. */
export async function keepKeysOf(tx: Tx, numbers: readonly string[]): Promise<void> {
  const keys = tx
    .select({ key: events.erasureKey })
    .from(events)
    .where(inArray(events.customerPhone, [...numbers]))
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

/** Empties what the events of these numbers say of a person. @returns their ids */
export async function emptyEventsOf(tx: Tx, numbers: readonly string[], now: Date): Promise<number[]> {
  const rows = await tx
    .update(events)
    .set({ ...NOBODY, updatedAt: now, erasedAt: now })
    .where(inArray(events.customerPhone, [...numbers]))
    .returning({ id: events.id })
  return rows.map(({ id }) => id)
}

/**
 * Empties the stored answers that show these events. They stay answers, because their keys must not make a second event;
 * without the hash of the body, which can be guessed, they answer whatever is sent.
 */
export async function emptyAnswersOf(tx: Tx, ids: readonly number[]): Promise<void> {
  const { key, answer } = idempotencyKeys
  const isOfEvents = sql`starts_with(${key}, ${`${createEvent.path} `})`
  const isOfThese = inArray(sql`(${answer}::jsonb ->> 'id')::bigint`, [...ids])
  const stored = await tx.select({ key, answer }).from(idempotencyKeys).where(and(isOfEvents, isOfThese))
  for (const { key: of, answer: shown } of stored) {
    const emptied: CateringEvent = { ...JSON.parse(shown), ...NOBODY }
    await tx
      .update(idempotencyKeys)
      .set({ answer: JSON.stringify(emptied), bodyHash: '' })
      .where(eq(key, of))
  }
}
