import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { changedBy, firstOf, prepared, statement, type Tx } from '#server/db/index.ts'
import { sharedCartItems as lines, sessionParticipants as participants } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { SESSION_TOPIC } from './session.ts'

export type CartLineRow = typeof lines.$inferSelect

const cartLineQuery = prepared((db) =>
  db
    .select()
    .from(lines)
    .where(and(eq(lines.id, sql.placeholder('id')), eq(lines.sessionId, sql.placeholder('sessionId'))))
    .prepare('cart_line'),
)

export function findCartLine(tx: Tx, sessionId: string, id: number): Promise<CartLineRow | undefined> {
  return firstOf(cartLineQuery(tx).execute({ id, sessionId }))
}

const equalLineQuery = prepared((db) =>
  db
    .select()
    .from(lines)
    .where(
      and(
        eq(lines.participantId, sql.placeholder('participantId')),
        eq(lines.menuItemId, sql.placeholder('menuItemId')),
        sql`${lines.options} = ${sql.placeholder('options')}::bigint[]`,
        sql`${lines.notes} is not distinct from ${sql.placeholder('notes')}::text`,
      ),
    )
    .prepare('equal_cart_line'),
)

/** The participant's line with this dish, these options (in rising order) and this note. */
export async function findEqualLine(
  tx: Tx,
  { options, ...line }: Pick<CartLineRow, 'participantId' | 'menuItemId' | 'options' | 'notes'>,
): Promise<CartLineRow | undefined> {
  return firstOf(equalLineQuery(tx).execute({ ...line, options: `{${options.join(',')}}` }))
}

/** How many lines and chosen options a cart would have as an order, where an option that names a dish is a line. */
export interface CartSize {
  lines: number
  options: number
}

const cartSizeQuery = prepared((db) =>
  db
    .select({
      lines: sql<number>`(count(*) + coalesce(sum((select count(*) from menu_options
        where menu_options.id = any(${lines.options}) and menu_options.menu_item_id is not null)), 0))::int`,
      options: sql<number>`coalesce(sum(cardinality(${lines.options})), 0)::int`,
    })
    .from(lines)
    .where(eq(lines.sessionId, sql.placeholder('sessionId')))
    .prepare('cart_size'),
)

export async function readCartSize(tx: Tx, sessionId: string): Promise<CartSize> {
  const [size] = await cartSizeQuery(tx).execute({ sessionId })
  return size ?? { lines: 0, options: 0 }
}

export async function notesOfOtherLines(
  tx: Tx,
  { id, sessionId }: Pick<CartLineRow, 'id' | 'sessionId'>,
): Promise<(string | null)[]> {
  const areOthers = and(eq(lines.sessionId, sessionId), ne(lines.id, id), isNotNull(lines.notes))
  const rows = await tx.select({ notes: lines.notes }).from(lines).where(areOthers)
  return rows.map(({ notes }) => notes)
}

export async function insertLine(tx: Tx, line: typeof lines.$inferInsert): Promise<void> {
  await tx.insert(lines).values(line)
}

export const updateLine = statement<Pick<CartLineRow, 'id' | 'quantity' | 'notes' | 'options'> & { now: Date }>(
  'update_cart_line',
  ({ id, quantity, notes, options, now }) =>
    `update shared_cart_items set quantity = ${quantity}, notes = ${notes}, options = ${options}::bigint[], updated_at = ${now}
    where id = ${id}`,
)

export const deleteLine = statement<Pick<CartLineRow, 'id'>>(
  'delete_cart_line',
  ({ id }) => `delete from shared_cart_items where id = ${id}`,
)

/** Stores the ids of a participant's last changes. @param refs as JSON */
export const storeRefs = statement<{ id: string; refs: string; now: Date }>(
  'store_refs',
  ({ id, refs, now }) => `update session_participants set refs = ${refs}, updated_at = ${now} where id = ${id}`,
)

/** Clears the ready marks of participants, raises the cart's version and announces the session, in one statement. */
export const recordCartChange = statement<{ sessionId: string; unready: string[]; now: Date }>(
  'record_cart_change',
  ({ sessionId, unready, now }) => `with cleared as (
    update session_participants set is_ready = false where id = any(${unready}) and is_ready
  ), raised as (
    update shared_sessions set version = version + 1, updated_at = ${now} where id = ${sessionId}
  )
  select ${announcingSql(SESSION_TOPIC, `${sessionId}::text`)}`,
)

export function deleteLinesOf(tx: Tx, participantId: string): Promise<number> {
  return changedBy(tx.delete(lines).where(eq(lines.participantId, participantId)))
}

/** Lists all lines with their guests' names, guest by guest. */
export function linesByGuest(tx: Tx, sessionId: string) {
  const { menuItemId, quantity, notes, options, participantId } = lines
  const { name: guestName, guestNumber } = participants
  return tx
    .select({ menuItemId, quantity, notes, options, participantId, guestName, guestNumber })
    .from(lines)
    .innerJoin(participants, eq(participants.id, lines.participantId))
    .where(eq(lines.sessionId, sessionId))
    .orderBy(asc(participants.guestNumber), asc(lines.id))
}
