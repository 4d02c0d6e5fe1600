import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { explain, UnusableDatabase } from './explain.ts'

const listenError = async (options: net.ListenOptions) => {
  const [error] = await once(net.createServer().listen(options), 'error').catch((error: unknown) => [error])
  return error
}
const failure = (more: Partial<NodeJS.ErrnoException>) => Object.assign(new Error('refused'), more)

it.each(['masa.invalid', '192.0.2.1'])(
  'explain names a HOST that is not an address of this machine: %s',
  async (host) => {
    expect(explain(await listenError({ host, port: 0 }))).toContain('HOST=')
  },
)

it.each([
  ['a port', { code: 'EACCES', syscall: 'listen' }, 'PORT='],
  ['a folder', { code: 'EACCES', syscall: 'mkdir', path: '/srv/masa' }, '/srv/masa cannot be used'],
])('explain names %s that this user may not use', (_, error, named) => {
  expect(explain(failure(error))).toContain(named)
})

it('explain says that the database was lost, without the failed statement', () => {
  const lost = new Error('Failed query: insert … params: secret', { cause: failure({ code: '57P01' }) })
  expect(explain(new UnusableDatabase('DATABASE_URL', lost))).toBe('DATABASE_URL does not answer: refused')
})

it('explain says how to go back from an update whose version cannot start', () => {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'masa-clone-'))
  const failed = new UnusableDatabase('DATABASE_URL', new Error('a migration failed'))
  expect(explain(failed, clone)).not.toContain('--back')
  mkdirSync(path.join(clone, '.git', 'refs', 'masa'), { recursive: true })
  writeFileSync(path.join(clone, '.git', 'refs', 'masa', 'before-update'), '')
  expect(explain(failed, clone)).toMatch(/cannot be brought up to date.*a migration failed.*npm run update -- --back/s)
  rmSync(clone, { recursive: true })
})
