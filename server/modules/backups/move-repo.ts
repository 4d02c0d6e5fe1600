import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  failureKind,
  followPrimary,
  MOVE_LOCK,
  type MoveState,
  moveSentence,
  readMoveState,
  type Tx,
} from '#server/db/index.ts'
import { MIGRATION_LOCK, MIGRATIONS } from '#server/db/migrate.ts'
import { MOVED_CODE } from '#server/db/move-state.ts'
import { countMigrations, refuseUnsuitable } from '#server/db/suitable.ts'
import { openForCopy, openSnapshot, quoted, readTables, rowsOf } from './archive/snapshot-repo.ts'
import { BACKUP_LOCK } from './state-repo.ts'

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
