import { and, eq, gt, lte } from 'drizzle-orm'
import pg from 'pg'
import { handleOf } from '#server/db/connect.ts'
import {
  type BackupOutcome,
  type DatabaseServer,
  isLocked,
  type Reader,
  readBackupOutcome,
  type Tx,
} from '#server/db/index.ts'
import { backupLinks } from '#server/db/schema/index.ts'
import { hasTable, openForCopy, rowsOf } from './archive/snapshot-repo.ts'

/** What a connection for backups knows of the keys of erased rows. */
export type Erasures = ReturnType<typeof erasuresIn>

function erasuresIn(client: pg.Client) {
  return {
    /** Gives a position to every committed key that has none. @returns the restaurant's id and the last position */
    async numberErased() {
      const [state] = await rowsOf<{ restaurant: string; last: string; waiting: boolean }>(
        client,
        `select restaurant_id as restaurant, last_position::text as last,
           exists (select from erasures where position is null) as waiting from erasure_state`,
      )
      if (!state) throw new Error('The restaurant has no id.')
      return { restaurant: state.restaurant, last: Number(state.waiting ? await numberWaiting(client) : state.last) }
    },
    async erasedAfter(position: number, limit: number) {
      const rows = await rowsOf<{ key: string; position: string }>(
        client,
        'select key::text as key, position from erasures where position > $1 order by position limit $2',
        [position, limit],
      )
      return rows.map((row) => ({ key: row.key, position: Number(row.position) }))
    },
    async countErased(position: number) {
      const [row] = await rowsOf<{ all: number; upTo: number }>(
        client,
        'select count(*)::int as all, (count(*) filter (where position <= $1))::int as "upTo" from erasures',
        [position],
      )
      return row ?? { all: 0, upTo: 0 }
    },
    async forgetErased(upTo: number) {
      await client.query('delete from erasures where position <= $1', [upTo])
    },
    /** The backups that were made, each with the position up to which it contains what was erased. */
    async backupPositions() {
      const rows = await rowsOf<{ name: string; position: string }>(
        client,
        'select name, position from backup_positions',
      )
      return new Map(rows.map(({ name, position }) => [name, Number(position)]))
    },
    async addBackupPosition(name: string, position: number) {
      await client.query('insert into backup_positions (name, position) values ($1, $2) on conflict do nothing', [
        name,
        position,
      ])
    },
    async removeBackupPositions(names: readonly string[]) {
      await client.query('delete from backup_positions where name = any($1)', [names])
    },
  }
}

async function numberWaiting(client: pg.Client): Promise<string | undefined> {
  await client.query('begin')
  try {
    // One at a time, so that positions become visible in their order.
    await client.query('select from erasure_state for update')
    await client.query(
      `update erasures set position = state.last_position + waiting.n
       from erasure_state as state,
         (select key, row_number() over () as n from erasures where position is null) as waiting
       where erasures.key = waiting.key`,
    )
    const [state] = await rowsOf<{ last: string }>(
      client,
      `update erasure_state
       set last_position = greatest(last_position, (select coalesce(max(position), 0) from erasures))
       returning last_position::text as last`,
    )
    await client.query('commit')
    return state?.last
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** An arbitrary number, the same for every instance. */
const BACKUP_LOCK = 7_262_002

const NONE: BackupOutcome = { lastAt: null, failedAt: null, failure: null }

/** A connection to the database beside the pools, for the work of backups. */
export type BackupDatabase = Awaited<ReturnType<typeof openBackupDatabase>>

export async function openBackupDatabase(where: DatabaseServer | string) {
  const client = await openForCopy(where)
  return {
    /** An advisory lock: it ends with this connection, however its process ends. @returns false while another has it */
    async takeLease() {
      const [row] = await rowsOf<{ taken: boolean }>(client, 'select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
      return row?.taken ?? false
    },
    isRunning: () => isLocked(client, BACKUP_LOCK),
    async refuseEmpty() {
      if (!(await hasTable(client, 'backup_state'))) throw new Error('There is no restaurant in this database yet.')
    },
    // The handle only needs a connection.
    outcomes: async () => (await readBackupOutcome(handleOf(client as unknown as pg.PoolClient))) ?? NONE,
    async record({ lastAt, failedAt = null, failure = null }: Partial<BackupOutcome>) {
      await client.query(
        `insert into backup_state (id, last_at, failed_at, failure) values (1, $1, $2, $3)
         on conflict (id) do update set last_at = coalesce(excluded.last_at, backup_state.last_at),
           failed_at = excluded.failed_at, failure = excluded.failure`,
        [lastAt ?? null, failedAt, failure],
      )
    },
    ...erasuresIn(client),
    close: () => client.end().catch(() => {}),
  }
}

/** Whether an error is the database's: its message may contain what a person typed. */
export const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError

export async function insertLink(tx: Tx, link: typeof backupLinks.$inferInsert): Promise<void> {
  await tx.insert(backupLinks).values(link)
}

/** Uses up a word. @returns the name of its backup, for only one of several concurrent calls; undefined if not valid */
export async function takeLink(db: Reader, wordHash: string, now: Date): Promise<string | undefined> {
  const isValid = and(eq(backupLinks.wordHash, wordHash), gt(backupLinks.expiresAt, now))
  const [row] = await db.delete(backupLinks).where(isValid).returning({ name: backupLinks.name })
  return row?.name
}

export async function deleteOldLinks(tx: Tx, now: Date): Promise<void> {
  await tx.delete(backupLinks).where(lte(backupLinks.expiresAt, now))
}
