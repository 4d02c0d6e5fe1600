import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { openEmbedded } from './db/embedded/index.ts'
import { migrate } from './db/index.ts'
import { call } from './testing/call.ts'
import { query } from './testing/databases.ts'
import { runCommand as run, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, type ServerStorage } from './testing/storage.ts'

/** `expect.poll` belongs to one test and cannot be used in concurrent ones. */
const OFTEN = { interval: 5, timeout: 30_000 }
const LOGIN = { username: 'boss', password: 'secret-boss' }
const OWNER = { OWNER_USERNAME: LOGIN.username, OWNER_PASSWORD: LOGIN.password }

async function storages({ onTestFinished }: TestContext) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'masa-backup-command-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const remove = (storage: ServerStorage) => {
    onTestFinished(() => storage.remove(), 60_000)
    return storage
  }
  return {
    dir,
    backupsIn: async () => (await readdir(dir)).filter((name) => name.startsWith('masa-')),
    migrated: async () => remove(await migratedStorage()),
    empty: async () => remove(await newStorage()),
  }
}

describe.concurrent('npm run backup and npm run restore', () => {
  it('back up a serving Masa, and a stopped one, and restore either into an empty database', async (test) => {
    const { dir, backupsIn, migrated, empty } = await storages(test)
    const storage = await migrated()
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...storage.env, ...OWNER, BACKUP_KEEP: '0' })
    test.onTestFinished(async () => void (await server.end('SIGKILL')))
    const env = { ...storage.env, BACKUP_DIR: dir }
    expect(await run('backup', env).ended).toEqual({
      code: 0,
      output: expect.stringMatching(/ \(\d[\d.]*\s[kM]B\) was made and checked/),
    })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await run('backup', env).ended).toMatchObject({ code: 0 })
    const [serving = '', stopped = ''] = (await backupsIn()).sort()

    for (const name of [serving, stopped]) {
      const target = await empty()
      const into = { ...target.env, BACKUP_DIR: dir }
      expect(await run('restore', into, name).ended).toEqual({ code: 0, output: expect.stringMatching(/all compared/) })
      const restored = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...target.env, BACKUP_KEEP: '0' })
      expect((await call(restored.url, 'POST', '/api/login', LOGIN)).status).toBe(200)
      if (name === serving) {
        expect(await run('doctor', into).ended).toEqual({
          code: 1,
          output: expect.stringMatching(/^Not ready +Restored copy: /),
        })
        expect(await run('backup', into).ended).toEqual({
          code: 1,
          output: expect.stringContaining('This is a restored copy'),
        })
        expect(await run('restore', into, name).ended).toMatchObject({ code: 1 })
        expect((await fetch(`${restored.url}/readyz`)).status).toBe(200)
      }
      await restored.end('SIGTERM')
      expect(await run('restore', into, name).ended).toEqual({ code: 1, output: expect.stringMatching(/is not empty/) })
    }
  })

  // docs/running.md#going-back. That the files of the version before come back is tested in scripts/update.test.ts.
  it('lead back from an update that changed the database and then did not start', async (test) => {
    const { dir, backupsIn, migrated, empty } = await storages(test)
    const storage = await migrated()
    const start = (env: Record<string, string>) => startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...env, ...OWNER })
    await (await start(storage.env)).end('SIGTERM')
    // `npm run update` makes a backup, and stops if that fails.
    expect(await run('backup', { ...storage.env, BACKUP_DIR: dir }).ended).toMatchObject({ code: 0 })
    const [name = ''] = await backupsIn()
    // The newer version leaves a changed table that this version does not know.
    const opened = onEmbedded ? await openEmbedded({ dataDir: storage.env.DATA_DIR, log: () => {} }) : undefined
    const database = opened?.url ?? storage.url()
    await query(database, 'alter table orders rename column status to state')
    await query(database, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)")
    await opened?.close()

    const refused = await start(storage.env).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('A newer version of Masa') })
    const target = await empty()
    const restored = await run('restore', { ...target.env, BACKUP_DIR: dir }, name).ended
    expect(restored).toEqual({ code: 0, output: expect.stringMatching(/all compared/) })
    const server = await start(target.env)
    test.onTestFinished(async () => void (await server.end('SIGKILL')))
    expect((await call(server.url, 'POST', '/api/login', LOGIN)).status).toBe(200)
  })

  it('say what is wrong', async (test) => {
    const { dir, migrated, empty } = await storages(test)
    const nothing = await empty()
    expect(await run('restore', nothing.env).ended).toEqual({
      code: 1,
      output: expect.stringMatching(/npm run restore -- FILE/),
    })
    expect(await run('restore', nothing.env, 'missing.sql.zst').ended).toEqual({
      code: 1,
      output: expect.stringMatching(/There is no backup missing/),
    })
    // Nothing was created for a wrong name.
    if (onEmbedded) expect(await readdir(nothing.env.DATA_DIR)).toEqual([])
    const used = await migrated()
    expect(await run('backup', used.env, 'extra').ended).toMatchObject({ code: 1 })
    const file = path.join(dir, 'file')
    await writeFile(file, '')
    expect(await run('backup', { ...used.env, BACKUP_DIR: path.join(file, 'x') }).ended).toEqual({
      code: 1,
      output: expect.stringMatching(/The backup failed/),
    })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a backup that gets %s leaves nothing that looks like one',
    async (signal) => {
      // The test makes its own folder, because `it.each` has no context.
      const dir = await mkdtemp(path.join(os.tmpdir(), 'masa-backup-killed-'))
      const storage = await migratedStorage()
      // A database on another server is still empty.
      if (!onEmbedded) await migrate(storage.url())
      try {
        const env = { ...storage.env, BACKUP_DIR: dir }
        const killed = run('backup', env)
        await vi.waitFor(async () => expect(await readdir(dir)).not.toEqual([]), OFTEN)
        killed.process.kill(signal)
        const { code } = await killed.ended
        expect([1, 0, 'SIGKILL']).toContain(code)
        if (signal === 'SIGTERM') expect((await readdir(dir)).filter((name) => name.startsWith('.new-'))).toEqual([])
        // PostgreSQL notices a moment later that a backup was killed, and then releases its lease.
        const again = async () => expect(await run('backup', env).ended).toMatchObject({ code: 0 })
        await vi.waitFor(again, { interval: 200, timeout: 30_000 })
        expect((await readdir(dir)).filter((name) => name.startsWith('.new-'))).toEqual([])
      } finally {
        await storage.remove()
        await rm(dir, { recursive: true, force: true })
      }
    },
  )
})
