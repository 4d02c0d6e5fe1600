import { eq } from 'drizzle-orm'
import { type Database, prepared, type Reader } from '#server/db/index.ts'
import { settings } from '#server/db/schema/index.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'

export type SettingsRow = typeof settings.$inferSelect

const theSettings = prepared((db) => db.select().from(settings).prepare('settings'))

export async function readSettings(db: Reader): Promise<SettingsRow> {
  const [row] = await theSettings(db).execute()
  if (!row) throw new Error('the settings row is missing')
  return row
}

export async function writeSettings(db: Database, change: SettingsChange): Promise<SettingsRow> {
  const { ordersPausedUntil: until, ...rest } = change
  const ordersPausedUntil = until === undefined || until === null ? until : new Date(until)
  const [row] = await db
    .update(settings)
    .set({ ...rest, ordersPausedUntil })
    .where(eq(settings.id, 1))
    .returning()
  if (!row) throw new Error('the settings row is missing')
  return row
}
