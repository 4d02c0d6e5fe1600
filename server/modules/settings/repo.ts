import { eq, getTableColumns, notInArray, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { menuCategories, settings } from '#server/db/schema/index.ts'
import type { Station } from '#shared/domain/kitchen.ts'

export type SettingsRow = typeof settings.$inferSelect

/** The settings as they were read. */
export interface ReadSettings extends SettingsRow {
  /** PostgreSQL's version of the row: another one after each change. */
  rowVersion: string
}

const settingsQuery = prepared((db) =>
  db
    .select({ ...getTableColumns(settings), rowVersion: sql<string>`settings.xmin::text` })
    .from(settings)
    .prepare('settings'),
)

export async function readSettings(db: Reader): Promise<ReadSettings> {
  const [row] = await settingsQuery(db).execute()
  if (!row) throw new Error('the settings row is missing')
  return row
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<SettingsRow> {
  const [row] = await tx.select().from(settings).for('update')
  if (!row) throw new Error('the settings row is missing')
  return row
}

export async function writeSettings(tx: Tx, change: Partial<SettingsRow>): Promise<SettingsRow> {
  const [row] = await tx.update(settings).set(change).where(eq(settings.id, 1)).returning()
  if (!row) throw new Error('the settings row is missing')
  return row
}

/**
 * Gives the categories whose station is not among these to the first of them. Announced as a change of the menu. It may
 * conflict with a move of categories, and is then made again (`inTransaction`).
 */
export async function moveCategoriesToFirst(tx: Tx, stations: readonly Station[]): Promise<void> {
  const [first] = stations
  if (!first) return
  const ids = stations.map(({ id }) => id)
  await tx.update(menuCategories).set({ stationId: first.id }).where(notInArray(menuCategories.stationId, ids))
}
