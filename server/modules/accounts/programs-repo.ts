import { asc, eq } from 'drizzle-orm'
import { type Database, firstOf, isHashOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { programs } from '#server/db/schema/index.ts'

export type ProgramRow = typeof programs.$inferSelect

export async function readPrograms(db: Reader): Promise<ProgramRow[]> {
  return db.select().from(programs).orderBy(asc(programs.name), asc(programs.id))
}

/** The programs of some tokens, keyed by token hash. */
export async function programsByToken(db: Database, tokenHashes: readonly string[]) {
  const rows = await db.select().from(programs).where(isHashOf(programs.tokenHash, tokenHashes))
  return new Map(rows.map((row) => [row.tokenHash, row]))
}

export function insertProgram(tx: Tx, program: typeof programs.$inferInsert): Promise<ProgramRow> {
  return onlyOf(tx.insert(programs).values(program).returning())
}

export async function updateProgramUse(db: Database, id: number, lastUsedAt: Date): Promise<void> {
  await db.update(programs).set({ lastUsedAt }).where(eq(programs.id, id))
}

/** @returns the deleted program; undefined if there was none */
export function deleteProgram(tx: Tx, id: number): Promise<ProgramRow | undefined> {
  return firstOf(tx.delete(programs).where(eq(programs.id, id)).returning())
}
