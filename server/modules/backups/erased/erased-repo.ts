import type pg from 'pg'
import { rowsOf } from '../archive/snapshot-repo.ts'

export interface ErasedKey {
  key: string
  position: number
}

/** What a connection for backups knows of the keys of erased rows. */
export interface Erasures {
  /**
   * Gives a position to every committed key that has none.
   * @returns the restaurant's id and the last position
   */
  numberErased(): Promise<{ restaurant: string; last: number }>
  /** The first of the keys with a higher position, in its order. */
  erasedAfter(position: number, limit: number): Promise<ErasedKey[]>
  /** How many keys there are, and how many with at most this position. */
  countErased(position: number): Promise<{ all: number; upTo: number }>
  forgetErased(upTo: number): Promise<void>
  /** The backups that were made, each with the position up to which it contains what was erased. */
  backupPositions(): Promise<Map<string, number>>
  addBackupPosition(name: string, position: number): Promise<void>
  removeBackupPositions(names: readonly string[]): Promise<void>
}

export function erasuresIn(client: pg.Client): Erasures {
  return {
    async numberErased() {
      const [state] = await rowsOf<{ restaurant: string; last: string; waiting: boolean }>(
        client,
        `select restaurant_id as restaurant, last_position::text as last,
           exists (select from erasures where position is null) as waiting from erasure_state`,
      )
      if (!state) throw new Error('The restaurant has no id.')
      return { restaurant: state.restaurant, last: Number(state.waiting ? await numberWaiting(client) : state.last) }
    },
    async erasedAfter(position, limit) {
      const rows = await rowsOf<{ key: string; position: string }>(
        client,
        'select key::text as key, position from erasures where position > $1 order by position limit $2',
        [position, limit],
      )
      return rows.map((row) => ({ key: row.key, position: Number(row.position) }))
    },
    async countErased(position) {
      const [row] = await rowsOf<{ all: number; upTo: number }>(
        client,
        'select count(*)::int as all, (count(*) filter (where position <= $1))::int as "upTo" from erasures',
        [position],
      )
      return row ?? { all: 0, upTo: 0 }
    },
    async forgetErased(upTo) {
      await client.query('delete from erasures where position <= $1', [upTo])
    },
    async backupPositions() {
      const rows = await rowsOf<{ name: string; position: string }>(
        client,
        'select name, position from backup_positions',
      )
      return new Map(rows.map(({ name, position }) => [name, Number(position)]))
    },
    async addBackupPosition(name, position) {
      await client.query('insert into backup_positions (name, position) values ($1, $2) on conflict do nothing', [
        name,
        position,
      ])
    },
    async removeBackupPositions(names) {
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
