import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, inject, it, type TestContext } from 'vitest'
import { createDatabase, dropDatabase, query, TEMPLATE } from './testing/databases.ts'
import { BUNDLE, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, openBucket, postgresOf, type TestBucket } from './testing/storage.ts'
import { openWhatsapp } from './testing/whatsapp.ts'

const PROGRAM = path.join(BUNDLE, 'doctor.js')

interface Report {
  code: number
  out: string
  err: string
  /** The lines about a subject, without its name. */
  lines(subject: string): string[]
}

/** Runs the command doctor. */
function runDoctor(env: Record<string, string>, ...args: string[]): Promise<Report> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const all = { PATH, PORT: '0', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: all }, (error, out, err) => {
      const lines = (subject: string) =>
        out.split('\n').flatMap((line) => {
          const [, level, name, text] = /^(\w+) +(\w+) +(.*)$/.exec(line) ?? []
          return name === subject ? [`${level}: ${text}`] : []
        })
      resolve({ code: error ? Number(error.code) : 0, out, err, lines })
    })
  })
}

/** Creates a migrated database on the server of the tests. */
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

const SUBJECTS = ['settings', 'database', 'disk', 'clock', 'port', 'bucket', 'whatsapp', 'backups']
const bucketEnv = ({ url, region, accessKeyId, secretAccessKey }: TestBucket) => ({
  BUCKET_URL: url,
  BUCKET_REGION: region,
  BUCKET_ACCESS_KEY_ID: accessKeyId,
  BUCKET_SECRET_ACCESS_KEY: secretAccessKey,
})

