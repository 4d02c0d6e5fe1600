import { eq, getTableColumns, gt, notInArray, sql } from 'drizzle-orm'
import { hasRow, onlyOf, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { dayEntries, days, menuCategories, settings } from '#server/db/schema/index.ts'
import { PRINTS_TICKETS_SQL } from '#server/modules/printing/index.ts'
import type { Station } from '#shared/domain/kitchen.ts'

export type SettingsRow = typeof settings.$inferSelect

export interface ReadSettings extends SettingsRow {
  /** SQL condition: any printer on the network prints kitchen tickets. */
  printsTickets: boolean
}

const settingsQuery = prepared((db) =>
  db
    .select({
      ...getTableColumns(settings),
      printsTickets: sql<boolean>`exists (select from printers where ${sql.raw(PRINTS_TICKETS_SQL)})`,
    })
    .from(settings)
    .prepare('settings'),
)

export function readSettings(db: Reader): Promise<ReadSettings> {
  return onlyOf(settingsQuery(db).execute())
}

export function lockSettings(tx: Tx): Promise<SettingsRow> {
  return onlyOf(tx.select().from(settings).for('update'))
}

/** Locks the open day. Entries share the lock; closing the day or changing the currency takes it exclusively. */
export async function lockDay(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await tx.execute(sql`select ${lock}(hashtextextended('day', 0))`)
}

/** Returns the last entry of the last closed day; 0 before the first. */
export const lastClosedEntry = sql<number>`coalesce((select max(${days.lastEntry}) from ${days}), 0)`

/** Whether there are entries that belong to no closed day. */
export function isDayOpen(db: Reader): Promise<boolean> {
  return hasRow(db, dayEntries, gt(dayEntries.id, lastClosedEntry))
}

export function writeSettings(tx: Tx, change: Partial<SettingsRow>): Promise<SettingsRow> {
  return onlyOf(tx.update(settings).set(change).where(eq(settings.id, 1)).returning())
}

/** Moves categories of removed stations to the first one; retried after a conflict with a move of categories. */
export async function moveCategoriesToFirst(tx: Tx, stations: readonly Station[]): Promise<void> {
  const [first] = stations
  if (!first) return
  const ids = stations.map(({ id }) => id)
  await tx.update(menuCategories).set({ stationId: first.id }).where(notInArray(menuCategories.stationId, ids))
}
