import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase, query, withClient } from '../testing/databases.ts'
import { migrate, migrateWithin } from './migrate.ts'
import { FIRST_STAMP, refuseUnsuitable, UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const folders: string[] = []
const databases: string[] = []

async function emptyDatabase(): Promise<string> {
  const name = `masa_migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  return createDatabase(inject('databaseServer'), name)
}

const journalOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8'))

/** Creates a migrations folder with one more migration. @param after milliseconds between the last timestamp and the new one */
function newerMigrations(sql: string, after = 1000): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journalFile = path.join(folder, 'meta', '_journal.json')
  const journal = journalOf(folder)
  const when = journal.entries.at(-1).when + after
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: '9999_newer', breakpoints: true })
  writeFileSync(journalFile, JSON.stringify(journal))
  writeFileSync(path.join(folder, '9999_newer.sql'), sql)
  return folder
}

const migrationError = (url: string, migrations?: string) => migrate(url, migrations).catch((error: unknown) => error)

afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  for (const name of databases.splice(0)) await dropDatabase(inject('databaseServer'), name)
})

it('migrate rejects a database of a newer version without changing it', async () => {
  const url = await emptyDatabase()
  const migrations = newerMigrations('create table novelty (id int)')
  await migrate(url, migrations)
  const rejected = await migrationError(url)
  expect(rejected).toBeInstanceOf(UnsuitableDatabase)
  expect(String(rejected)).toMatch(
    /newer version of Masa \(\d+\.\d+\.\d+\) .*changed: 9999_newer\. Nothing was changed/,
  )
  expect(await query(url, "select to_regclass('novelty') is not null as kept")).toEqual([{ kept: true }])
  await migrate(url, migrations)
})

it('migrate updates an older database, and rolls back a migration that fails', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const broken = newerMigrations('create table half (id int);\n--> statement-breakpoint\nselect 1 / 0')
  await expect(migrate(url, broken)).rejects.toThrow()
  expect(await query(url, "select to_regclass('half') as half")).toEqual([{ half: null }])
  await migrate(url, newerMigrations('create table whole (id int)'))
  expect(await query(url, 'select count(*)::int as rows from whole')).toEqual([{ rows: 0 }])
})

it('migrate runs what must precede a change, but not for an empty or current database', async () => {
  const url = await emptyDatabase()
  let runs = 0
  const count = async () => {
    runs++
  }
  await migrate(url, undefined, count)
  await migrate(url, undefined, count)
  expect(runs).toBe(0)
  await migrate(url, newerMigrations('create table novelty (id int)'), count)
  expect(runs).toBe(1)
})

/** Migrates a database as the 29 migrations did that the first one replaced. */
async function migrateAsBefore(url: string): Promise<void> {
  await withClient(url, (client) => migrateWithin(client, 0, FIRST_STAMP))
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) select '', ${FIRST_STAMP} - n from generate_series(1, 28) n;
     create table drizzle.migration_names (stamp bigint primary key, name text not null, version text not null);
     insert into drizzle.migration_names select created_at, 'of old', '0.1.0' from drizzle.__drizzle_migrations;
     insert into tables (number, capacity, created_at, updated_at) values (7, 4, now(), now())`,
  )
}

const namesIn = (url: string) =>
  query(
    url,
    'select name from drizzle.__drizzle_migrations left join drizzle.migration_names on stamp = created_at order by stamp',
  )

it('migrate goes on with a database of the migrations that the first one replaced, after what must precede', async () => {
  const url = await emptyDatabase()
  await migrateAsBefore(url)
  let runs = 0
  await migrate(url, newerMigrations('create table novelty (id int)'), async () => {
    runs++
  })
  expect(runs).toBe(1)
  expect(await query(url, 'select number from tables')).toEqual([{ number: 7 }])
  expect((await namesIn(url)).map(({ name }) => name)).toEqual([
    ...journalOf(MIGRATIONS).entries.map(({ tag }: { tag: string }) => tag),
    '9999_newer',
  ])
})

