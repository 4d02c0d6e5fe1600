import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closing, sendAll } from '#server/testing/proxy.ts'
import { type DrainLimits, drainBodies, drainWithin, endConnections, stopListening } from './closing.ts'
import { handleErrors, malformedRequestHandler } from './errors.ts'

describe('closing', () => {
  async function serve() {
    const app = fastify({ clientErrorHandler: malformedRequestHandler() })
    stopListening(app)
    handleErrors(app)
    endConnections(app)
    app.post('/orders', async () => 'placed')
    app.get('/slow', async () => {
      await setTimeout(300)
      return 'done'
    })
    const { promise: answer, resolve: finish } = Promise.withResolvers<string>()
    app.get('/unfinished', () => answer)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const send = async (text: string): Promise<{ socket: Socket; received: () => string }> => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.on('data', (data) => {
        received += data
      })
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return { socket, received: () => received }
    }
    return { app, send, finish }
  }

  it('the server finishes running requests on close, and does not wait for incomplete ones', async () => {
    const { app, send } = await serve()
    await send('GET /slow HTTP/1.1\r\nHost: masa\r\nX-Half')
    const requestStarted = once(app.server, 'request')
    const complete = await send('GET /slow HTTP/1.1\r\nHost: masa\r\n\r\n')
    const ended = once(complete.socket, 'close')
    await requestStarted
    const began = Date.now()
    await app.close()
    expect(Date.now() - began).toBeLessThan(30_000)
    await ended
    expect(complete.received()).toMatch(/^HTTP\/1.1 200 [\s\S]*done$/)
  })

  it('the server accepts no new connection while it finishes running requests', async () => {
    const { app, send, finish } = await serve()
    const requestStarted = once(app.server, 'request')
    const running = await send('GET /unfinished HTTP/1.1\r\nHost: masa\r\n\r\n')
    const ended = once(running.socket, 'close')
    await requestStarted
    const closed = app.close()
    await vi.waitFor(() => expect(app.server.listening).toBe(false))
    await expect(send('GET /slow HTTP/1.1\r\nHost: masa\r\n\r\n')).rejects.toThrow('ECONNREFUSED')
    finish('done')
    await closed
    await ended
    expect(running.received()).toMatch(/^HTTP\/1.1 200 [\s\S]*done$/)
    expect(running.received()).toMatch(/^connection: close\r$/im)
  })

  it('the server responds on close with 503 to a request whose body is incomplete', async () => {
    const { app, send } = await serve()
    const requestStarted = once(app.server, 'request')
    const half = await send(
      'POST /orders HTTP/1.1\r\nHost: masa\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
    )
    await requestStarted
    const ended = once(half.socket, 'close')
    const began = Date.now()
    await app.close()
    expect(Date.now() - began).toBeLessThan(30_000)
    await ended
    expect(half.received()).toMatch(
      /^HTTP\/1.1 503 [\s\S]*retry-after: \d[\s\S]*"code":"unavailable","requestId":"[\w-]+"\}$/,
    )
    expect(half.received()).toMatch(/^connection: close\r$/im)
  })

  it('the server responds to bytes that are not HTTP with 400 in JSON', async () => {
    const { app, send } = await serve()
    const { socket, received } = await send('NONSENSE\r\n\r\n')
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"message":"[^"]+","code":"malformed_body"\}$/)
    expect(received()).toMatch(/^connection: close\r$/im)
    await app.close()
  })
})

