import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'

const server = testServer()
let port = 0
beforeAll(async () => {
  port = Number(new URL(await listenUrl(server.app)).port)
})

const UPGRADE_HEADERS = ['Connection: Upgrade', 'Upgrade: websocket']
const HANDSHAKE = [...UPGRADE_HEADERS, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']

/** Sends a request on a new connection. @returns the status, and whether the server left it open or did not announce its end */
async function statusOf(request: string, headers: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.write([`${request} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', body].join('\r\n'))
  const isEnded = await Promise.race([once(socket, 'end').then(() => true), sleep(3_000, false, { ref: false })])
  socket.destroy()
  const isAnnounced = /^connection: close\r$/im.test(received)
  const status = /^HTTP\/1.1 (\d+)/.exec(received)?.[1] ?? 'nothing'
  return [status, ...(isEnded ? [] : ['left open']), ...(isAnnounced ? [] : ['end not announced'])].join(', ')
}

describe('a rejected upgrade to a WebSocket', () => {
  it.each([
    ['page of another origin', 'GET /ws', [...HANDSHAKE, 'Origin: https://evil.example'], '403'],
    ['no key', 'GET /ws', UPGRADE_HEADERS, '400'],
    ['unknown version', 'GET /ws', [...UPGRADE_HEADERS, 'Sec-WebSocket-Version: 1'], '400'],
    ['HEAD', 'HEAD /ws', HANDSHAKE, '404'],
    ['another URL', 'GET /api/menu', HANDSHAKE, '200'],
    ['unknown URL', 'GET /nowhere', HANDSHAKE, '404'],
    ['unknown URL for programs', 'GET /api/nowhere', HANDSHAKE, '404'],
    ['URL that cannot be decoded', 'GET /%', HANDSHAKE, '404'],
    ['URL for programs that cannot be decoded', 'GET /api/%', HANDSHAKE, '404'],
    ['invalid URL', 'GET http://[', HANDSHAKE, '404'],
    ['OPTIONS *', 'OPTIONS *', HANDSHAKE, '404'],
  ])('gets a response and closes the connection: %s', async (_, request, headers, response) => {
    expect(await statusOf(request, headers)).toBe(response)
  })

  it('gets a response and closes the connection even if the request has a body', async () => {
    const headers = [...HANDSHAKE, 'Content-Type: application/json', 'Content-Length: 2']
    // Node 24 gives the route no body, Node 26 does.
    expect(await statusOf('POST /api/logout', headers, '{}')).toMatch(/^(400|204)$/)
  })

  it('does not affect other requests if the client resets the connection', async () => {
    for (const request of ['GET /ws', 'GET /api/menu', 'GET /%', 'POST /api/orders']) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write([`${request} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...HANDSHAKE, '', ''].join('\r\n'))
      socket.resetAndDestroy()
    }
    await sleep(100)
    expect(await statusOf('GET /healthz', ['Connection: close'])).toBe('200')
  })
})

describe('a request that offers an upgrade to another protocol', () => {
  it('leaves the connection open for the next one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = []
    for (let i = 0; i < 3; i++) {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
      const sent = get({ host: '127.0.0.1', port, path: '/api/settings', agent, headers })
      const [response] = await once(sent, 'response')
      ports.push(sent.socket?.localPort)
      await once(response.resume(), 'end')
    }
    agent.destroy()
    expect(new Set(ports).size).toBe(1)
  })

  it.each([
    ['GET', 'GET /api/menu', [], ''],
    ['POST', 'POST /api/logout', ['Content-Type: application/json', 'Content-Length: 2'], '{}'],
  ])('gets the usual response to a %s', async (_, request, headers, body) => {
    const offer = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    expect(await statusOf(request, [...offer, ...headers], body)).toMatch(/^20[04]$/)
  })
})
