import dns from 'node:dns/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, retryAfterOf } from './post.ts'

let requests: string[] = []
let answer: (reply: ServerResponse) => void
const program = createServer((request, reply) => {
  requests.push(`${request.method} ${request.headers.host}${request.url}`)
  answer(reply)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  port = (program.address() as AddressInfo).port
})
afterAll(() => {
  program.closeAllConnections()
  program.close()
})
beforeEach(() => {
  requests = []
  answer = (reply) => reply.end()
})

const closing = new AbortController()
const send = async (url: string, onLoopback = true) =>
  (await post({ url, headers: {}, body: '{}', onLoopback, closing: closing.signal })).status

describe('sending to an address', () => {
  it('connects to what its name was resolved to, and resolves it anew each time', async () => {
    const resolved: string[] = []
    // The name leads to another address each time.
    const next = async () => [{ address: resolved.shift() ?? '', family: 4 }]
    vi.spyOn(dns, 'lookup').mockImplementation(next as unknown as typeof dns.lookup)
    resolved.push('127.0.0.1', '169.254.169.254', '127.0.0.1')
    const url = `http://program.example:${port}/masa?key=1`
    expect([await send(url), await send(url), await send(url, false)]).toEqual([200, null, null])
    expect(resolved).toEqual([])
    vi.restoreAllMocks()
    expect(requests).toEqual([`POST program.example:${port}/masa?key=1`])
  })

  it.each(['127.0.0.1', '127.8.8.8', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'of the machine itself like %s is refused',
    async (host) => {
      expect(await send(`http://${host}:${port}/`, false)).toBeNull()
      expect(requests).toEqual([])
    },
  )

  it('follows no redirect', async () => {
    answer = (reply) => reply.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
    expect(await send(`http://127.0.0.1:${port}/`)).toBe(307)
    expect(requests).toHaveLength(1)
  })

  it('reads little of a response that never ends', async () => {
    let sent = 0
    const cut = Promise.withResolvers<void>()
    answer = (reply) => {
      const more = () => {
        sent += 64 * 1024
        if (!reply.destroyed) reply.write(Buffer.alloc(64 * 1024), () => setImmediate(more))
      }
      reply.on('close', cut.resolve)
      more()
    }
    expect(await send(`http://127.0.0.1:${port}/`)).toBe(200)
    await cut.promise
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('ends after ten seconds without a response', async () => {
    answer = () => {}
    expect(await send(`http://127.0.0.1:${port}/`)).toBeNull()
    expect(requests).toHaveLength(1)
  })

  it('ends at once where nobody listens, and where the connection is closed', async () => {
    answer = (reply) => reply.destroy()
    expect([await send(`http://127.0.0.1:${port}/`), await send('http://127.0.0.1:1/')]).toEqual([null, null])
  })
})

it.each([
  [undefined, 0],
  ['0', 0],
  ['90', 90_000],
  ['Sat, 28 Nov 2026 18:01:00 GMT', 60_000],
  ['Sat, 28 Nov 2026 17:59:00 GMT', 0],
  ['1e9', 0],
  ['tomorrow', 0],
])('a Retry-After of %s asks for %i ms', (value, ms) => {
  expect(retryAfterOf(value, Date.parse('2026-11-28T18:00:00.000Z'))).toBe(ms)
})
