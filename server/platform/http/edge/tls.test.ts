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
import type { Log } from '../../log.ts'
import { answerErrors, answerMalformed } from '../answers/errors.ts'
import { endConnections } from '../closing/closing.ts'
import { knownHosts } from './hosts.ts'
import { BadPair, openTls } from './tls.ts'

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name)
const UNSAFE_FOR_MS = 700

let folder: string
const place = (name: string) => path.join(folder, name)
const opened: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'masa-tls-'))
  take('first')
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  rmSync(folder, { recursive: true })
})

/** Puts a pair in the place of the one that is there. */
function take(name: 'first' | 'second', parts = ['cert', 'key']) {
  for (const part of parts) {
    copyFileSync(fixture(`${name}.${part}.pem`), place(`${part}.pem`))
    // File systems may keep whole seconds.
    utimesSync(place(`${part}.pem`), new Date(), new Date(Date.now() + (name === 'second' ? 5_000 : 0)))
  }
}

async function serve() {
  const { log, logged } = recordingLog()
  const tls = openTls({ cert: place('cert.pem'), key: place('key.pem') }, log as Log, UNSAFE_FOR_MS)
  const hosts = knownHosts({ publicUrl: undefined, machine: 'bar' }, log as Log)
  const app = fastify({
    serverFactory: tls.serve(hosts, { 'x-content-type-options': 'nosniff' }),
    requestTimeout: 1_500,
    http: { headersTimeout: 1_500, connectionsCheckingInterval: 200 },
    clientErrorHandler: answerMalformed(),
  })
  answerErrors(app)
  app.get('/menu', async ({ protocol }) => ({ protocol }))
  app.post('/orders', async ({ body }) => body)
  endConnections(app)
  app.addHook('preClose', async () => tls.end())
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, tls, logged, port }
}

interface Asked {
  status: number | undefined
  location: string | undefined
  body: string
}

function ask(port: number, send: typeof request, url: string, more: object = {}, body = ''): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: url, rejectUnauthorized: false, agent: false as const, ...more }
    const asked = send(options, async (answer) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ status: answer.statusCode, location: answer.headers.location, body })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The name in the certificate that a new connection is shown. */
async function shownBy(port: number): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return String(CN)
}

/** How long the server leaves a connection open that sends this and nothing more. */
async function leftOpen(socket: Socket, said = ''): Promise<number> {
  socket.on('error', () => {}).resume()
  const began = Date.now()
  if (said !== '') socket.write(said)
  await once(socket, 'close')
  return Date.now() - began
}

