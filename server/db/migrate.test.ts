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
const made: string[] = []

async function database(): Promise<string> {
  const name = `masa_migrate_${randomBytes(6).toString('hex')}`
  made.push(name)
  return createDatabase(inject('databaseServer'), name)
}

const journalOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8'))

/** The migrations of a version of Masa that has one more. @param after how far its stamp lies after the last one */
function newer(sql: string, after = 1000): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = path.join(folder, 'meta', '_journal.json')
  const listed = journalOf(folder)
  const when = listed.entries.at(-1).when + after
  listed.entries.push({ idx: listed.entries.length, version: '7', when, tag: '9999_newer', breakpoints: true })
  writeFileSync(journal, JSON.stringify(listed))
  writeFileSync(path.join(folder, '9999_newer.sql'), sql)
  return folder
}

/** The migrations of a version of Masa that had no more than so many. */
function older(count: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const listed = journalOf(folder)
  listed.entries.length = count
  writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify(listed))
  return folder
}

const refusal = (url: string, migrations?: string) => migrate(url, migrations).catch((error: unknown) => error)

afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  for (const name of made.splice(0)) await dropDatabase(inject('databaseServer'), name)
})

it('a database of a newer version is refused and left as it is; that version goes on with it', async () => {
  const url = await database()
  const migrations = newer('create table novelty (id int)')
  await migrate(url, migrations)
  const refused = await refusal(url)
  expect(refused).toBeInstanceOf(UnsuitableDatabase)
  expect(String(refused)).toMatch(/newer version of Masa.*1 of its \d+ changes.*Nothing was changed/)
  expect(await query(url, "select to_regclass('novelty') is not null as kept")).toEqual([{ kept: true }])
  await migrate(url, migrations)
})

it('an older database is brought up to date, and a change that fails leaves nothing behind', async () => {
  const url = await database()
  await migrate(url)
  const broken = newer('create table half (id int);\n--> statement-breakpoint\nselect 1 / 0')
  await expect(migrate(url, broken)).rejects.toThrow()
  expect(await query(url, "select to_regclass('half') as half")).toEqual([{ half: null }])
  await migrate(url, newer('create table whole (id int)'))
  expect(await query(url, 'select count(*)::int as rows from whole')).toEqual([{ rows: 0 }])
})

it('what an evening of the version before left is filled: names in the history, versions, texts for the search', async () => {
  const url = await database()
  await migrate(url, older(6))
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
    select placed.id, status, user_id, now() from placed, (select id, 'ready' from boss union all select null, 'pending') of_boss (user_id, status)`,
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

it('the stamps of the migrations rise: one that does not would be left out', () => {
  const stamps: number[] = journalOf(MIGRATIONS).entries.map(({ when }: { when: number }) => when)
  expect(stamps.length).toBeGreaterThan(2)
  expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b))
})

it('a change that is stamped earlier than the last one made is not left out in silence', async () => {
  const url = await database()
  await migrate(url)
  const refused = await refusal(url, newer('create table late (id int)', -1))
  expect(refused).toBeInstanceOf(UnsuitableDatabase)
  expect(String(refused)).toMatch(/lacks 1 of the \d+ changes.*Nothing was changed/)
  await migrate(url)
})

/** The functions and triggers of a database, as PostgreSQL writes them. */
async function triggersOf(url: string) {
  const ours = "pronamespace = 'public'::regnamespace"
  const functions = await query(url, `select pg_get_functiondef(oid) as text from pg_proc where ${ours} order by 1`)
  const triggers = await query(
    url,
    'select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1',
  )
  return [functions, triggers]
}

it('the triggers are those of schema/triggers.sql', async () => {
  const url = await database()
  await migrate(url)
  const migrated = await triggersOf(url)
  expect(migrated.map((list) => list.length > 3)).toEqual([true, true])
  const functions = await query(
    url,
    "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace",
  )
  for (const { name } of functions) await query(url, `drop function ${name} cascade`)
  expect(await triggersOf(url)).toEqual([[], []])
  await query(url, readFileSync(new URL('./schema/triggers.sql', import.meta.url), 'utf8'))
  expect(await triggersOf(url)).toEqual(migrated)
})

it('several starts at once migrate once', async () => {
  const url = await database()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await query(url, 'select count(*)::int as settings from settings')).toEqual([{ settings: 1 }])
})

it('a database that holds something else is refused, and nothing is made in it', async () => {
  const url = await database()
  await query(url, 'create table users (id int)')
  expect(String(await refusal(url))).toMatch(/not Masa's.*"users".*empty database/)
  expect(await query(url, "select to_regclass('orders') as orders")).toEqual([{ orders: null }])
})

it('a user without rights, an encoding without ș, commits that do not wait: each is named', async () => {
  const url = await database()
  const role = `guest_${randomBytes(6).toString('hex')}`
  await query(url, `create role ${role} login password 'parola'`)
  const asGuest = new URL(url)
  asGuest.username = role
  asGuest.password = 'parola'
  expect(String(await refusal(asGuest.href))).toContain('may not create tables')
  await query(url, `drop role ${role}`)

  await query(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  expect(String(await refusal(url))).toContain('synchronous_commit')

  const name = `masa_migrate_${randomBytes(6).toString('hex')}`
  made.push(name)
  await query(
    url,
    `create database ${name} encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
  )
  expect(String(await refusal(url.replace(/\/[^/]*$/, `/${name}`)))).toContain('LATIN1')
})

it('a server that does not force its writes to the disk is refused', async () => {
  const rows = [{ version: 17, encoding: 'UTF8', commits: 'on', forced: 'off' }]
  const client = { query: async () => ({ rows }) } as unknown as pg.Client
  await expect(refuseUnsuitable(client, MIGRATIONS)).rejects.toThrow('It has fsync off')
})

it.each([
  ['nobody there', (url: URL) => Object.assign(url, { port: '1' }), 'ECONNREFUSED'],
  [
    'nobody there, under a name',
    (url: URL) => Object.assign(url, { hostname: 'localhost', port: '1' }),
    'ECONNREFUSED',
  ],
  ['no such host', (url: URL) => Object.assign(url, { hostname: 'nowhere.invalid' }), 'nowhere.invalid'],
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'wrong' }), 'password'],
  ['no such database', (url: URL) => Object.assign(url, { pathname: '/atlantis' }), 'atlantis'],
])('%s: the reason is named', async (_, spoil, reason) => {
  const refused = await refusal(spoil(new URL(inject('databaseServer'))).href)
  expect(refused).toBeInstanceOf(UnreachableDatabase)
  expect(String(refused)).toContain(reason)
})
