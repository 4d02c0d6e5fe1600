import { and, eq, gt, lte, sql } from 'drizzle-orm'
import pg from 'pg'
import { handleOf } from '#server/db/connect.ts'
import { type DatabaseServer, isLocked, type Reader, type Tx } from '#server/db/index.ts'
import { backupLinks, backupState, erasures } from '#server/db/schema/index.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { openForCopy } from './snapshot-repo.ts'

/** An arbitrary number, the same for every instance. */
const BACKUP_LOCK = 7_262_002

interface BackupLock {
  /** Its connection, with which it ends in any case. */
  tx: Tx
  release(): Promise<unknown>
  close(): Promise<void>
}

/** Takes the lock of the backup that is made. @returns undefined while another has it */
export async function takeBackupLock(server: DatabaseServer): Promise<BackupLock | undefined> {
  const client = await openForCopy(server)
  const release = () => client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]).catch(() => {})
  const close = () => client.end().catch(() => {})
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
    // The handle only needs a connection.
    if (rows[0].taken) return { tx: handleOf(client as unknown as pg.PoolClient), release, close }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return undefined
}

export const isBackupRunning = (db: Reader): Promise<boolean> => isLocked(db.$client, BACKUP_LOCK)

export async function recordOutcome(
  tx: Tx,
  outcome: { lastAt: Date } | { failedAt: Date; failure: BackupFailure },
): Promise<void> {
  await tx.update(backupState).set({ failedAt: null, failure: null, ...outcome })
}

/** Whether an error is the database's: its message may contain what a person typed. */
export const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError

const arrayOf = (keys: readonly string[]) => sql`${`{${keys.join(',')}}`}::uuid[]`

/** The keys of erased rows, without those of the list. */
export async function listErased(db: Reader, without: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select key::text as key from ${erasures} except select unnest(${arrayOf(without)})::text`,
  )
  return rows.map(({ key }) => key)
}

export async function addErased(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.execute(sql`insert into ${erasures} select unnest(${arrayOf(keys)}) on conflict do nothing`)
}

/** Stores a link by which a backup is downloaded, and removes those that are over. */
export async function insertLink(tx: Tx, link: typeof backupLinks.$inferInsert, now: Date): Promise<void> {
  await tx.delete(backupLinks).where(lte(backupLinks.expiresAt, now))
  await tx.insert(backupLinks).values(link)
}

/** Uses up a word. @returns the name of its backup, for only one of several concurrent calls; undefined if not valid */
export async function takeLink(db: Reader, wordHash: string, now: Date): Promise<string | undefined> {
  const isValid = and(eq(backupLinks.wordHash, wordHash), gt(backupLinks.expiresAt, now))
  const [row] = await db.delete(backupLinks).where(isValid).returning({ name: backupLinks.name })
  return row?.name
}
