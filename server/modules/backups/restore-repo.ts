import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { handleOf } from '#server/db/connect.ts'
import { databaseAt, failureKind, type Tx } from '#server/db/index.ts'
import { MIGRATION_LOCK, migrateWithin, refuseUnsuitable } from '#server/db/migrate.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { copyPictures, picturesBeside, readErased } from './folder.ts'
import { addErased, ENDS_WAITING, isDatabaseError } from './repo.ts'
import { openForCopy, readTables, rowsOf } from './snapshot-repo.ts'
import {
  type BackupHead,
  checkBackup,
  copiedColumns,
  damagedBackup,
  quoted,
  readBackup,
  UnusableBackup,
} from './text.ts'

/** The tables that are not restored: what lets somebody in and may have been revoked since, and the state of the backups. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['sessions', 'login_failures', 'backup_links', 'programs', 'backup_state'],
])
/** Orders that were placed after the backup had these ids, and phones may still show them. */
const ORDER_ID_GAP = 10_000
/** Clears what must not continue: one-time words, messages that may have been sent, claims of devices, withdrawn orders. */
const AFTERWARDS = [
  'update users set link_hash = null, link_until = null where link_hash is not null',
  ...ENDS_WAITING,
  'update whatsapp_queue set leased_until = null, next_at = null',
  `update orders set tickets = (
     select coalesce(jsonb_agg(ticket - 'claimedUntil' order by position), '[]')
     from jsonb_array_elements(tickets) with ordinality as listed (ticket, position))
   where tickets::text like '%claimedUntil%'`,
  'update printers set leased_until = null',
  // Anybody can withdraw any key, and no order is on its way after a restore.
  "delete from idempotency_keys where body_hash = 'withdrawn'",
  'insert into backup_state (id, restored_at) values (1, now())',
]

/** Runs work on an empty database in one transaction; if it fails, everything is rolled back. */
async function inEmptyDatabase<Result>(
  url: string,
  name: string,
  work: (client: pg.Client, tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await openForCopy(databaseAt(url))
  try {
    await refuseUsed(client, name)
    await client.query('begin')
    // The query builder needs only a connection.
    const result = await work(client, handleOf(client as unknown as pg.PoolClient))
    await client.query('commit')
    // The first queries would scan whole tables if there were no statistics.
    await client.query('analyze')
    return result
  } finally {
    await client.end().catch(() => {})
  }
}

/** Locks the database, so that Masa cannot start on it. @throws UnusableBackup if it contains anything */
async function refuseUsed(client: pg.Client, name: string): Promise<void> {
  const [found] = await rowsOf<{ locked: boolean; migrated: boolean }>(
    client,
    `select not pg_try_advisory_lock($1) as locked,
       to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
    [MIGRATION_LOCK],
  )
  await refuseUnsuitable(client)
  if (found?.locked)
    throw new UnusableBackup(
      `Masa is just starting on ${name}, or another restore is running there. Nothing was changed.`,
    )
  if (found?.migrated || (await readTables(client)).length > 0)
    throw new UnusableBackup(
      `${name} is not empty. A backup is restored only where Masa was never started. Nothing was changed.`,
    )
}

/** Creates the tables of the backup's version, fills and counts them, and migrates them to this version. */
async function loadBackup(client: pg.Client, file: string): Promise<BackupHead> {
  let head: BackupHead | undefined
  let restoreKeys: string[] = []
  for await (const item of readBackup(file)) {
    if (item.kind === 'head') {
      head = item.head
      restoreKeys = await createTables(client, head)
    } else if (item.kind === 'sequence') {
      const gap = item.name === 'orders_id_seq' ? ORDER_ID_GAP : 0
      await client.query('select setval($1, $2)', [quoted(item.name), BigInt(item.last) + BigInt(gap)])
    } else if (!LEFT_OUT.has(item.table.name)) {
      // Frozen rows need no later vacuum. The table was created in this transaction, which COPY FREEZE requires.
      const copied = client.query(copyFrom(`copy ${copiedColumns(item.table)} from stdin (freeze)`))
      await pipeline(item.rows, copied)
      if (String(copied.rowCount) !== item.table.rows)
        throw damagedBackup(`${item.table.name} does not have as many rows as its head says`)
    }
  }
  if (!head) throw damagedBackup('its head is missing')
  for (const statement of restoreKeys) await client.query(statement)
  for (const { name } of head.tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  await migrateWithin(client, head.migration, Number.POSITIVE_INFINITY)
  for (const statement of AFTERWARDS) await client.query(statement)
  return head
}

/** Rows arrive table by table, so indexes and foreign keys are dropped. @returns the statements that restore them */
async function createTables(client: pg.Client, head: BackupHead): Promise<string[]> {
  await client.query("set local maintenance_work_mem = '64MB'")
  await migrateWithin(client, 0, head.migration)
  const tables = await readTables(client)
  if (!isDeepStrictEqual(tables.map(copiedColumns), head.tables.map(copiedColumns)))
    throw damagedBackup('it does not have the tables of its version')
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  const dropped = await rowsOf<{ drop: string; add: string }>(
    client,
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
     from pg_index join pg_class t on t.oid = indrelid
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
       and not exists (select from pg_constraint where conindid = indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const statement of dropped) await client.query(statement.drop)
  return dropped.map(({ add }) => add)
}

export interface RestoreParts {
  file: string
  url: string
  /** The name of the database in messages. */
  databaseName: string
  pictures: PictureStore
  /** The folder of the backups. Pictures and erased keys are looked up beside the file and in this folder. */
  backupDir: string
  /** Erases the rows again whose keys are in the table `erasures`. */
  eraseAgain(tx: Tx): Promise<number>
}

export interface Restored {
  at: string
  rows: number
  pictures: number
  missingPictures: number
  /** The number of orders, events and customers that were erased after the backup. */
  erased: number
}

/** Restores everything or nothing (docs/operating.md#restore). @throws UnusableBackup with a sentence for people */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { file, pictures, backupDir } = parts
  const folders = [...new Set([path.dirname(path.resolve(file)), backupDir])]
  // The whole backup is checked before anything is written.
  await checkBackup(file)
  return inEmptyDatabase(parts.url, parts.databaseName, async (client, tx) => {
    const head = await loadBackup(client, file).catch((error: unknown) => {
      throw isDatabaseError(error) && failureKind(error) !== 'unavailable'
        ? damagedBackup('PostgreSQL refuses what it contains')
        : error
    })
    await addErased(tx, (await Promise.all(folders.map(readErased))).flat())
    const erased = await parts.eraseAgain(tx)
    const missingPictures = await copyPictures(head.pictures, folders.map(picturesBeside), pictures)
    const rows = head.tables.reduce((sum, table) => sum + Number(table.rows), 0)
    return { at: head.at, rows, pictures: head.pictures.length - missingPictures, missingPictures, erased }
  })
}
