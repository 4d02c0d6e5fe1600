import { eq } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { settings } from '#server/db/schema/index.ts'

export type SettingsRow = typeof settings.$inferSelect

const settingsQuery = prepared((db) => db.select().from(settings).prepare('settings'))

export async function readSettings(db: Reader): Promise<SettingsRow> {
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
