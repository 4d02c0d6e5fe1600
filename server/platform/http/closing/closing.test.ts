import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerErrors, answerMalformed } from '../answers/errors.ts'
import { endConnections } from './closing.ts'

async function serve() {
  const app = fastify({ clientErrorHandler: answerMalformed() })
  answerErrors(app)
  endConnections(app)
  app.post('/orders', async () => 'taken')
  app.get('/slow', async () => {
    await setTimeout(300)
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const say = async (text: string): Promise<{ socket: Socket; heard: () => string }> => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    return { socket, heard: () => heard }
  }
  return { app, say }
}

it('a server that closes answers what is under way and waits for no half request', async () => {
  const { app, say } = await serve()
  await say('GET /slow HTTP/1.1\r\nHost: masa\r\nX-Half')
  const whole = await say('GET /slow HTTP/1.1\r\nHost: masa\r\n\r\n')
  await setTimeout(50)
  const began = Date.now()
  await app.close()
  expect(Date.now() - began).toBeLessThan(3_000)
  await once(whole.socket, 'close')
  expect(whole.heard()).toMatch(/^HTTP\/1.1 200 [\s\S]*done$/)
})

it('a server that closes waits for no body, and says so to whoever sends it', async () => {
  const { app, say } = await serve()
  const asked = once(app.server, 'request')
  const half = await say(
    'POST /orders HTTP/1.1\r\nHost: masa\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
  )
  await asked
  const ended = once(half.socket, 'close')
  const began = Date.now()
  await app.close()
  expect(Date.now() - began).toBeLessThan(3_000)
  await ended
  expect(half.heard()).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: \d[\s\S]*"code":"unavailable"\}$/)
})

it('what is not HTTP is answered like every refusal', async () => {
  const { app, say } = await serve()
  const { socket, heard } = await say('NONSENSE\r\n\r\n')
  await once(socket, 'close')
  expect(heard()).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"message":"[^"]+","code":"malformed_body"\}$/)
  await app.close()
})
