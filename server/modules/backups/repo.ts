import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, lte } from 'drizzle-orm'
import pg from 'pg'
import { handleOf } from '#server/db/connect.ts'
import {
  type BackupOutcome,
  type DatabaseServer,
  failureKind,
  followPrimary,
  isLocked,
  MOVE_LOCK,
  type MoveState,
  moveSentence,
  type Reader,
  readBackupOutcome,
  readMoveState,
  type Tx,
} from '#server/db/index.ts'
import { MIGRATION_LOCK, MIGRATIONS } from '#server/db/migrate.ts'
import { backupLinks } from '#server/db/schema/index.ts'
import { countMigrations, MOVED_CODE, refuseMoved, refuseUnsuitable } from '#server/db/suitable.ts'
import { hasTable, openForCopy, openSnapshot, quoted, readTables, rowsOf } from './archive/snapshot-repo.ts'

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
    /** @throws UnsuitableDatabase if the restaurant was moved away: a backup would pass for one of the new place */
    async refuseMoved() {
      if (!(await hasTable(client, 'backup_state'))) throw new Error('There is no restaurant in this database yet.')
      await refuseMoved(client)
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

/** Announced when a move begins, and when a place is marked or reopened. */
export const PLACE_TOPIC = 'place'

/** Instances refuse writes as soon as they hear of the move; what they have begun would wait for the locks otherwise. */
const HEARD_AFTER_MS = 500
/** Longer than a message to the owner takes at most, whose outcome has to be recorded here. */
const QUIET_WITHIN_MS = 60_000
const RETRY_MS = 500
const REFUSE = 'refuse_after_move'

/** Who else uses the old place: another move, a backup, or a Masa that is just starting. */
export type OtherUser = 'move' | 'backup' | 'start'

/** The old place, on one connection: with it end all its locks, however the process ended. */
export type MoveSource = Awaited<ReturnType<typeof openMoveSource>>

export async function openMoveSource(url: string) {
  // One for all connections: if another server takes the writes in the middle, the locks are lost, and nothing is marked.
  const server = followPrimary(url)
  const client = await openForCopy(server)
  const tables = async () => (await readTables(client)).map(({ name }) => name)
  const announce = () => client.query('select pg_notify($1, $2)', ['masa', JSON.stringify({ topic: PLACE_TOPIC })])

  /** @returns whether nothing is being written, and no message is being sent */
  async function tryToFreeze(): Promise<boolean> {
    await client.query('begin')
    try {
      await client.query(`lock table ${(await tables()).map(quoted).join(', ')} in share row exclusive mode`)
      const sending = await rowsOf(client, 'select from whatsapp_queue where leased_until > now()')
      if (sending.length === 0) return true
    } catch (error) {
      // Another transaction was faster, or has held its locks for too long.
      const { code } = error as { code?: string }
      if (code !== '55P03' && failureKind(error) !== 'conflict') throw error
    }
    await client.query('rollback')
    return false
  }

  return {
    state: () => readMoveState(client),
    /** Whether its tables are those of this version. @throws UnsuitableDatabase if a newer version has made them */
    async isUpToDate() {
      await refuseUnsuitable(client, MIGRATIONS)
      const { known, applied } = await countMigrations(client, MIGRATIONS)
      return known === applied
    },
    /** Keeps backups, starts and other moves away. @returns who was there before */
    async lock() {
      const locks = [
        ['move', MOVE_LOCK],
        ['backup', BACKUP_LOCK],
        ['start', MIGRATION_LOCK],
      ] as const
      for (const [user, lock] of locks) {
        const [row] = await rowsOf<{ taken: boolean }>(client, 'select pg_try_advisory_lock($1) as taken', [lock])
        if (!row?.taken) return user
      }
      return undefined
    },
    /** Makes all instances refuse writes, and waits for the running ones. @returns false if that does not end */
    async freeze() {
      await announce()
      await sleep(HEARD_AFTER_MS)
      for (const began = Date.now(); Date.now() - began < QUIET_WITHIN_MS; await sleep(RETRY_MS))
        if (await tryToFreeze()) return true
      return false
    },
    /** The rows as they are while it is frozen. */
    snapshot: () => openSnapshot(server),
    /** Marks it as moved, and ends the refusal by locks: from now on, triggers refuse writes. */
    async mark(state: MoveState) {
      // Looks once more which server takes the writes; this connection is cut if it is another one.
      server.suspect(client)
      await (await openForCopy(server)).end()
      await insertMoveState(client, state)
      await client.query(
        `create function ${REFUSE}() returns trigger language plpgsql as $refuse$ begin
           raise exception using errcode = '${MOVED_CODE}', message = ${pg.escapeLiteral(moveSentence(state))};
         end $refuse$`,
      )
      for (const name of await tables())
        await client.query(
          `create trigger ${REFUSE} before insert or update or delete or truncate on ${quoted(name)}
           execute function ${REFUSE}()`,
        )
      await announce()
      await client.query('commit')
    },
    async reopen() {
      await client.query('begin')
      await client.query(`drop function if exists ${REFUSE} cascade`)
      await client.query('delete from move_state')
      await announce()
      await client.query('commit')
    },
    close: () => client.end().catch(() => {}),
  }
}

/** Notes in the new place that it may not be used before the old one is marked. Within the transaction of its rows. */
export async function noteArrival(tx: Tx, state: MoveState): Promise<void> {
  await insertMoveState(tx.$client, state)
}

/** Makes the new place usable. */
export async function endArrival(tx: Tx): Promise<void> {
  await tx.$client.query('delete from move_state')
}

async function insertMoveState(
  client: Pick<pg.ClientBase, 'query'>,
  { phase, place, moveKey }: MoveState,
): Promise<void> {
  await client.query('insert into move_state (phase, place, move_key) values ($1, $2, $3)', [phase, place, moveKey])
}
