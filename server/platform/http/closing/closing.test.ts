import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { handleErrors, malformedRequestHandler } from '../answers/errors.ts'
import { endConnections, stopListening } from './closing.ts'

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
