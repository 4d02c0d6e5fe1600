import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it, type TestContext } from 'vitest'
import WebSocket from 'ws'
import { createDatabase, dropDatabase, TEMPLATE } from './testing/databases.ts'
import { type RunningServer, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, postgresOf, type ServerStorage } from './testing/storage.ts'

const OWNER = { OWNER_USERNAME: 'Ana Boss', OWNER_PASSWORD: 'forgotten' }
const PROGRAM = fileURLToPath(new URL('./owner-password.ts', import.meta.url))

/** Runs the command. */
function ownerPassword(env: Record<string, string>, ...args: string[]) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const all = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
  return new Promise<{ code: number; out: string; err: string; password: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: all }, (error, out, err) => {
      const password = /is: {2}([a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4})\n/.exec(out)?.[1] ?? ''
      resolve({ code: error ? Number(error.code) : 0, out, err, password })
    })
  })
}

function places({ onTestFinished }: TestContext) {
  const add = (made: ServerStorage) => {
    onTestFinished(() => made.remove(), 60_000)
    return made
  }
  /** A database that is reached by DATABASE_URL. */
  async function ofUrl(): Promise<ServerStorage> {
    const server = inject('databaseServer')
    const name = `masa_owner_${randomBytes(6).toString('hex')}`
    const url = await createDatabase(server, name, TEMPLATE)
    const { env, remove } = await newStorage()
    return add({
      env: { ...env, DATABASE_URL: url },
      url: () => url,
      remove: async () => {
        await dropDatabase(server, name)
        await remove()
      },
    })
  }
  async function serve(at: ServerStorage, env: Record<string, string> = OWNER): Promise<RunningServer> {
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...at.env, ...env })
    onTestFinished(async () => void (await server.end('SIGKILL')))
    return server
  }
  return { ofFolder: async () => add(await migratedStorage()), ofUrl, serve }
}

async function call({ url }: RunningServer, name: string, body: object): Promise<{ status: number; cookie: string }> {
  const answer = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const login = (server: RunningServer, password: string, username = OWNER.OWNER_USERNAME) =>
  call(server, 'login', { username, password })

describe.concurrent('setting a new password for an owner', () => {
  for (const [databaseName, kind] of [
    ['the embedded database', 'ofFolder'],
    ['DATABASE_URL', 'ofUrl'],
  ] as const) {
    it.runIf(onEmbedded || kind === 'ofUrl')(
      `works while the server runs on ${databaseName}, and ends the owner’s login sessions and sockets`,
      async (test) => {
        const { serve, ...make } = places(test)
        const at = await make[kind]()
        const server = await serve(at)
        const { cookie } = await login(server, OWNER.OWNER_PASSWORD)
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie } })
        await once(socket, 'open')
        const closed = once(socket, 'close')
        // Failed attempts before must not block the new password.
        for (let i = 0; i < 10; i++) await login(server, `perhaps ${i}`)
        expect((await login(server, 'perhaps')).status).toBe(429)

        const { code, password, err } = await ownerPassword(at.env, 'ana boss')
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
    const { serve, ofFolder } = places(test)
    const at = await ofFolder()
    await (await serve(at)).end('SIGTERM')
    const { code, password } = await ownerPassword(at.env, OWNER.OWNER_USERNAME)
    expect(code).toBe(0)
    expect(() => postgresOf(at.env.DATA_DIR)).toThrow('ENOENT')
    const server = await serve(at, {})
    expect((await login(server, password)).status).toBe(200)
  })
})

describe.concurrent('the command owner:password', () => {
  it('explains a wrong use, changes nothing and exits with 1', async (test) => {
    const { serve, ofUrl } = places(test)
    const at = await ofUrl()
    const owner = OWNER.OWNER_USERNAME
    expect((await ownerPassword(at.env, owner)).err).toContain('There is no owner yet')
    const server = await serve(at)
    expect((await call(server, 'register', { username: 'ion', password: 'parola1' })).status).toBe(201)
    const mistakes = [
      [[], 'npm run owner:password -- <username>'],
      [[' '], 'npm run owner:password -- <username>'],
      [['Ana', 'Boss'], 'npm run owner:password -- <username>'],
      [['--force', owner], 'npm run owner:password -- <username>'],
      [['nobody'], 'There is no user "nobody"'],
      [['ION'], '"ION" is not an owner'],
    ] as const
    const answers = await Promise.all(mistakes.map(([args]) => ownerPassword(at.env, ...args)))
    for (const [i, [args, said]] of mistakes.entries()) {
      expect([args, answers[i]]).toMatchObject([args, { code: 1, out: '', err: expect.stringContaining(said) }])
      expect(answers[i]?.err).not.toContain(owner)
    }
    expect((await login(server, OWNER.OWNER_PASSWORD)).status).toBe(200)
  })

  it('creates no restaurant where there is none', async (test) => {
    const at = await newStorage()
    test.onTestFinished(() => at.remove())
    const { DATA_DIR } = at.env
    const inside = path.join(DATA_DIR, 'nothing')
    for (const folder of [inside, DATA_DIR]) {
      const { code, err } = await ownerPassword({ DATA_DIR: folder }, 'boss')
      expect([code, err]).toEqual([1, expect.stringContaining(`There is no restaurant in ${folder}`)])
    }
    expect([existsSync(inside), existsSync(path.join(DATA_DIR, 'postgres'))]).toEqual([false, false])
    const unreachable = await ownerPassword({ DATABASE_URL: 'postgres://masa:secret@localhost:1/masa' }, 'boss')
    expect(unreachable.err).toMatch(/^DATABASE_URL .*ECONNREFUSED/)
    expect(unreachable.err).not.toContain('secret')
  })
})
