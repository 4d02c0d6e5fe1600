import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, type TestContext } from 'vitest'
import WebSocket from 'ws'
import { call } from './testing/call.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './testing/databases.ts'
import { BARE, BUNDLE, type RunningServer, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, postgresOf, type ServerStorage } from './testing/storage.ts'

const OWNER = { OWNER_USERNAME: 'Ana Boss', OWNER_PASSWORD: 'forgotten' }
const PROGRAM = [path.join(BUNDLE, 'cli.js'), 'owner-password']

/** Runs the command owner:password. */
function runOwnerPassword(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string; password: string }>((resolve) => {
    execFile(process.execPath, [...PROGRAM, ...args], { env: { ...BARE, ...env } }, (error, out, err) => {
      const password = /is: {2}([a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4})\n/.exec(out)?.[1] ?? ''
      resolve({ code: error ? Number(error.code) : 0, out, err, password })
    })
  })
}

/** Creates storages and starts servers for one test, and removes both when it ends. */
function storages({ onTestFinished }: TestContext) {
  const removeAtEnd = (storage: ServerStorage) => {
    onTestFinished(() => storage.remove(), 60_000)
    return storage
  }
  /** Creates a database that is reached by DATABASE_URL. */
  async function withUrl(): Promise<ServerStorage> {
    const server = inject('databaseServer')
    const name = `masa_owner_${randomBytes(6).toString('hex')}`
    const url = await createDatabase(server, name, TEMPLATE)
    const { env, remove } = await newStorage()
    return removeAtEnd({
      env: { ...env, DATABASE_URL: url },
      url: () => url,
      remove: async () => {
        await dropDatabase(server, name)
        await remove()
      },
    })
  }
  async function serve(storage: ServerStorage, env: Record<string, string> = OWNER): Promise<RunningServer> {
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...storage.env, ...env })
    onTestFinished(async () => void (await server.end('SIGKILL')))
    return server
  }
  return { withEmbedded: async () => removeAtEnd(await migratedStorage()), withUrl, serve }
}

const login = ({ url }: RunningServer, password: string, username = OWNER.OWNER_USERNAME) =>
  call(url, 'POST', '/api/login', { username, password })

describe.concurrent('setting a new password for an owner', () => {
  for (const [databaseName, kind] of [
    ['the embedded database', 'withEmbedded'],
    ['DATABASE_URL', 'withUrl'],
  ] as const) {
    it.runIf(onEmbedded || kind === 'withUrl')(
      `works while the server runs on ${databaseName}, and ends the owner’s login sessions and sockets`,
      async (test) => {
        const { serve, ...make } = storages(test)
        const storage = await make[kind]()
        const server = await serve(storage)
        const { cookie } = await login(server, OWNER.OWNER_PASSWORD)
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie } })
        await once(socket, 'open')
        const closed = once(socket, 'close')
        // Earlier failed attempts must not block the new password.
        for (let i = 0; i < 10; i++) await login(server, `perhaps ${i}`)
        expect((await login(server, 'perhaps')).status).toBe(429)

        const { code, password, err } = await runOwnerPassword(storage.env, 'ana boss')
        expect([code, err]).toEqual([0, ''])
        expect((await closed)[0]).toBe(4401)
        const me = await fetch(`${server.url}/api/user`, { headers: { cookie } })
        expect(me.status).toBe(401)
        await test.expect.poll(async () => (await login(server, password)).status, { timeout: 10_000 }).toBe(200)
        expect((await login(server, OWNER.OWNER_PASSWORD)).status).toBe(401)
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      },
    )
  }

  it.runIf(onEmbedded)('works while the server is stopped, and leaves no process running', async (test) => {
    const { serve, withEmbedded } = storages(test)
    const storage = await withEmbedded()
    await (await serve(storage)).end('SIGTERM')
    const { code, password } = await runOwnerPassword(storage.env, OWNER.OWNER_USERNAME)
    expect(code).toBe(0)
    expect(() => postgresOf(storage.env.DATA_DIR)).toThrow('ENOENT')
    const server = await serve(storage, {})
    expect((await login(server, password)).status).toBe(200)
  })
})

describe.concurrent('the command owner:password', () => {
  it('explains wrong arguments, changes nothing and exits with 1', async (test) => {
    const { serve, withUrl } = storages(test)
    const storage = await withUrl()
    const owner = OWNER.OWNER_USERNAME
    expect((await runOwnerPassword(storage.env, owner)).err).toContain('There is no owner yet')
    const server = await serve(storage)
    expect((await call(server.url, 'POST', '/api/register', { username: 'ion', password: 'parola1' })).status).toBe(201)
    const mistakes = [
      [[], 'npm run owner:password -- <username>'],
      [[' '], 'npm run owner:password -- <username>'],
      [['Ana', 'Boss'], 'npm run owner:password -- <username>'],
      [['--force', owner], 'npm run owner:password -- <username>'],
      [['nobody'], 'There is no user "nobody"'],
      [['ION'], '"ION" is not an owner'],
    ] as const
    const responses = await Promise.all(mistakes.map(([args]) => runOwnerPassword(storage.env, ...args)))
    for (const [i, [args, message]] of mistakes.entries()) {
      expect([args, responses[i]]).toMatchObject([args, { code: 1, out: '', err: expect.stringContaining(message) }])
      expect(responses[i]?.err).not.toContain(owner)
    }
    expect((await login(server, OWNER.OWNER_PASSWORD)).status).toBe(200)
  })

  it('creates no restaurant in an empty folder', async (test) => {
    const storage = await newStorage()
    test.onTestFinished(() => storage.remove())
    const { DATA_DIR } = storage.env
    const inside = path.join(DATA_DIR, 'nothing')
    for (const folder of [inside, DATA_DIR]) {
      const { code, err } = await runOwnerPassword({ DATA_DIR: folder }, 'boss')
      expect([code, err]).toEqual([1, expect.stringContaining(`There is no restaurant in ${folder}`)])
    }
    expect([existsSync(inside), existsSync(path.join(DATA_DIR, 'postgres'))]).toEqual([false, false])
    const unreachable = await runOwnerPassword({ DATABASE_URL: 'postgres://masa:secret@localhost:1/masa' }, 'boss')
    expect(unreachable.err).toMatch(/^DATABASE_URL .*ECONNREFUSED/)
    expect(unreachable.err).not.toContain('secret')
  })
})
