import { eq, getTableColumns, sql } from 'drizzle-orm'
import { locking, onlyOf, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { settings } from '#server/db/schema/index.ts'
import { PRINTS_TICKETS_SQL } from '#server/modules/printing/index.ts'

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
  return onlyOf(locking(tx, settings).select().from(settings).for('update'))
}

export function writeSettings(tx: Tx, change: Partial<SettingsRow>): Promise<SettingsRow> {
  return onlyOf(tx.update(settings).set(change).where(eq(settings.id, 1)).returning())
}
