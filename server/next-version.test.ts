import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import { query } from './testing/databases.ts'
import type { ExitedEarly } from './testing/process.ts'
import { servers } from './testing/servers.ts'
import { newStorage } from './testing/storage.ts'
import { temporaryFolder } from './testing/temporary-database.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Copies these paths below a folder, and links everything else. */
async function linkOrCopy(from: string, to: string, copied: readonly string[]): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    const below = copied.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length + 1))
    if (copied.includes(name)) await cp(source, target, { recursive: true })
    else if (below.length > 0) await linkOrCopy(source, target, below)
    else await symlink(source, target)
  }
}

/** The built product with one more migration. @returns the folder of its programs */
async function nextVersion({ onTestFinished }: TestContext, migration: string): Promise<string> {
  const parent = await temporaryFolder()
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  const product = path.join(parent, 'masa')
  await linkOrCopy(ROOT, product, ['dist/server', 'server/db/migrations'])
  const migrations = path.join(product, 'server', 'db', 'migrations')
  const journalFile = path.join(migrations, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const { idx, when, ...last } = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: idx + 1, when: when + 1, tag: '9999_newer' })
  await writeFile(journalFile, JSON.stringify(journal))
  await writeFile(path.join(migrations, '9999_newer.sql'), migration)
  return path.join(product, 'dist', 'server')
}

it('the next version backs up the database before its migration, once, and restores that backup', async (test) => {
  const { start, newServerStorage } = servers(test)
  const next = await nextVersion(test, 'create table novelty as select count(*)::int as owners from users')
  const folder = await temporaryFolder()
  test.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const BACKUP_DIR = path.join(folder, 'backups')
  const backups = async () => (await readdir(BACKUP_DIR)).filter((file) => file.endsWith('.zst'))
  const novelty = 'select owners from novelty'

  const storage = await newServerStorage()
  await (await start(storage.env)).end('SIGTERM')
  await writeFile(BACKUP_DIR, 'not a folder')
  const env = { ...storage.env, BACKUP_DIR, BACKUP_KEEP: '3' }
  const failure = (await start(env, next).catch((error: unknown) => error)) as ExitedEarly
  expect([failure.code, failure.output]).toEqual([
    1,
    expect.stringMatching(/the backup before that failed\. .+ Nothing was changed\. .*BACKUP_KEEP=0/),
  ])

  await rm(BACKUP_DIR)
  const first = await start(env, next)
  const [name = '', ...others] = await backups()
  expect(others).toEqual([])
  expect(await query(storage.url(), novelty)).toEqual([{ owners: 1 }])
  expect(await query(storage.url(), "select username, details from journal where kind = 'backup_made'")).toEqual([
    { username: null, details: { backup: name } },
  ])
  await first.end('SIGTERM')
  await start(env, next)
  expect(await backups()).toEqual([name])

  const target = await newStorage()
  test.onTestFinished(target.remove)
  const into = { ...target.env, BACKUP_DIR }
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(next, 'cli.js'), 'restore', name], {
    env: into,
  })
  expect(stdout).toContain('all compared')
  // If the restored database lacked the migration, this start would make another backup.
  await start({ ...into, BACKUP_KEEP: '3' }, next)
  expect([await backups(), await query(target.url(), novelty)]).toEqual([[name], [{ owners: 1 }]])
})
