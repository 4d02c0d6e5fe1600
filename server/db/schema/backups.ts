import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { moment } from './columns.ts'

/** The state of the backups, and of what time ends, in one row that the instances share. */
export const backupState = pgTable(
  'backup_state',
  {
    id: integer().primaryKey().default(1),
    /** When the last good backup was made. */
    lastAt: moment(),
    /** When a backup failed last; null after a good one. */
    failedAt: moment(),
    /** Why. */
    failure: text().$type<BackupFailure>(),
    /** When these data were restored; null if an owner has said that they are the real ones, or nobody restored them. */
    restoredAt: moment(),
    /** When the gate was open last (server/platform/gate.ts). */
    gateOpenAt: moment(),
  },
  (table) => [check('backup_state_one_row', sql`${table.id} = 1`)],
)

/** One-time words by which a backup is downloaded (docs/product/backups.md#backups-download). */
export const backupLinks = pgTable('backup_links', {
  /** SHA-256 of the word. */
  wordHash: text().primaryKey(),
  /** The name of the backup. */
  name: text().notNull(),
  expiresAt: moment().notNull(),
})
