import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase, query } from '../testing/databases.ts'
import { MIGRATIONS, migrate, refuseUnsuitable, UnreachableDatabase, UnsuitableDatabase } from './migrate.ts'

const folders: string[] = []
const databases: string[] = []

async function emptyDatabase(): Promise<string> {
  const name = `masa_migrate_${randomBytes(6).toString('hex')}`
  databases.push(name)
  return createDatabase(inject('databaseServer'), name)
}

const journalOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8'))

/** Creates a migrations folder with one more migration. */
function newerMigrations(sql: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journalFile = path.join(folder, 'meta', '_journal.json')
  const journal = journalOf(folder)
  const when = journal.entries.at(-1).when + 1000
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
  expect(String(rejected)).toMatch(/newer version of Masa .*this one \(\d+\.\d+\.\d+\).*Nothing was changed/)
  expect(await query(url, "select to_regclass('novelty') is not null as kept")).toEqual([{ kept: true }])
  await migrate(url, migrations)
})

it('migrate calls a database older whose version was never released, and does not change it', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await query(url, 'delete from drizzle.__drizzle_migrations where id > 2')
  await query(url, 'update drizzle.__drizzle_migrations set created_at = created_at - 1')
  expect(String(await migrationError(url))).toMatch(/older than Masa \d.*never released.*Nothing was changed/)
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

it('migrate changes nothing if what must precede the change fails', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const newer = newerMigrations('create table novelty (id int)')
  await expect(migrate(url, newer, () => Promise.reject(new Error('no backup')))).rejects.toThrow('no backup')
  expect(await query(url, "select to_regclass('novelty') as novelty")).toEqual([{ novelty: null }])
  await migrate(url, newer)
})

it('the migrations have ascending timestamps', () => {
  const timestamps: number[] = journalOf(MIGRATIONS).entries.map(({ when }: { when: number }) => when)
  expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b))
})

it('migrate runs each migration, and what must precede it, once when several instances start at the same time', async () => {
  const url = await emptyDatabase()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await query(url, 'select count(*)::int as settings from settings')).toEqual([{ settings: 1 }])
  const newer = newerMigrations(
    'create table novelty (id int);\n--> statement-breakpoint\ninsert into novelty values (1)',
  )
  let runs = 0
  const count = async () => {
    runs++
  }
  await Promise.all([migrate(url, newer, count), migrate(url, newer, count), migrate(url, newer, count)])
  expect([runs, await query(url, 'select id from novelty')]).toEqual([1, [{ id: 1 }]])
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
  await expect(refuseUnsuitable(client)).rejects.toThrow('It has fsync off')
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
