import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { handleOf } from '#server/db/connect.ts'
import { MIGRATION_LOCK, MIGRATIONS, migrateWithin, migrationStamps } from '#server/db/migrate.ts'
import { noteMigrations, refuseUnsuitable } from '#server/db/suitable.ts'
import type { Head, Manifest, TableSums } from './archive/parts.ts'
import { hasTable, openForCopy, quoted, readTableSums, readTables, rowsOf } from './archive/snapshot-repo.ts'
import { backupName } from './places/place.ts'

/** A database of Masa in which these are empty has not been used yet. */
const USED = ['users', 'menu_items', 'tables', 'orders', 'customers', 'events', 'promotions', 'shared_sessions']

/** Orders that were placed after the backup had these ids. Phones may still show them. */
const ORDER_ID_GAP = 10_000

export type PlaceState = 'empty' | 'full' | 'busy' | 'connected'

/** An empty database that is filled with a restaurant from a backup, in one transaction. */
export type RestoreDatabase = Awaited<ReturnType<typeof openRestoreDatabase>>

/** @param leftOut tables whose rows are not loaded */
export async function openRestoreDatabase(url: string, leftOut: ReadonlySet<string> = new Set()) {
  const client = await openForCopy(url)
  let dropped: { add: string }[] = []
  let loading: { table: string; stream: ReturnType<typeof copyFrom> } | undefined

  async function endTable(): Promise<void> {
    if (!loading) return
    const { stream } = loading
    loading = undefined
    if (stream.errored) throw stream.errored
    stream.end()
    await finished(stream)
  }

  const isLoaded = new Map<string, boolean>()

  return {
    /** Locks the database against a start of Masa, and says whether it may be restored into. Changes nothing. */
    async look() {
      const [lock] = await rowsOf<{ taken: boolean }>(client, 'select pg_try_advisory_lock($1) as taken', [
        MIGRATION_LOCK,
      ])
      if (!lock?.taken) return 'busy'
      await refuseUnsuitable(client, MIGRATIONS)
      const state = await usedState(client)
      if (state !== 'unused') return state
      // A Masa may be serving it.
      const others = await rowsOf(
        client,
        `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
           and pid <> pg_backend_pid()`,
      )
      return others.length > 0 ? 'connected' : 'empty'
    },

    /** Begins, and creates the tables as the backup's version had them. */
    async createTables(lastMigration: number) {
      await client.query('begin')
      await client.query("set local maintenance_work_mem = '64MB'")
      await clear(client)
      await migrateWithin(client, 0, lastMigration)
      const tables = (await readTables(client)).map(({ name }) => name)
      for (const name of tables) isLoaded.set(name, !leftOut.has(name))
      await client.query(`truncate ${tables.map(quoted).join(', ')}`)
      for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
      dropped = await dropForLoading(client)
    },

    /** Adds rows to a table as COPY text; pieces of one table follow each other. */
    async load({ name, columns }: Head['tables'][number], text: Buffer) {
      if (!isLoaded.get(name)) return
      if (loading?.table !== name) {
        await endTable()
        // Frozen rows need no later pass by vacuum. Possible because the table was emptied in this transaction.
        const command = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin (freeze)`
        const stream = client.query(copyFrom(command))
        // The driver only emits the error: an undestroyed stream would wait without end for its lost connection to drain.
        stream.on('error', (error) => stream.destroy(error))
        loading = { table: name, stream }
      }
      const { stream } = loading
      if (stream.errored) throw stream.errored
      if (!stream.write(text)) await once(stream, 'drain')
    },

    /** Ends loading. @returns counts and sums as loaded; undefined for a table that is left out */
    async finishLoading() {
      await endTable()
      for (const { add } of dropped) await client.query(add)
      for (const name of isLoaded.keys()) await client.query(`alter table ${quoted(name)} enable trigger user`)
      return async (table: string): Promise<TableSums | undefined> =>
        isLoaded.get(table) ? readTableSums(client, table) : undefined
    },

    async bringUpToDate(sequences: Manifest['sequences']) {
      for (const { table, column, last, called } of sequences) {
        if (!isLoaded.has(table)) continue
        const gap = table === 'orders' && column === 'id' ? ORDER_ID_GAP : 0
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
          quoted(table),
          column,
          BigInt(last) + BigInt(gap),
          called || gap > 0,
        ])
      }
      const [done] = await rowsOf<{ last: string }>(
        client,
        'select max(created_at) as last from drizzle.__drizzle_migrations',
      )
      await migrateWithin(client, Number(done?.last), Number.POSITIVE_INFINITY)
      await noteMigrations(client, MIGRATIONS)
    },

    /** Ends what must not go on from where it was: messages that may have been sent, and claims of devices. */
    async endWhatWasOpen() {
      for (const statement of AFTERWARDS) await client.query(statement)
    },

    /** Counts as a backup: none of those whose time is undone contains what will be erased from now on. */
    async addErased(keys: readonly string[], now: Date) {
      await client.query(
        'insert into backup_positions (name, position) select $1, last_position from erasure_state on conflict do nothing',
        [backupName(now)],
      )
      await client.query('insert into erasures (key) select unnest($1::uuid[]) on conflict do nothing', [keys])
    },

    // The handle only needs a connection.
    tx: () => handleOf(client as unknown as pg.PoolClient),

    async commit() {
      await client.query('commit')
      // Without figures about the tables, the first queries would read all of them.
      await client.query('analyze')
    },

    /** Undoes what was not committed. */
    close: () => client.end().catch(() => {}),
  }
}

export function knowsMigration(stamp: number): boolean {
  return migrationStamps().includes(stamp)
}

const AFTERWARDS = [
  'update whatsapp_messages set accepted_at = now() where accepted_at is null',
  'update whatsapp_queue set leased_until = null, next_at = null',
  `update orders set tickets = (
     select coalesce(jsonb_agg(ticket - 'claimedUntil' order by position), '[]')
     from jsonb_array_elements(tickets) with ordinality as listed (ticket, position))
   where tickets::text like '%claimedUntil%'`,
  // What was to be printed then is not needed now.
  "update print_jobs set state = 'expired' where state not in ('printed', 'sent')",
  'update printers set leased_until = null',
  'insert into backup_state (id) values (1) on conflict do nothing',
]

async function usedState(client: pg.Client): Promise<'empty' | 'unused' | 'full'> {
  const tables = new Set((await readTables(client)).map(({ name }) => name))
  if (tables.size === 0) return 'empty'
  if (!(await hasTable(client, 'drizzle.__drizzle_migrations'))) return 'full'
  for (const name of USED.filter((used) => tables.has(used))) {
    const [row] = await rowsOf<{ used: boolean }>(client, `select exists (select from ${quoted(name)}) as used`)
    if (row?.used) return 'full'
  }
  return 'unused'
}

// Removes what a Masa that was never used has created.
async function clear(client: pg.Client): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => quoted(name))
  if (tables.length > 0) await client.query(`drop table ${tables.join(', ')} cascade`)
  const functions = await rowsOf<{ name: string }>(
    client,
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { name } of functions) await client.query(`drop routine ${name} cascade`)
  await client.query('drop schema if exists drizzle cascade')
}

// Indexes and foreign keys are built faster than they are kept up, and no order of the tables has to be found.
async function dropForLoading(client: pg.Client): Promise<{ add: string }[]> {
  const keys = await rowsOf<{ drop: string; add: string }>(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const indexes = await rowsOf<{ drop: string; add: string }>(
    client,
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
     from pg_index join pg_class t on t.oid = indrelid
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  return [...indexes, ...keys]
}
