import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { isOneOf, moment } from './columns.ts'

/** How the last backups went, shared by the instances in one row. */
export const backupState = pgTable(
  'backup_state',
  {
    id: integer().primaryKey().default(1),
    /** When the last good backup was made. */
    lastAt: moment(),
    /** When a backup failed last, wholly or in part; null after a good one. */
    failedAt: moment(),
    /** Why. */
    failure: text().$type<BackupFailure>(),
  },
  (table) => [check('backup_state_one_row', sql`${table.id} = 1`)],
)

/** Which erasures the backups contain (docs/decisions/034-backups.md#erased-keys). */
export const backupPositions = pgTable('backup_positions', {
  /** The name of a backup. */
  name: text().primaryKey(),
  /** The rows whose keys have at most this position were erased before the backup was begun. */
  position: bigint({ mode: 'number' }).notNull(),
})

/** One-time words by which a backup is downloaded (docs/product/backups.md#backups-download). */
export const backupLinks = pgTable('backup_links', {
  /** SHA-256 of the word. */
  wordHash: text().primaryKey(),
  /** The name of the backup. */
  name: text().notNull(),
  expiresAt: moment().notNull(),
})

/** Whether this is an end of a move; without a row it is a place like any other (docs/product/backups.md#moving). */
export const moveState = pgTable(
  'move_state',
  {
    id: integer().primaryKey().default(1),
    /** `moved`: everything is in the other place; `arriving`: the new place, before the old one is marked as moved. */
    phase: text({ enum: ['moved', 'arriving'] }).notNull(),
    /** The other place, for people, without a password. */
    place: text().notNull(),
    /** A random key, the same in both places. */
    moveKey: text().notNull(),
  },
  (table) => [
    check('move_state_one_row', sql`${table.id} = 1`),
    check('move_state_phase', isOneOf(table.phase, ['moved', 'arriving'])),
  ],
)
