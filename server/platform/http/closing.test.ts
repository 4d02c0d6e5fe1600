import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendAll } from '#server/testing/proxy.ts'
import { handleErrors, malformedRequestHandler } from './errors.ts'
import { stopListening } from './server.ts'

describe('closing', () => {
  async function serve() {
    const app = fastify({ clientErrorHandler: malformedRequestHandler() })
    app.addHook('preClose', stopListening(app, 1_000))
    handleErrors(app)
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

  it('the server finishes running requests on close, and does not wait for ever for incomplete ones', async () => {
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

describe('responding to a body that is far too large while it is being sent', () => {
  const LIMIT = 64 * 1024
  const FIVE_MB = Buffer.alloc(5 * 1024 * 1024, 'x')
  const HEAD = 'POST /orders HTTP/1.1\r\nHost: masa\r\nContent-Type: text/plain\r\n'
  const TOO_LARGE = /^HTTP\/1.1 413 [\s\S]*"code":"too_large","requestId":"[\w-]+"\}$/

  let app: FastifyInstance
  let port = 0
  beforeEach(async () => {
    app = fastify({ bodyLimit: LIMIT })
    handleErrors(app)
    app.post('/orders', async () => 'placed')
    app.post('/closed', { onRequest: async (_, reply) => reply.code(401).send('closed') }, async () => 'placed')
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterEach(() => app.close())

  function* chunks() {
    for (let offset = 0; offset < FIVE_MB.length; offset += LIMIT) {
      yield `${LIMIT.toString(16)}\r\n`
      yield FIVE_MB.subarray(offset, offset + LIMIT)
      yield '\r\n'
    }
    yield '0\r\n\r\n'
  }
  const status = (text: string) => /^HTTP\/1.1 (\d+) /.exec(text)?.[1]

  it('works for a body with a Content-Length', async () => {
    const head = `${HEAD}Content-Length: ${FIVE_MB.length}\r\n\r\n`
    expect(await sendAll(port, head, [FIVE_MB], TOO_LARGE)).toMatch(TOO_LARGE)
  })

  it('works for a chunked body', async () => {
    const head = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
    expect(await sendAll(port, head, chunks(), TOO_LARGE)).toMatch(TOO_LARGE)
  })

  it('works for a caller without access', async () => {
    const head = `POST /closed HTTP/1.1\r\nHost: masa\r\nContent-Length: ${FIVE_MB.length}\r\n\r\n`
    expect(status(await sendAll(port, head, [FIVE_MB], /closed$/))).toBe('401')
  })

  it('works for fetch, and its connection can be used again', async () => {
    const url = `http://127.0.0.1:${port}/orders`
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: FIVE_MB })
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'too_large' }])
    const next = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'small' })
    expect(next.status).toBe(200)
  })
})
