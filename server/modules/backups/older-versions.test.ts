import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS, migrate, migrateWithin } from '#server/db/migrate.ts'
import { secondInstance, testServer } from '#server/testing/app.ts'
import { allRows, newDatabase, restoreFrom } from '#server/testing/backups.ts'
import { query, withClient } from '#server/testing/databases.ts'
import { type BackupHead, copiedColumns, quoted, readBackup, readBackupHead } from './text.ts'

/*
 * Data and backups of every state since the first migration are opened. Each backup was made by the last commit before
 * another migration, with a closed day, stored responses, and what that version had of reservations, rules and receipts.
 */

const FOLDER = fileURLToPath(new URL('../../testing/fixtures/older-backups', import.meta.url))
/** Beginnings of the hashes under which databases have stored the migrations. */
const APPLIED = [
  ...['3708fa9d152f', '4bdd5e1ed50f', '2c3e585f1fd2', '63bf2505142f', 'f8f1499a1956', '900015f90939', '0bbcb057d272'],
  ...['9d63e9c4e707', 'b1e192870518'],
]
/** A restore leaves them out, or ends what waits in them. */
const NOT_RESTORED = ['sessions', 'login_failures', 'backup_links', 'programs', 'backup_state', 'fiscal_receipts']

const server = testServer()

it('no migration is edited', () => {
  const hashes = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash.slice(0, 12))
  expect(hashes.slice(0, APPLIED.length)).toEqual(APPLIED)
})

/** The database as the version had it of which the backup is. */
async function databaseOf(file: string): Promise<string> {
  const url = await newDatabase()
  await withClient(url, async (client: pg.Client) => {
    await client.query('begin')
    for await (const item of readBackup(file)) {
      if (item.kind === 'head') {
        await migrateWithin(client, 0, item.head.migration)
        await client.query('set local session_replication_role = replica')
        await client.query(`truncate ${item.head.tables.map(({ name }) => quoted(name)).join(', ')}`)
      } else if (item.kind === 'table') {
        await pipeline(item.rows, client.query(copyFrom(`copy ${copiedColumns(item.table)} from stdin`)))
      } else await client.query('select setval($1, $2)', [quoted(item.name), item.last])
    }
    await client.query('commit')
  })
  return url
}

/** All rows, in the columns that a version has and this one too. */
async function rowsIn(url: string, { tables }: BackupHead): Promise<Record<string, unknown[]>> {
  const known = await query<{ name: string; columns: string[] }>(
    server.connection.server.url(),
    `select table_name as name, array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = 'public' group by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name, columns } of tables) {
    const kept = columns.filter((column) => known.find((table) => table.name === name)?.columns.includes(column))
    rows[name] = await query(url, `select row(${kept.map(quoted)})::text as row from ${quoted(name)} order by 1`)
  }
  return rows
}

describe.each(readdirSync(FOLDER))('of the version with %s', (name) => {
  const file = path.join(FOLDER, name)
  let url: string
  let head: BackupHead
  let before: Record<string, unknown[]>

  beforeAll(async () => {
    head = await readBackupHead(file)
    // What waits is too old at any later time.
    server.clock.set(new Date(head.at))
    url = await databaseOf(file)
    before = await rowsIn(url, head)
    await migrate(url)
  })
  const older = secondInstance(server, {}, () => ({ url }))

  it('a database keeps every row', async () => {
    expect(Number(head.tables.find((table) => table.name === 'days')?.rows)).toBe(1)
    expect(await rowsIn(url, head)).toEqual(before)
  })

  it('a backup is restored with the same rows', async () => {
    const { url: restored } = await restoreFrom(file)
    expect(await allRows(restored, NOT_RESTORED)).toEqual(await allRows(url, NOT_RESTORED))
  })

  it('a database is served: its days, and the answer to a request that is repeated', async () => {
    const login = await older.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
    const cookie = login.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
    const read = async (route: string) => (await older.call('GET', route, undefined, { headers: { cookie } })).json()
    expect(await read('/api/days')).toMatchObject([{ number: 1, expected: 5700 }])
    const { dishes, stored } = (
      await query<{ dishes: number[]; stored: string }>(
        url,
        `select (select array_agg(id::int order by id) from menu_items) as dishes,
          (select response from idempotency_keys where key like '%guest-key-0001-0001') as stored`,
      )
    )[0] ?? { dishes: [], stored: '' }
    const order = {
      ...{ customerName: 'Dan Ilie', phoneNumber: '0722000111', diningOption: 'takeaway', total: 4200 },
      items: [{ menuItemId: dishes[1], quantity: 1 }],
    }
    const again = await older.call('POST', '/api/orders', order, {
      headers: { 'idempotency-key': 'guest-key-0001-0001' },
    })
    expect(again.json()).toEqual(JSON.parse(stored))
    if (!head.tables.some((table) => table.name === 'fiscal_receipts')) return
    // One receipt was printed and one waits; a part of a bill was paid, and stands on none.
    expect(await read('/api/fiscal')).toMatchObject({ receipts: [{ state: 'waiting' }], left: [{ amount: 1000 }] })
    expect(await read('/api/days/open')).toMatchObject({ fiscal: { printed: 1, left: 1 } })
  })
})
