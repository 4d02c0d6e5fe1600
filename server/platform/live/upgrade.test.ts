import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'

const server = testServer()
let port = 0
beforeAll(async () => {
  port = Number(new URL(await listening(server.app)).port)
})

const WANTS_SOCKET = ['Connection: Upgrade', 'Upgrade: websocket']
const HANDSHAKE = [...WANTS_SOCKET, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']

/** Sends a request on a connection of its own. @returns the status, once the server has ended the connection */
async function answerTo(request: string, headers: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  socket.write([`${request} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', body].join('\r\n'))
  const isEnded = await Promise.race([once(socket, 'end').then(() => true), sleep(3_000, false, { ref: false })])
  socket.destroy()
  return `${/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 'nothing'}${isEnded ? '' : ', left open'}`
}

describe('whoever wants a socket and is refused', () => {
  it.each([
    ['a page of another site', 'GET /ws', [...HANDSHAKE, 'Origin: https://evil.example'], '403'],
    ['no key', 'GET /ws', WANTS_SOCKET, '400'],
    ['an unknown version', 'GET /ws', [...WANTS_SOCKET, 'Sec-WebSocket-Version: 1'], '400'],
    ['HEAD', 'HEAD /ws', HANDSHAKE, '404'],
    ['another address', 'GET /api/menu', HANDSHAKE, '200'],
    ['an address that is nowhere', 'GET /nowhere', HANDSHAKE, '404'],
    ['an address for programs that is nowhere', 'GET /api/nowhere', HANDSHAKE, '404'],
    ['an address that cannot be read', 'GET /%', HANDSHAKE, '404'],
    ['one for programs that cannot be read', 'GET /api/%', HANDSHAKE, '404'],
    ['one that is not an address', 'GET http://[', HANDSHAKE, '404'],
    ['OPTIONS *', 'OPTIONS *', HANDSHAKE, '404'],
  ])('is answered, and its connection ended: %s', async (_, request, headers, answer) => {
    expect(await answerTo(request, headers)).toBe(answer)
  })

  it('also with a body', async () => {
    const headers = [...HANDSHAKE, 'Content-Type: application/json', 'Content-Length: 2']
    expect(await answerTo('POST /api/logout', headers, '{}')).toBe('400')
  })

  it('takes nobody else with it by going away in the middle', async () => {
    for (const request of ['GET /ws', 'GET /api/menu', 'GET /%', 'POST /api/orders']) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write([`${request} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...HANDSHAKE, '', ''].join('\r\n'))
      socket.resetAndDestroy()
    }
    await sleep(100)
    expect(await answerTo('GET /healthz', ['Connection: close'])).toBe('200')
  })
})

describe('whoever offers another protocol besides', () => {
  it.each([
    ['an answer', 'GET /api/menu', [], ''],
    ['what it asks for', 'POST /api/logout', ['Content-Type: application/json', 'Content-Length: 2'], '{}'],
  ])('is given %s all the same', async (_, request, headers, body) => {
    const offer = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    expect(await answerTo(request, [...offer, ...headers], body)).toMatch(/^20[04]$/)
  })
})
