import { once } from 'node:events'
import net from 'node:net'
import { expect, it } from 'vitest'
import { explain, UnusableDatabase } from './explain.ts'

const failedListening = async (options: net.ListenOptions) => {
  const [error] = await once(net.createServer().listen(options), 'error').catch((error: unknown) => [error])
  return error
}
const failure = (more: Partial<NodeJS.ErrnoException>) => Object.assign(new Error('refused'), more)

it.each(['masa.invalid', '192.0.2.1'])('a HOST that is not here (%s) is named', async (host) => {
  expect(explain(await failedListening({ host, port: 0 }))).toContain('HOST=')
})

it.each([
  ['a port', { code: 'EACCES', syscall: 'listen' }, 'PORT='],
  ['a folder', { code: 'EACCES', syscall: 'mkdir', path: '/srv/masa' }, '/srv/masa cannot be used'],
])('%s that this user may not have is named', (_, error, named) => {
  expect(explain(failure(error))).toContain(named)
})

it('a database that is lost is named, without what was written into it', () => {
  const lost = new Error('Failed query: insert … params: secret', { cause: failure({ code: '57P01' }) })
  expect(explain(new UnusableDatabase('DATABASE_URL', lost))).toBe('DATABASE_URL was lost during the start: refused')
})
