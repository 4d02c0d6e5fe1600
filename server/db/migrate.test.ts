import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { query } from './embedded/fixtures/tools.ts'
import { migrate } from './migrate.ts'
import { customerSearchText } from './schema/index.ts'
import { refuseUnsuitable, UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'

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

/** Creates a migrations folder with the first `count` migrations, as an older version of Masa had them. */
function firstMigrations(count: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = journalOf(folder)
  journal.entries.length = count
  writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
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
  await migrate(url, firstMigrations(6), count)
  await migrate(url, firstMigrations(6), count)
  expect(runs).toBe(0)
  await migrate(url, undefined, count)
  expect(runs).toBe(1)
})

it('migrate changes nothing if what must precede the change fails', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const newer = newerMigrations('create table novelty (id int)')
  await expect(migrate(url, newer, () => Promise.reject(new Error('no backup')))).rejects.toThrow('no backup')
  expect(await query(url, "select to_regclass('novelty') as novelty")).toEqual([{ novelty: null }])
  await migrate(url, newer)
})

it('migrate fills new columns of existing rows: usernames in the history, versions, search texts', async () => {
  const url = await emptyDatabase()
  await migrate(url, firstMigrations(6))
  await query(
    url,
    `with boss as (
      insert into users (username, username_key, password_hash, is_owner, self_registered, created_at)
      values ('Boss', 'boss', '', true, true, now()) returning id
    ), placed as (
      insert into orders (customer_name, phone_number, total, currency, version, token_hash, search_text, created_at, updated_at)
      values ('Ana', '', 0, 'lei', 3, '', '', now(), now()) returning id
    ), known as (
      insert into customers (name, phone_number, email, created_at, updated_at)
      values ('Ana Țepeș', '40723000001', 'Ana@example.com', now(), now()), ('', '40723000002', null, now(), now())
    )
    insert into order_status_changes (order_id, status, user_id, at)
    select placed.id, status, user_id, now() from placed, (select id, 'ready' from boss union all select null, 'pending') first_changes (user_id, status)`,
  )
  await migrate(url)
  expect(await query(url, 'select status, username from order_status_changes order by status')).toEqual([
    { status: 'pending', username: null },
    { status: 'ready', username: 'Boss' },
  ])
  expect(await query(url, 'select changed_version, tickets from orders')).toEqual([{ changed_version: 3, tickets: [] }])
  expect(await query(url, 'select search_text from customers order by phone_number')).toEqual([
    { search_text: customerSearchText({ name: 'Ana Țepeș', phoneNumber: '40723000001', email: 'Ana@example.com' }) },
    { search_text: customerSearchText({ name: '', phoneNumber: '40723000002', email: null }) },
  ])
})

it('the migrations have ascending timestamps, because the migrator would skip an earlier one', () => {
  const timestamps: number[] = journalOf(MIGRATIONS).entries.map(({ when }: { when: number }) => when)
  expect(timestamps.length).toBeGreaterThan(2)
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

/** The condition for functions that do not belong to an extension. */
const isMasas =
  "pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')"

/** Returns the definitions of a database's functions and triggers as PostgreSQL prints them. */
async function triggersOf(url: string) {
  const functions = await query(url, `select pg_get_functiondef(oid) as text from pg_proc where ${isMasas} order by 1`)
  const triggers = await query(
    url,
    'select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1',
  )
  return [functions, triggers]
}

it('migrate creates the same functions and triggers as schema/triggers.sql', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const migrated = await triggersOf(url)
  expect(migrated.map((list) => list.length > 3)).toEqual([true, true])
  const functions = await query(url, `select oid::regprocedure::text as name from pg_proc where ${isMasas}`)
  for (const { name } of functions) await query(url, `drop function ${name} cascade`)
  expect(await triggersOf(url)).toEqual([[], []])
  await query(url, readFileSync(new URL('./schema/triggers.sql', import.meta.url), 'utf8'))
  expect(await triggersOf(url)).toEqual(migrated)
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
  const file = readFileSync(path.join(MIGRATIONS, '0012_lists_and_search.sql'), 'utf8')
  const creating = file.split('--> statement-breakpoint').at(-1) ?? ''
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

it('migrate keeps the id of a restaurant, and counts the backups that it has as one that contains no erasure', async () => {
  const [used, unused] = [await emptyDatabase(), await emptyDatabase()]
  await migrate(used, firstMigrations(28))
  await query(
    used,
    `insert into secrets (name, value) values ('restaurant', 'the same for ever'), ('cookies', 'another one');
     insert into erasures (key) values (gen_random_uuid()), (gen_random_uuid());
     update backup_state set last_at = now()`,
  )
  for (const url of [used, unused]) await migrate(url)
  const identity = 'select restaurant_id, last_position from erasure_state'
  expect(await query(used, identity)).toEqual([{ restaurant_id: 'the same for ever', last_position: '0' }])
  expect(await query(unused, identity)).toEqual([
    { restaurant_id: expect.stringMatching(/^[0-9a-f-]{36}$/), last_position: '0' },
  ])
  const backups = await query(used, 'select name, position from backup_positions')
  expect(backups).toEqual([{ name: expect.stringMatching(/^masa-[0-9-]{10}T[0-9-]{8}Z\.tar\.zst$/), position: '0' }])
  expect(await query(unused, 'select * from backup_positions')).toEqual([])
})