describe.concurrent('the doctor', () => {
  it('has a line for everything that is well, and exits with 0', async (test) => {
    const [DATABASE_URL, DATA_DIR] = [await newDatabase(test, TEMPLATE), await newFolder(test)]
    const [bucket, whatsapp] = [await openBucket(), await openWhatsapp()]
    test.onTestFinished(async () => void (await Promise.all([bucket.close(), whatsapp.close()])))
    const { apiUrl, token, phoneNumberId, template, templateMany } = whatsapp.account
    const report = await runDoctor({
      ...{ DATABASE_URL, DATA_DIR, ...bucketEnv(bucket) },
      ...{ WHATSAPP_API_URL: apiUrl, WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId },
      ...{ WHATSAPP_TEMPLATE: template, WHATSAPP_TEMPLATE_MANY: templateMany },
    })
    expect([report.code, report.err]).toEqual([0, ''])
    for (const subject of SUBJECTS) expect([subject, report.lines(subject).length]).not.toEqual([subject, 0])
    expect(report.lines('database')[0]).toMatch(
      /^ok: DATABASE_URL answers: PostgreSQL \d+.*up to date \(\d+ migrations\)/,
    )
    expect(report.lines('bucket')).toEqual(['ok: The bucket can be read, written, and deleted from.'])
    expect([...bucket.objects.keys()]).toEqual([])
    expect(report.lines('whatsapp')[0]).toMatch(/^ok: /)
    expect(whatsapp.acceptedMessages).toEqual([])
    expect(report.out).not.toContain('error ')
    expect(report.out).toMatch(/\n0 errors, \d warnings\n$/)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('names everything that is broken with a remedy, exits with 1, and prints no password', async (test) => {
    const [bucket, whatsapp] = [await openBucket(), await openWhatsapp()]
    const other = createServer((_, reply) => reply.end('another program'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    test.onTestFinished(async () => {
      other.close()
      await Promise.all([bucket.close(), whatsapp.close()])
    })
    const { apiUrl, phoneNumberId, template, templateMany } = whatsapp.account
    const DATA_DIR = await newFolder(test)
    const BACKUP_DIR = path.join(DATA_DIR, 'file')
    writeFileSync(BACKUP_DIR, '')
    const report = await runDoctor({
      ...{ DATABASE_URL: 'postgres://masa:word-1-secret@127.0.0.1:1/masa', DATA_DIR, BACKUP_DIR },
      ...{ ...bucketEnv(bucket), BUCKET_SECRET_ACCESS_KEY: 'word-2-secret', METRICS_TOKEN: 'word-3-secret-token' },
      ...{ WHATSAPP_API_URL: apiUrl, WHATSAPP_TOKEN: 'word-4-secret', WHATSAPP_PHONE_NUMBER_ID: phoneNumberId },
      ...{ WHATSAPP_TEMPLATE: template, WHATSAPP_TEMPLATE_MANY: templateMany },
      ...{ OWNER_USERNAME: 'boss', OWNER_PASSWORD: 'word-5-secret' },
      ...{ HOST: '127.0.0.1', PORT: String((other.address() as AddressInfo).port) },
    })
    expect(report.code).toBe(1)
    expect(report.lines('database')).toEqual([
      expect.stringMatching(/^error: DATABASE_URL cannot be reached: .*→ Check/),
    ])
    expect(report.lines('port')).toEqual([expect.stringMatching(/^error: Port \d+ is in use.*not Masa\. → .*set PORT/)])
    expect(report.lines('bucket')).toEqual([expect.stringMatching(/^error: .*answered 403.*→ Check BUCKET_URL/)])
    expect(report.lines('whatsapp')).toEqual([expect.stringMatching(/^error: .*token: 401, code 190.*→ /)])
    expect(report.lines('backups')[0]).toMatch(/^error: .* is not a folder\. → Set BACKUP_DIR/)
    for (const line of report.out.split('\n').filter((text) => text.startsWith('error'))) expect(line).toContain('→')
    expect(report.out + report.err).not.toContain('secret')
  })

  it('names an invalid setting without its value, and exits with 1', async () => {
    const { code, lines, out } = await runDoctor({ DATABASE_URL: 'masa:word-6-secret@db', PORT: 'http' })
    expect(code).toBe(1)
    expect(lines('settings')).toEqual([expect.stringContaining('PORT=http'), expect.stringContaining('DATABASE_URL=…')])
    expect(out).not.toContain('word-6')
  })

  it('changes nothing in a database that is empty or newer', async (test) => {
    const DATA_DIR = await newFolder(test)
    const empty = await newDatabase(test)
    const onEmpty = await runDoctor({ DATABASE_URL: empty, DATA_DIR })
    expect(onEmpty.lines('database')[0]).toMatch(/^ok: .*no restaurant yet/)
    expect(await query(empty, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])

    const newer = await newDatabase(test, TEMPLATE)
    await query(newer, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`)
    const onNewer = await runDoctor({ DATABASE_URL: newer, DATA_DIR })
    expect([onNewer.code, onNewer.lines('database')]).toEqual([1, [expect.stringContaining('A newer version of Masa')]])
  })

  it.runIf(onEmbedded)('works while Masa serves the embedded database, and while it is stopped', async (test) => {
    const storage = await migratedStorage()
    test.onTestFinished(() => storage.remove(), 60_000)
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...storage.env })
    test.onTestFinished(async () => void (await server.end('SIGKILL')))
    const env = { ...storage.env, HOST: '127.0.0.1', PORT: String(server.port) }
    const running = await runDoctor(env)
    expect([running.code, running.err]).toEqual([0, ''])
    expect(running.lines('port')).toEqual([`ok: Masa is running on port ${server.port}, and it is ready.`])
    expect(running.lines('database')[0]).toContain('up to date')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.end('SIGTERM')

    const stopped = await runDoctor(env)
    expect([stopped.code, stopped.err]).toEqual([0, ''])
    expect(stopped.lines('port')).toEqual([expect.stringContaining('is free')])
    expect(stopped.lines('database')[0]).toContain('up to date')
    expect(() => postgresOf(storage.env.DATA_DIR)).toThrow('ENOENT')
  })

  it('makes no restaurant where there is none', async (test) => {
    const DATA_DIR = path.join(await newFolder(test), 'nothing')
    const { code, lines } = await runDoctor({ DATA_DIR })
    expect([code, lines('database')]).toEqual([0, [expect.stringMatching(/^warning: There is no restaurant in/)]])
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})