it.each([
  ['a column less', 'alter table orders drop column ready_at cascade'],
  ['a column more', 'alter table orders add column novelty text'],
  ['another check', 'alter table tables drop constraint tables_capacity'],
  [
    'another function',
    'create or replace function announce_change() returns trigger language plpgsql as $$ begin end $$',
  ],
  ['a trigger less', 'drop trigger settings_announce on settings'],
  ['an index less', 'drop index orders_created'],
])('migrate rejects such a database with %s without changing it', async (_, change) => {
  const url = await emptyDatabase()
  await migrateAsBefore(url)
  await query(url, change)
  const rejected = await migrationError(url)
  expect(rejected).toBeInstanceOf(UnsuitableDatabase)
  expect(String(rejected)).toMatch(/early version of Masa, of 2026-11-23.*Nothing was changed\. Start the last version/)
  expect(await namesIn(url)).toHaveLength(29)
})

it('migrate changes nothing if what must precede the change fails', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const newer = newerMigrations('create table novelty (id int)')
  await expect(migrate(url, newer, () => Promise.reject(new Error('no backup')))).rejects.toThrow('no backup')
  expect(await query(url, "select to_regclass('novelty') as novelty")).toEqual([{ novelty: null }])
  await migrate(url, newer)
})

it('the migrations have ascending timestamps, because the migrator would skip an earlier one', () => {
  const timestamps: number[] = journalOf(MIGRATIONS).entries.map(({ when }: { when: number }) => when)
  expect(timestamps[0]).toBe(FIRST_STAMP)
  expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b))
})

it('migrate rejects a migration whose timestamp is earlier than that of the last applied one', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const rejected = await migrationError(url, newerMigrations('create table late (id int)', -1))
  expect(rejected).toBeInstanceOf(UnsuitableDatabase)
  expect(String(rejected)).toMatch(/lacks 1 of the \d+ changes.*Nothing was changed/)
  await migrate(url)
})

it('migrate runs each migration once when several instances start at the same time', async () => {
  const url = await emptyDatabase()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await query(url, 'select count(*)::int as settings from settings')).toEqual([{ settings: 1 }])
})