describe('draining', () => {
  const LIMIT = 64 * 1024
  const FIVE_MB = Buffer.alloc(5 * 1024 * 1024, 'x')
  const HEAD = 'POST /orders HTTP/1.1\r\nHost: masa\r\nContent-Type: text/plain\r\n'
  const TOO_LARGE = /^HTTP\/1.1 413 [\s\S]*"code":"too_large","requestId":"[\w-]+"\}$/

  let app: FastifyInstance
  async function serve(limits?: DrainLimits): Promise<number> {
    app = fastify({ bodyLimit: LIMIT })
    handleErrors(app)
    drainBodies(app, limits)
    app.addHook('onRequest', async ({ raw, headers }) => {
      if (headers.cookie) drainWithin(raw, { maxBytes: FIVE_MB.length, maxMs: 600_000 })
    })
    app.post('/orders', async () => 'placed')
    app.post('/closed', { onRequest: async (_, reply) => reply.code(401).send('closed') }, async () => 'placed')
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  afterEach(() => app.close())

  function* chunks() {
    for (let offset = 0; offset < FIVE_MB.length; offset += LIMIT) {
      yield `${LIMIT.toString(16)}\r\n`
      yield FIVE_MB.subarray(offset, offset + LIMIT)
      yield '\r\n'
    }
    yield '0\r\n\r\n'
  }

  describe('responding to a body that is far too large while it is being sent', () => {
    it.each(['', 'Connection: close\r\n'])(
      'works for a body with a Content-Length and the headers %j',
      async (more) => {
        const head = `${HEAD}${more}Content-Length: ${FIVE_MB.length}\r\n\r\n`
        expect(await sendAll(await serve(), head, [FIVE_MB])).toMatch(TOO_LARGE)
      },
    )

    it.each(['', 'Connection: close\r\n'])('works for a chunked body and the headers %j', async (more) => {
      const head = `${HEAD}${more}Transfer-Encoding: chunked\r\n\r\n`
      expect(await sendAll(await serve(), head, chunks())).toMatch(TOO_LARGE)
    })

    it('works for a caller without access', async () => {
      const head = `POST /closed HTTP/1.1\r\nHost: masa\r\nConnection: close\r\nContent-Length: ${FIVE_MB.length}\r\n\r\n`
      expect(await sendAll(await serve(), head, [FIVE_MB])).toMatch(/^HTTP\/1.1 401 /)
    })

    it('works for fetch, and its connection can be used again', async () => {
      const url = `http://127.0.0.1:${await serve()}/orders`
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: FIVE_MB })
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'too_large' }])
      const next = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'small' })
      expect(next.status).toBe(200)
    })
  })

  describe('limits on draining a body', () => {
    const openRejected = async (port: number, head: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(head)
      const [data] = await once(socket, 'data')
      expect(String(data)).toMatch(/^HTTP\/1.1 4/)
      return socket
    }
    const CASES = [
      `${HEAD}Content-Length: 1000000000000\r\n\r\n`,
      `POST /closed HTTP/1.1\r\nHost: masa\r\nContent-Length: 1000000000000\r\n\r\n`,
    ]

    it.each(CASES)('disconnects a client that never stops sending: %s', async (head) => {
      const port = await serve({ maxBytes: 20 * 1024 * 1024, maxMs: 600_000 })
      const socket = await openRejected(port, head)
      const closed = closing(socket)
      const send = () => {
        while (!socket.destroyed && socket.write(FIVE_MB));
      }
      socket.on('drain', send)
      send()
      await closed
    })

    it.each(CASES)('disconnects a client that stops sending: %s', async (head) => {
      const port = await serve({ maxBytes: Number.POSITIVE_INFINITY, maxMs: 200 })
      const socket = await openRejected(port, head)
      await closing(socket)
    })

    it('applies the limits of drainWithin to its request only', async () => {
      const port = await serve({ maxBytes: 100_000, maxMs: 200 })
      const [guest = '', owner = ''] = ['', 'Cookie: owner\r\n'].map(
        (more) => `POST /closed HTTP/1.1\r\nHost: masa\r\n${more}Content-Length: ${FIVE_MB.length}\r\n\r\n`,
      )
      const ownerSocket = await openRejected(port, owner)
      ownerSocket.write(FIVE_MB.subarray(0, -1))
      await closing(await openRejected(port, guest))
      expect(ownerSocket.destroyed).toBe(false)
      ownerSocket.end('x')
      await closing(ownerSocket)
    })
  })
})
