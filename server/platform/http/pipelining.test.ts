import { connect } from 'node:net'
import path from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl } from '#server/testing/phone.ts'
import type { Log } from '../log.ts'
import { createHttpServer } from './server.ts'

const fixture = (name: string) => path.join(import.meta.dirname, '../../testing/fixtures/certificates', name)
const tls = { cert: fixture('first.cert.pem'), key: fixture('first.key.pem') }

/** A server whose `/held` is answered when the test says so. `begun` has the requests that reached a route. */
async function startHolding(more: { tls?: typeof tls }) {
  const app = createHttpServer({ trustProxy: false, ...more }, {}, recordingLog().log as Log)
  const begun: string[] = []
  const held: (() => void)[] = []
  app.all('/quick', async ({ method }) => {
    begun.push(method)
    return 'quick'
  })
  app.get('/held', async () => {
    begun.push('held')
    await new Promise<void>((resolve) => held.push(resolve))
    return 'held'
  })
  const port = Number(new URL(await listenUrl(app)).port)
  const answerHeld = () => {
    for (const answer of held.splice(0)) answer()
  }
  afterAll(async () => {
    answerHeld()
    app.server.closeAllConnections()
    await app.close()
  })
  return { port, begun, answerHeld }
}

const request = (line: string, { headers = '', body = '' } = {}) => {
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${length}${headers}\r\n${body}`
}
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const LAST = 'Connection: close\r\n'

function open(port: number, isTls = false) {
  const where = { host: '127.0.0.1', port }
  const socket = isTls ? connectTls({ ...where, rejectUnauthorized: false }) : connect(where)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // A connection that is cut while it sends is reset.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, closed, statuses: () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status) }
}

/**
 * Sends text on a new connection until the server has closed it. @param bytes how many are sent at a time
 * @returns the statuses of the responses
 */
async function statusesOf(port: number, text: string, isTls = false, bytes = text.length) {
  const { socket, closed, statuses } = open(port, isTls)
  for (let at = 0; at < text.length && !socket.destroyed; at += bytes) {
    socket.write(text.slice(at, at + bytes))
    if (at + bytes < text.length) await new Promise(setImmediate)
  }
  await closed
  return statuses()
}

describe.each([
  ['plain', {}],
  ['with a certificate', { tls }],
])('the open requests of a connection, %s', async (_, more) => {
  const isTls = 'tls' in more
  const holding = await startHolding(more)

  it('32 are all answered, and then 32 more', async () => {
    const { socket, closed, statuses } = open(holding.port, isTls)
    for (const headers of ['', LAST]) {
      socket.write(request('GET /held') + request('GET /quick').repeat(30) + request('GET /quick', { headers }))
      await expect.poll(() => holding.begun.filter((name) => name === 'held')).toHaveLength(headers ? 2 : 1)
      holding.answerHeld()
      if (!headers) await expect.poll(statuses).toHaveLength(32)
    }
    await closed
    expect(statuses()).toEqual(Array(64).fill('200'))
  })

  it.each<[string, string, number?]>([
    ['at once', request('GET /quick').repeat(2_000)],
    ['in small parts', request('GET /quick').repeat(40), 20],
    ['with bodies', request('POST /quick', { body: '{"a":1}' }).repeat(40)],
    ['that expect something', request('GET /quick', { headers: 'Expect: x\r\n' }).repeat(40)],
    ['that offer an upgrade', request('GET /quick', { headers: 'Upgrade: h2c\r\n' }).repeat(40)],
  ])('more cut it, and begin no more work: %s', async (_, text, bytes) => {
    holding.begun.length = 0
    expect(await statusesOf(holding.port, request('GET /held') + text, isTls, bytes)).toEqual([])
    expect(holding.begun.length).toBeLessThanOrEqual(32)
    holding.answerHeld()
  })
})

describe('a connection to Masa', () => {
  const server = testServer()
  const port = async () => Number(new URL(await listenUrl(server.app)).port)

  it.each(['GET /menu', 'GET /api/menu', 'GET /api/settings', 'GET /static/none.js', 'GET /ws', 'POST /api/logout'])(
    'is cut with more than 32 open requests: %s',
    async (line) => {
      await server.call('GET', '/api/menu')
      expect((await statusesOf(await port(), request(line).repeat(2_000))).length).toBeLessThanOrEqual(32)
    },
  )

  it.each(['GET /ws', 'GET /api/menu'])(
    'ends after an upgrade that was sent before earlier requests were answered: %s',
    async (line) => {
      const text = request('GET /api/settings') + request(line, { headers: UPGRADE })
      const [first, second] = await statusesOf(await port(), text)
      expect([first, second]).toEqual(['200', line === 'GET /ws' ? '404' : '200'])
    },
  )

  it('ends if anything but frames follows an upgrade', async () => {
    const text = request('GET /ws', { headers: UPGRADE }) + request('GET /menu').repeat(2_000)
    expect(await statusesOf(await port(), text)).toEqual(['101'])
  })
})
