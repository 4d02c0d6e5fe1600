import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, type TestContext } from 'vitest'
import { call } from './testing/call.ts'
import { createDatabase, dropDatabase, query, TEMPLATE } from './testing/databases.ts'
import { type RunningServer, runCommand, startProcess } from './testing/process.ts'
import { migratedStorage, newStorage, onEmbedded } from './testing/storage.ts'

const OWNER = { username: 'boss', password: 'secret-boss' }

async function serve(test: TestContext, env: Record<string, string>): Promise<RunningServer> {
  const owner = { OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password }
  const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', BACKUP_KEEP: '0', ...owner, ...env })
  test.onTestFinished(async () => void (await server.end('SIGKILL')))
  return server
}

/** Signs in. @returns the status, and the cookies that were set */
async function login({ url }: RunningServer, { cookie = '', password = OWNER.password } = {}) {
  const { username } = OWNER
  const response = await call(url, 'POST', '/api/login', { username, password }, { headers: { cookie } })
  const cookies = response.cookie.split('; ')
  const named = (name: string) => cookies.find((set) => set.startsWith(name)) ?? ''
  return { status: response.status, session: named('masa_session'), device: named('masa_device') }
}

/** Failed sign-ins, after which this address can sign in from known browsers alone. */
async function lockAddress(server: RunningServer): Promise<void> {
  for (let i = 0; i < 10; i += 1) await login(server, { password: `perhaps ${i}` })
  expect((await login(server)).status).toBe(429)
}

describe.concurrent('npm run secrets:renew', () => {
  it('makes known browsers unknown from the next start on, and what was erased stays erased', async (test) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-secrets-'))
    const names = ['from', 'to'].map((end) => `masa_secrets_${end}_${randomBytes(6).toString('hex')}`)
    const [url = '', to = ''] = await Promise.all(
      names.map((name, i) => createDatabase(inject('databaseServer'), name, i === 0 ? TEMPLATE : undefined)),
    )
    test.onTestFinished(async () => {
      for (const name of names) await dropDatabase(inject('databaseServer'), name)
      await rm(folder, { recursive: true, force: true })
    }, 60_000)
    const env = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'data'), BACKUP_DIR: path.join(folder, 'backups') }
    const server = await serve(test, env)
    const { session, device } = await login(server)
    await lockAddress(server)

    await query(
      url,
      "insert into customers (name, phone_number, created_at, updated_at) values ('Zoița', '40712000001', now(), now())",
    )
    expect(await runCommand('backup', env).ended).toMatchObject({ code: 0 })
    const renewed = await runCommand('secrets-renew', env).ended
    expect(renewed).toEqual({ code: 0, output: expect.stringMatching(/is renewed.*\n.*restart it/) })
    const headers = { cookie: session, origin: server.url }
    const [customer] = await query(url, 'select id from customers')
    expect((await fetch(`${server.url}/api/customers/${customer?.id}`, { method: 'DELETE', headers })).status).toBe(204)
    // The command's output says that the old secret works until the restart.
    expect((await login(server, { cookie: device })).status).toBe(200)
    await server.end('SIGTERM')

    const again = await serve(test, env)
    expect((await fetch(`${again.url}/api/user`, { headers: { cookie: session } })).status).toBe(200)
    expect((await login(again, { cookie: device })).status).toBe(429)
    await again.end('SIGTERM')

    const backup = (await readdir(env.BACKUP_DIR)).find((name) => name.startsWith('masa-')) ?? ''
    const restored = await runCommand('restore', { ...env, DATABASE_URL: to }, backup).ended
    expect(restored).toEqual({
      code: 0,
      output: expect.stringMatching(/erased again \(orders, events and customers\): 1\./),
    })
    expect(await query(to, 'select name from customers')).toEqual([])
  })

  it.runIf(onEmbedded)('works in a data folder, while Masa is stopped', async (test) => {
    const storage = await migratedStorage()
    test.onTestFinished(() => storage.remove(), 60_000)
    const server = await serve(test, storage.env)
    const { device } = await login(server)
    await lockAddress(server)
    expect((await login(server, { cookie: device })).status).toBe(200)
    await server.end('SIGTERM')
    expect(await runCommand('secrets-renew', storage.env).ended).toMatchObject({ code: 0 })
    const again = await serve(test, storage.env)
    expect((await login(again, { cookie: device })).status).toBe(429)
  })

  it('explains wrong arguments and a folder without a restaurant, and creates nothing', async (test) => {
    const storage = await newStorage()
    test.onTestFinished(() => storage.remove(), 60_000)
    const folder = { DATA_DIR: path.join(storage.env.DATA_DIR, 'nothing') }
    expect(await runCommand('secrets-renew', folder, 'all').ended).toEqual({
      code: 1,
      output: expect.stringContaining('takes no arguments'),
    })
    expect(await runCommand('secrets-renew', folder).ended).toEqual({
      code: 1,
      output: expect.stringContaining('There is no restaurant in'),
    })
  })
})
