import { and, eq, isNotNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { handleOf } from '#server/db/connect.ts'
import {
  changedBy,
  type DatabaseServer,
  isAheadSql,
  isHashOf,
  isLocked,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import { backupLinks, backupState, erasures } from '#server/db/schema/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { openForCopy } from './snapshot-repo.ts'

/** An arbitrary number; every instance uses the same one. */
const BACKUP_LOCK = 7_262_002

interface BackupLock {
  /** The connection that holds the lock: if it breaks, the lock is released. */
  tx: Tx
  release(): Promise<unknown>
  close(): Promise<void>
}

/** Takes the lock that allows one backup at a time. */
export async function takeBackupLock(server: DatabaseServer): Promise<BackupLock> {
  const client = await openForCopy(server)
  const release = () => client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]).catch(() => {})
  const close = () => client.end().catch(() => {})
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
    if (!rows[0].taken) throw new AppError('backup_running')
    // The query builder needs only a connection.
    return { tx: handleOf(client as unknown as pg.PoolClient), release, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const isBackupRunning = (db: Reader): Promise<boolean> => isLocked(db.$client, BACKUP_LOCK)

export async function recordOutcome(tx: Tx, outcome: { lastAt: Date } | { failedAt: Date; failure: BackupFailure }) {
  await tx.update(backupState).set({ failedAt: null, failure: null, ...outcome })
}

/** Marks a restored copy as the real one. @returns whether it was a copy */
export async function clearRestored(tx: Tx): Promise<boolean> {
  const isCopy = isNotNull(backupState.restoredAt)
  return (await changedBy(tx.update(backupState).set({ restoredAt: null }).where(isCopy))) > 0
}

/** Ends what waits to be sent: in a backup, because it may have been sent since; in a copy, because it was tried there. */
export const ENDS_WAITING = [
  'update whatsapp_messages set accepted_at = now() where accepted_at is null',
  "update print_jobs set state = 'expired' where state not in ('printed', 'sent')",
  "update fiscal_receipts set state = 'unclear', changed_at = now() where state in ('waiting', 'handed')",
  'update webhook_deliveries set ended_at = now() where ended_at is null',
]

export async function endWaiting(tx: Tx): Promise<void> {
  for (const statement of ENDS_WAITING) await tx.execute(statement)
}

/** Whether the database raised an error: its message may contain text that a person typed. */
export const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError

const arrayOf = (keys: readonly string[]) => sql`${`{${keys.join(',')}}`}::uuid[]`

/** Lists the keys of erased rows that are not in the given list. */
export async function listErased(db: Reader, without: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select key::text as key from ${erasures} except select unnest(${arrayOf(without)})::text`,
  )
  return rows.map(({ key }) => key)
}

export async function addErased(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.execute(sql`insert into ${erasures} select unnest(${arrayOf(keys)}) on conflict do nothing`)
}

/** Stores a link for downloading a backup. */
export async function insertLink(tx: Tx, link: typeof backupLinks.$inferInsert): Promise<void> {
  await tx.insert(backupLinks).values(link)
}

/** Which of these hashes are those of links, valid or not. */
export async function findLinks(db: Reader, wordHashes: readonly string[]) {
  const rows = await db.select().from(backupLinks).where(isHashOf(backupLinks.wordHash, wordHashes))
  return new Map(rows.map(({ wordHash, name }) => [wordHash, name]))
}

/** Uses up a link's word, in one of several calls at once. @returns the name of its backup; undefined if not valid */
export async function takeLink(
  db: Reader,
  wordHash: string,
  now: Date,
  longestMs: number,
): Promise<string | undefined> {
  const isValid = and(eq(backupLinks.wordHash, wordHash), isAheadSql(backupLinks.expiresAt, now, longestMs))
  const [row] = await db.delete(backupLinks).where(isValid).returning({ name: backupLinks.name })
  return row?.name
}
