import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import type { Log } from '../log.ts'
import { knownHosts } from './addresses.ts'
import { endConnections } from './closing.ts'
import { handleErrors, malformedRequestHandler } from './errors.ts'
import { InvalidCertificate, openTls } from './tls.ts'

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name)
const PLAIN_TIMEOUT_MS = 700

let folder: string
const inFolder = (name: string) => path.join(folder, name)
const opened: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'masa-tls-'))
  installPair('first')
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  rmSync(folder, { recursive: true })
})

/** Replaces the certificate and the key, or one of them. */
function installPair(name: 'first' | 'second', parts = ['cert', 'key']) {
  for (const part of parts) {
    copyFileSync(fixture(`${name}.${part}.pem`), inFolder(`${part}.pem`))
    // The time differs by seconds, because some file systems store only whole seconds.
    utimesSync(inFolder(`${part}.pem`), new Date(), new Date(Date.now() + (name === 'second' ? 5_000 : 0)))
  }
}

async function serve() {
  const { log, logged } = recordingLog()
  const tls = openTls({ cert: inFolder('cert.pem'), key: inFolder('key.pem') }, log as Log, PLAIN_TIMEOUT_MS)
  const hosts = knownHosts({ publicUrl: undefined, machine: 'bar' }, log as Log)
  const app = fastify({
    serverFactory: tls.serve(hosts, { 'x-content-type-options': 'nosniff' }),
    requestTimeout: 1_500,
    http: { headersTimeout: 1_500, connectionsCheckingInterval: 200 },
    clientErrorHandler: malformedRequestHandler(),
  })
  handleErrors(app)
  app.get('/menu', async ({ protocol }) => ({ protocol }))
  app.post('/orders', async ({ body }) => body)
  endConnections(app)
  app.addHook('preClose', async () => tls.end())
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, tls, logged, port }
}

interface ReceivedResponse {
  status: number | undefined
  location: string | undefined
  body: string
}

function send(
  port: number,
  requestFunction: typeof request,
  url: string,
  more: object = {},
  body = '',
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: url, rejectUnauthorized: false, agent: false as const, ...more }
    const sent = requestFunction(options, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode, location: response.headers.location, body })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The common name of the certificate that a new connection receives. */
async function certificateNameAt(port: number): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return String(CN)
}

/** Milliseconds until the server closes a connection that sends `data` and nothing more. */
async function timeUntilClosed(socket: Socket, data = ''): Promise<number> {
  socket.on('error', () => {}).resume()
  const began = Date.now()
  if (data !== '') socket.write(data)
  await once(socket, 'close')
  return Date.now() - began
}

