/** Whether a database is an end of a move (docs/decisions/035-moving.md). */
export interface MoveState {
  phase: 'moved' | 'arriving'
  /** The other place, for people, without a password. */
  place: string
  moveKey: string
}

/** An arbitrary number, the same for every instance: the lock that a move holds on the old place while it runs. */
export const MOVE_LOCK = 7_262_003
/** What PostgreSQL answers to a write in a place that was moved. */
export const MOVED_CODE = 'MOVED'

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Reads whether the restaurant was moved from or into this database; undefined if it was not. */
export async function readMoveState(client: Client): Promise<MoveState | undefined> {
  const { rows: tables } = await client.query("select to_regclass('move_state') is not null as found")
  if (!(tables[0] as { found: boolean }).found) return undefined
  const { rows } = await client.query('select phase, place, move_key as "moveKey" from move_state')
  return rows[0] as MoveState | undefined
}

/** Whether anyone holds one of Masa's own advisory locks, which are single numbers of at most 32 bits. */
export async function isLocked(client: Client, lock: number): Promise<boolean> {
  // PostgreSQL shows a single number as its two halves with objsubid 1, and a pair of integers with objsubid 2.
  const { rows } = await client.query(
    `select exists (select from pg_locks where locktype = 'advisory' and granted
       and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())) as locked`,
    [lock],
  )
  return (rows[0] as { locked: boolean }).locked
}

/** Why a place cannot be used, and how to go on, in sentences for the person who runs Masa. */
export function moveSentence({ phase, place }: Pick<MoveState, 'phase' | 'place'>): string {
  return phase === 'moved'
    ? `The restaurant was moved from here to ${place}. Start Masa there. To go on here instead: npm run move -- --reopen`
    : `The restaurant was being moved here from ${place}, and the move did not end. Repeat it there, with the same ` +
        '"npm run move" as before.'
}
