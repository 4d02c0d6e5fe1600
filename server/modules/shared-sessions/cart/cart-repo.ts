import { and, asc, count, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { sharedCartItems as lines, sessionParticipants as participants } from '#server/db/schema/index.ts'

export type CartLineRow = typeof lines.$inferSelect

export async function findCartLine(tx: Tx, sessionId: string, id: number): Promise<CartLineRow | undefined> {
  const [line] = await tx
    .select()
    .from(lines)
    .where(and(eq(lines.id, id), eq(lines.sessionId, sessionId)))
  return line
}

export async function findLineOfDish(
  tx: Tx,
  participantId: string,
  menuItemId: number,
): Promise<CartLineRow | undefined> {
  const isTheirs = and(eq(lines.participantId, participantId), eq(lines.menuItemId, menuItemId))
  const [line] = await tx.select().from(lines).where(isTheirs)
  return line
}

export async function countLines(tx: Tx, sessionId: string): Promise<number> {
  const [row] = await tx.select({ lines: count() }).from(lines).where(eq(lines.sessionId, sessionId))
  return row?.lines ?? 0
}

/** Returns the notes of the cart's other lines. */
export async function notesOfOtherLines(tx: Tx, { id, sessionId }: CartLineRow): Promise<(string | null)[]> {
  const areOthers = and(eq(lines.sessionId, sessionId), ne(lines.id, id), isNotNull(lines.notes))
  const rows = await tx.select({ notes: lines.notes }).from(lines).where(areOthers)
  return rows.map(({ notes }) => notes)
}

export async function insertLine(tx: Tx, line: typeof lines.$inferInsert): Promise<void> {
  await tx.insert(lines).values(line)
}

export async function updateLine(
  tx: Tx,
  id: number,
  change: Pick<CartLineRow, 'quantity' | 'notes' | 'updatedAt'>,
): Promise<void> {
  await tx.update(lines).set(change).where(eq(lines.id, id))
}

export async function deleteLine(tx: Tx, id: number): Promise<void> {
  await tx.delete(lines).where(eq(lines.id, id))
}

/**
 * Deletes the lines of a participant.
 * @returns the number of deleted lines
 */
export async function deleteLinesOf(tx: Tx, participantId: string): Promise<number> {
  const { rowCount } = await tx.delete(lines).where(eq(lines.participantId, participantId))
  return rowCount ?? 0
}

/** Lists all lines with their guests' names, guest by guest. */
export function linesByGuest(tx: Tx, sessionId: string) {
  const { menuItemId, quantity, notes, participantId } = lines
  const { name: guestName, guestNumber } = participants
  return tx
    .select({ menuItemId, quantity, notes, participantId, guestName, guestNumber })
    .from(lines)
    .innerJoin(participants, eq(participants.id, lines.participantId))
    .where(eq(lines.sessionId, sessionId))
    .orderBy(asc(participants.guestNumber), asc(lines.id))
}

/** Clears the ready marks of these participants. */
export async function clearReadyMarks(tx: Tx, participantIds: readonly string[]): Promise<void> {
  const areReady = and(inArray(participants.id, [...participantIds]), eq(participants.isReady, true))
  await tx.update(participants).set({ isReady: false }).where(areReady)
}