it('migrate rejects a database with tables of another program without changing it', async () => {
  const url = await emptyDatabase()
  await query(url, 'create table users (id int)')
  expect(String(await migrationError(url))).toMatch(/not Masa's.*"users".*empty database/)
  expect(await query(url, "select to_regclass('orders') as orders")).toEqual([{ orders: null }])
})

it('migrate names the reason if the user lacks rights, synchronous_commit is off or the encoding is not Unicode', async () => {
  const url = await emptyDatabase()
  const role = `guest_${randomBytes(6).toString('hex')}`
  await query(url, `create role ${role} login password 'parola'`)
  const asGuest = new URL(url)
  asGuest.username = role
  asGuest.password = 'parola'
  expect(String(await migrationError(asGuest.href))).toContain('may not create tables')
  await query(url, `drop role ${role}`)

  await query(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  expect(String(await migrationError(url))).toContain('synchronous_commit')

  const name = `masa_migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await query(
    url,
    `create database ${name} encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
  )
  expect(String(await migrationError(url.replace(/\/[^/]*$/, `/${name}`)))).toContain('LATIN1')
})

it('the migration of the search indexes goes on where pg_trgm cannot be created', async () => {
  const searchIndexes = "select relname from pg_class where relname like '%_search' and relkind = 'i' order by 1"
  const url = await emptyDatabase()
  await migrate(url)
  expect(await query(url, searchIndexes)).toEqual([{ relname: 'customers_search' }, { relname: 'orders_search' }])
  await query(url, 'drop extension pg_trgm cascade')
  const file = readFileSync(path.join(MIGRATIONS, '0000_first.sql'), 'utf8')
  const creating = file.split('--> statement-breakpoint').find((statement) => statement.includes('pg_trgm')) ?? ''
  const role = `guest_${randomBytes(6).toString('hex')}`
  await query(url, `create role ${role}`)
  await query(url, `set role ${role}; ${creating}`)
  expect(await query(url, searchIndexes)).toEqual([])
  await query(url, `drop role ${role}`)
  await query(url, creating)
  expect(await query(url, searchIndexes)).toHaveLength(2)
})

it('migrate rejects a server with fsync off', async () => {
  const rows = [{ version: 17, encoding: 'UTF8', synchronous_commit: 'on', fsync: 'off' }]
  const client = { query: async () => ({ rows }) } as unknown as pg.Client
  await expect(refuseUnsuitable(client, MIGRATIONS)).rejects.toThrow('It has fsync off')
})

it.each([
  ['nothing listens on the port', (url: URL) => Object.assign(url, { port: '1' }), 'ECONNREFUSED'],
  [
    'nothing listens on the port of a host name',
    (url: URL) => Object.assign(url, { hostname: 'localhost', port: '1' }),
    'ECONNREFUSED',
  ],
  ['unknown host', (url: URL) => Object.assign(url, { hostname: 'nowhere.invalid' }), 'nowhere.invalid'],
  ['wrong password', (url: URL) => Object.assign(url, { password: 'wrong' }), 'password'],
  ['unknown database', (url: URL) => Object.assign(url, { pathname: '/atlantis' }), 'atlantis'],
])('migrate names the reason if the database is unreachable: %s', async (_, spoil, reason) => {
  const rejected = await migrationError(spoil(new URL(inject('databaseServer'))).href)
  expect(rejected).toBeInstanceOf(UnreachableDatabase)
  expect(String(rejected)).toContain(reason)
})

it('the migration of stored responses says what each shows, and which orders a payment was for', async () => {
  const url = await emptyDatabase()
  const { entries } = journalOf(MIGRATIONS) as { entries: { tag: string; when: number }[] }
  const own = entries.findIndex(({ tag }) => tag.endsWith('_stored_responses_and_payers'))
  await withClient(url, async (client) => {
    await migrateWithin(client, 0, entries[own - 1]?.when ?? 0)
    await client.query(`
      insert into idempotency_keys (key, body_hash, answer, order_id, created_at) values
        ('/api/orders a', 'x', '{"id":7,"items":[]}', 7, now()), ('/api/orders b', 'withdrawn', '', null, now()),
        ('/api/orders/:id/prints c', 'x', '{"id":7,"items":[]}', 7, now()),
        ('/api/printers/:id/print d', 'x', '{"id":3,"orderId":7}', 7, now()),
        ('/api/events e', 'x', '{"id":4,"customerName":"Ana"}', null, now()),
        ('/api/payments f', 'x', '{"id":5,"due":0}', null, now()), ('/api/menu g', 'x', '{"id":6}', null, now()),
        ('/api/days/close h', 'x', '{"number":2,"by":"boss"}', null, now());
      insert into orders (customer_name, phone_number, total, currency, token_hash, search_text, created_at, updated_at)
        values ('', '', 1, 'lei', '', '', now(), now());
      insert into day_entries (kind, at, user_id, username, currency, method_kind, amount, guest_name, reverses_id) values
        ('payment', now(), 1, 'boss', 'lei', 'card', 1, 'Ana', null);
      insert into entry_shares select day_entries.id, orders.id, 1 from day_entries, orders;
      insert into day_entries (kind, at, user_id, username, currency, method_kind, amount, reason, reverses_id)
        select 'reversal', now(), 1, 'boss', 'lei', 'card', 0, 'a tip', id from day_entries;`)
  })
  await migrate(url)
  const stored = 'select right(key, 1) as key, shows, shown_id::int as id from idempotency_keys order by 1'
  expect((await query<Record<string, unknown>>(url, stored)).map(({ key, shows, id }) => [key, shows, id])).toEqual([
    ...[
      ['a', 'order', 7],
      ['b', 'withdrawal', null],
      ['c', 'order', 7],
      ['d', 'other', null],
    ],
    ...[
      ['e', 'event', 4],
      ['f', 'entry', 5],
      ['g', 'other', null],
      ['h', 'day', 2],
    ],
  ])
  const isOfOrder = 'select order_ids = array(select id from orders) as found from day_entries'
  expect(await query(url, isOfOrder)).toEqual([{ found: true }, { found: true }])
})
