import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, type TestContext } from 'vitest'
import { createDatabase, dropDatabase, query, TEMPLATE } from './testing/databases.ts'
import { BARE, BUNDLE, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, postgresOf } from './testing/storage.ts'

const PROGRAM = [path.join(BUNDLE, 'cli.js'), 'doctor']

/** Runs the command doctor. */
function runDoctor(env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, PROGRAM, { env: { ...BARE, PORT: '0', ...env } }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

async function newDatabase({ onTestFinished }: TestContext, template?: string): Promise<string> {
  const name = `masa_doctor_${randomBytes(6).toString('hex')}`
  onTestFinished(() => dropDatabase(inject('databaseServer'), name))
  return createDatabase(inject('databaseServer'), name, template)
}

async function newFolder({ onTestFinished }: TestContext): Promise<string> {
  const { env, remove } = await newStorage()
  onTestFinished(() => remove())
  return env.DATA_DIR
}

const DISH = `with category as (insert into menu_categories (name, position) values ('Of the day', 99) returning id)
  insert into menu_items (name, price, category_id, created_at, updated_at)
  select 'Bean soup', 2850, id, now(), now() from category`

describe.concurrent('the doctor', () => {
  it('prints the checks before service, and exits with 1 while something is wrong', async (test) => {
    const [DATABASE_URL, DATA_DIR] = [await newDatabase(test, TEMPLATE), await newFolder(test)]
    const empty = await runDoctor({ DATABASE_URL, DATA_DIR })
    expect([empty.code, empty.err]).toEqual([1, ''])
    expect(empty.out).toMatch(/^Not ready {3}Menu: The menu has no dishes that guests can see/m)
    expect(empty.out).toMatch(/^Ready {7}Database: It answers in \d+\sms\.$/m)
    expect(empty.out).toMatch(/^(Ready|Look at it) +Disk: .* is free/m)
    expect(empty.out).toMatch(/^Look at it {2}Backup: There is no backup yet\.$/m)
    expect(empty.out).not.toContain('Sign-in on this device')

    await query(DATABASE_URL, DISH)
    const filled = await runDoctor({ DATABASE_URL, DATA_DIR, PUBLIC_URL: 'https://la-conac.example' })
    expect([filled.code, filled.err]).toEqual([0, ''])
    expect(filled.out).toMatch(/^Ready {7}Menu: Guests see 1 dish\.$/m)
    expect(filled.out).toMatch(/^Not checked Phones reach the address: .*https:\/\/la-conac\.example/m)
  })

  it('names a database or setting that cannot be used, without a password, and exits with 1', async (test) => {
    const DATA_DIR = await newFolder(test)
    const away = await runDoctor({ DATABASE_URL: 'postgres://masa:word-1-secret@127.0.0.1:1/masa', DATA_DIR })
    expect([away.code, away.out]).toEqual([1, ''])
    expect(away.err).toMatch(/^DATABASE_URL does not answer: .*ECONNREFUSED/)
    const invalid = await runDoctor({ DATABASE_URL: 'masa:word-2-secret@db', PORT: 'http' })
    expect(invalid.code).toBe(1)
    expect(invalid.err).toContain('PORT=http')
    expect(away.err + invalid.err).not.toContain('secret')
  })

  it('changes nothing in a database that is empty or newer', async (test) => {
    const DATA_DIR = await newFolder(test)
    const empty = await newDatabase(test)
    const other = [1, expect.stringContaining('has no restaurant of this version of Masa')]
    const onEmpty = await runDoctor({ DATABASE_URL: empty, DATA_DIR })
    expect([onEmpty.code, onEmpty.err]).toEqual(other)
    expect(await query(empty, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])

    const newer = await newDatabase(test, TEMPLATE)
    await query(newer, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`)
    const onNewer = await runDoctor({ DATABASE_URL: newer, DATA_DIR })
    expect([onNewer.code, onNewer.err]).toEqual(other)
  })

  it.runIf(onEmbedded)('works while Masa serves the embedded database, and while it is stopped', async (test) => {
    const storage = await migratedStorage()
    test.onTestFinished(() => storage.remove(), 60_000)
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...storage.env })
    test.onTestFinished(async () => void (await server.end('SIGKILL')))
    const running = await runDoctor(storage.env)
    expect([running.err, running.out]).toEqual(['', expect.stringContaining('Database: It answers')])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.end('SIGTERM')

    const stopped = await runDoctor(storage.env)
    expect([stopped.err, stopped.out]).toEqual(['', expect.stringContaining('Database: It answers')])
    expect(() => postgresOf(storage.env.DATA_DIR)).toThrow('ENOENT')
  })

  it('makes no restaurant where there is none', async (test) => {
    const DATA_DIR = path.join(await newFolder(test), 'nothing')
    const { code, err } = await runDoctor({ DATA_DIR })
    expect([code, err]).toEqual([1, expect.stringMatching(/^There is no restaurant in/)])
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})