describe('a port with a certificate', () => {
  it('speaks https', async () => {
    const { port } = await serve()
    expect(JSON.parse((await ask(port, request, '/menu')).body)).toEqual({ protocol: 'https' })
    const order = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const large = JSON.stringify({ notes: 'x'.repeat(200_000) })
    expect((await ask(port, request, '/orders', order, large)).body).toBe(large)
  })

  it.each(['GET', 'HEAD'])('sends a plain %s there, to the same host', async (method) => {
    const { port } = await serve()
    const answer = await ask(port, plainRequest, '/menu?table=5', { method, headers: { host: `bar.local:${port}` } })
    expect([answer.status, answer.location]).toEqual([308, `https://bar.local:${port}/menu?table=5`])
  })

  it('redirects nobody to a host that is not its own, nor to something that is not a path', async () => {
    const { port } = await serve()
    const foreign = await ask(port, plainRequest, '/menu', { headers: { host: 'evil.example' } })
    expect([foreign.status, foreign.location]).toEqual([421, undefined])
    const absolute = await ask(port, plainRequest, 'http://evil.example/', { headers: { host: 'localhost' } })
    expect([absolute.status, absolute.location]).toEqual([308, 'https://localhost/'])
  })

  it('refuses any other plain request with a sentence', async () => {
    const { port } = await serve()
    const headers = { host: 'localhost', 'accept-language': 'ro', 'content-type': 'application/json' }
    const answer = await ask(port, plainRequest, '/orders', { method: 'POST', headers }, '{}')
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { code: 'https_needed', message: expect.stringContaining('https://') },
    ])
    const socket = await ask(port, plainRequest, '/ws', {
      headers: { host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' },
    })
    expect(socket.status).toBe(308)
  })

  it('answers bytes that are no request, and goes on', async () => {
    const { port } = await serve()
    await leftOpen(connect(port, '127.0.0.1'), 'NONSENSE\r\n\r\n')
    await leftOpen(connect(port, '127.0.0.1'), '\x16\x03\x01nonsense, and more of it')
    connect(port, '127.0.0.1').resetAndDestroy()
    expect((await ask(port, request, '/menu')).status).toBe(200)
  })

  it('closes a connection that sends no complete handshake or request', async () => {
    const { port } = await serve()
    const inTime = async (closed: Promise<number>, ms: number) => expect(await closed).toBeLessThan(ms + 3_000)
    await Promise.all([
      inTime(leftOpen(connect(port, '127.0.0.1')), UNSAFE_FOR_MS),
      inTime(leftOpen(connect(port, '127.0.0.1'), 'GET /menu HT'), UNSAFE_FOR_MS),
      // The first byte of a handshake, and no more.
      inTime(leftOpen(connect(port, '127.0.0.1'), '\x16'), UNSAFE_FOR_MS),
      inTime(leftOpen(connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })), 1_500),
    ])
  })

  it('goes on answering beside hundreds of connections that say nothing, and ends them', async () => {
    const { port } = await serve()
    const silent = Array.from({ length: 300 }, (_, i) => {
      const socket = connect(port, '127.0.0.1')
      const closed = leftOpen(socket, ['', 'GET /', '\x16\x03'][i % 3])
      return once(socket, 'connect').then(() => closed)
    })
    for (let i = 0; i < 5; i++) expect((await ask(port, request, '/menu')).status).toBe(200)
    await Promise.all(silent)
  })

  it('closes while connections are open that say nothing', async () => {
    const { app, port } = await serve()
    const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const closed = open.map((socket) => leftOpen(socket))
    await Promise.all(open.map((socket) => once(socket, 'connect')))
    open[1]?.write('GET /')
    open[2]?.write('\x16')
    await sleep(100)
    await app.close()
    await Promise.all(closed)
  })
})

describe('a changed certificate', () => {
  it('is used for new connections', async () => {
    const { port, tls, logged } = await serve()
    await tls.lookAgain()
    expect([await shownBy(port), logged()]).toEqual(['first.masa.test', ''])
    take('second')
    await tls.lookAgain()
    expect(await shownBy(port)).toBe('second.masa.test')
  })

  it('that cannot be used is logged once, and the one before it stays until a usable one comes', async () => {
    const { port, tls, logged } = await serve()
    take('second', ['cert'])
    await tls.lookAgain()
    await tls.lookAgain()
    expect(logged().match(/the key is not the certificate/g)).toHaveLength(1)
    expect(await shownBy(port)).toBe('first.masa.test')
    rmSync(place('key.pem'))
    await tls.lookAgain()
    expect(logged()).toContain('key.pem cannot be read')
    take('second', ['key'])
    await tls.lookAgain()
    expect(await shownBy(port)).toBe('second.masa.test')
  })
})

describe('a pair that cannot be used', () => {
  const fault = () => {
    try {
      openTls({ cert: place('cert.pem'), key: place('key.pem') }, recordingLog().log as Log)
    } catch (error) {
      if (error instanceof BadPair) return error.message.replaceAll(folder, '')
      throw error
    }
    return 'accepted'
  }

  it.each<[string, () => void]>([
    ['TLS_CERT: /cert.pem cannot be read', () => rmSync(place('cert.pem'))],
    ['TLS_KEY: /key.pem cannot be read', () => rmSync(place('key.pem'))],
    ['TLS_CERT: /cert.pem is no certificate in PEM', () => writeFileSync(place('cert.pem'), 'x')],
    ['TLS_KEY: /key.pem is no key in PEM', () => copyFileSync(fixture('first.cert.pem'), place('key.pem'))],
    ['TLS_CERT and TLS_KEY: the key is not the certificate’s', () => take('second', ['key'])],
  ])('is named at the start: %s', (message, spoil) => {
    expect(fault()).toBe('accepted')
    spoil()
    expect(fault()).toContain(message)
  })

  it('never shows the key', () => {
    writeFileSync(place('cert.pem'), readFileSync(place('key.pem')))
    expect(fault()).not.toContain('PRIVATE')
  })
})