describe('a server with a certificate', () => {
  it('responds to https requests', async () => {
    const { port } = await serve()
    expect(JSON.parse((await send(port, request, '/menu')).body)).toEqual({ protocol: 'https' })
    const order = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const large = JSON.stringify({ notes: 'x'.repeat(200_000) })
    expect((await send(port, request, '/orders', order, large)).body).toBe(large)
  })

  it.each(['GET', 'HEAD'])('redirects a plain http %s to https on the same host', async (method) => {
    const { port } = await serve()
    const response = await send(port, plainRequest, '/menu?table=5', { method, headers: { host: `bar.local:${port}` } })
    expect([response.status, response.location]).toEqual([308, `https://bar.local:${port}/menu?table=5`])
  })

  it('redirects only to its own hosts, and redirects an absolute URL to their root', async () => {
    const { port } = await serve()
    const foreign = await send(port, plainRequest, '/menu', { headers: { host: 'evil.example' } })
    expect([foreign.status, foreign.location]).toEqual([421, undefined])
    const absolute = await send(port, plainRequest, 'http://evil.example/', { headers: { host: 'localhost' } })
    expect([absolute.status, absolute.location]).toEqual([308, 'https://localhost/'])
  })

  it('rejects a plain http POST with a message, and redirects the upgrade to a WebSocket', async () => {
    const { port } = await serve()
    const headers = { host: 'localhost', 'accept-language': 'ro', 'content-type': 'application/json' }
    const response = await send(port, plainRequest, '/orders', { method: 'POST', headers }, '{}')
    expect([response.status, JSON.parse(response.body)]).toEqual([
      400,
      { code: 'https_needed', message: expect.stringContaining('https://') },
    ])
    const socket = await send(port, plainRequest, '/ws', {
      headers: { host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' },
    })
    expect(socket.status).toBe(308)
  })

  it('continues to respond after connections that send invalid bytes', async () => {
    const { port } = await serve()
    await timeUntilClosed(connect(port, '127.0.0.1'), 'NONSENSE\r\n\r\n')
    await timeUntilClosed(connect(port, '127.0.0.1'), '\x16\x03\x01nonsense, and more of it')
    connect(port, '127.0.0.1').resetAndDestroy()
    expect((await send(port, request, '/menu')).status).toBe(200)
  })

  it('closes a connection that sends no complete handshake or request in time', async () => {
    const { port } = await serve()
    const inTime = async (closed: Promise<number>, ms: number) => expect(await closed).toBeLessThan(ms + 30_000)
    await Promise.all([
      inTime(timeUntilClosed(connect(port, '127.0.0.1')), PLAIN_TIMEOUT_MS),
      inTime(timeUntilClosed(connect(port, '127.0.0.1'), 'GET /menu HT'), PLAIN_TIMEOUT_MS),
      // Only the first byte of a handshake.
      inTime(timeUntilClosed(connect(port, '127.0.0.1'), '\x16'), PLAIN_TIMEOUT_MS),
      inTime(timeUntilClosed(connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })), 1_500),
    ])
  })

  it('continues to respond while hundreds of connections are silent, and closes those', async () => {
    const { port } = await serve()
    const silent = Array.from({ length: 300 }, (_, i) => {
      const socket = connect(port, '127.0.0.1')
      const closed = timeUntilClosed(socket, ['', 'GET /', '\x16\x03'][i % 3])
      return once(socket, 'connect').then(() => closed)
    })
    for (let i = 0; i < 5; i++) expect((await send(port, request, '/menu')).status).toBe(200)
    await Promise.all(silent)
  })

  it('can be closed while silent connections are open', async () => {
    const { app, port } = await serve()
    const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const closed = open.map((socket) => timeUntilClosed(socket))
    await Promise.all(open.map((socket) => once(socket, 'connect')))
    open[1]?.write('GET /')
    open[2]?.write('\x16')
    await sleep(100)
    await app.close()
    await Promise.all(closed)
  })
})

describe('reloading a changed certificate', () => {
  it('uses the new one for new connections', async () => {
    const { port, tls, logged } = await serve()
    await tls.reload()
    expect([await certificateNameAt(port), logged()]).toEqual(['first.masa.test', ''])
    installPair('second')
    await tls.reload()
    expect(await certificateNameAt(port)).toBe('second.masa.test')
  })

  it('logs once that the new one is unusable, and keeps the previous one until there is a usable one', async () => {
    const { port, tls, logged } = await serve()
    installPair('second', ['cert'])
    await tls.reload()
    await tls.reload()
    expect(logged().match(/the key is not the certificate/g)).toHaveLength(1)
    expect(await certificateNameAt(port)).toBe('first.masa.test')
    rmSync(inFolder('key.pem'))
    await tls.reload()
    expect(logged()).toContain('key.pem cannot be read')
    installPair('second', ['key'])
    await tls.reload()
    expect(await certificateNameAt(port)).toBe('second.masa.test')
  })
})

describe('opening an unusable certificate', () => {
  const errorMessage = () => {
    try {
      openTls({ cert: inFolder('cert.pem'), key: inFolder('key.pem') }, recordingLog().log as Log)
    } catch (error) {
      if (error instanceof InvalidCertificate) return error.message.replaceAll(folder, '')
      throw error
    }
    return 'accepted'
  }

  it.each<[string, () => void]>([
    ['TLS_CERT: /cert.pem cannot be read', () => rmSync(inFolder('cert.pem'))],
    ['TLS_KEY: /key.pem cannot be read', () => rmSync(inFolder('key.pem'))],
    ['TLS_CERT: /cert.pem is no certificate in PEM', () => writeFileSync(inFolder('cert.pem'), 'x')],
    ['TLS_KEY: /key.pem is no key in PEM', () => copyFileSync(fixture('first.cert.pem'), inFolder('key.pem'))],
    ['TLS_CERT and TLS_KEY: the key is not the certificate’s', () => installPair('second', ['key'])],
  ])('throws an error with the message %s', (message, damage) => {
    expect(errorMessage()).toBe('accepted')
    damage()
    expect(errorMessage()).toContain(message)
  })

  it('never has the content of the key in its error', () => {
    writeFileSync(inFolder('cert.pem'), readFileSync(inFolder('key.pem')))
    expect(errorMessage()).not.toContain('PRIVATE')
  })
})
