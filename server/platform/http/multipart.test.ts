import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { BOUNDARY, multipartOf, type Part } from '#server/testing/pictures.ts'
import { closing, sendAll } from '#server/testing/proxy.ts'
import { endpoint } from '#shared/contracts/base/endpoint.ts'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import type { Log } from '../log.ts'
import { handleErrors, malformedRequestHandler } from './errors.ts'
import { applyContracts, route } from './route.ts'

const MB = 1024 * 1024
const LIMIT = 5 * MB

const upload = endpoint('POST', '/api/upload', 'owner', {
  summary: 'For these tests.',
  query: z.object({ wait: z.optional(z.string()) }),
  body: z.object({ text: z.optional(z.string().check(z.maxLength(10))) }),
  upload: { file: 'image', maxBytes: LIMIT, tooLarge: 'image_too_large' },
  response: z.object({ file: z.optional(z.string()), bytes: z.optional(z.int()), text: z.optional(z.string()) }),
})
const other = endpoint('POST', '/api/other', 'public', { summary: 'For these tests.' })

let app: FastifyInstance
let release = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})
const { log, logged } = recordingLog()

beforeAll(async () => {
  app = serverOf(fastify())
  await app.ready()
})
afterAll(() => app.close())

function serverOf(app: FastifyInstance): FastifyInstance {
  handleErrors(app)
  applyContracts(app, log as Log)
  app.decorateRequest('viewer', async function () {
    return this.headers.cookie
      ? {
          ...OWNER_RIGHTS,
          sessionId: 1,
          userId: 1,
          username: 'boss',
          signedInAt: new Date(),
          confirmedAt: new Date(),
          address: '127.0.0.1',
        }
      : null
  })
  route(app, upload, async ({ file, body, query }) => {
    if (query.wait) await released
    return { file: file?.name, bytes: file?.bytes.length, text: body.text }
  })
  route(app, other, async () => undefined)
  return app
}

const OWNER = { cookie: 'owner' }
const post = async ({ payload, headers }: { payload: Buffer | string; headers: object }, url = '/api/upload') =>
  app.inject({ method: 'POST', url, payload, headers: { ...headers, ...OWNER } })
const port = async () => Number(new URL(await listenUrl(app)).port)
const send = (...parts: Part[]) => post(multipartOf(...parts))
const imagePart = (content: Buffer | string, fileName = 'soup.png'): Part => ({ name: 'image', content, fileName })

describe('reading a multipart body', () => {
  it('returns its file and its text fields in any order and with any content type', async () => {
    const text: Part = { name: 'text', content: 'ș ț', type: 'text/plain; charset=utf-8' }
    const expected = { file: 'soup.png', bytes: 3, text: 'ș ț' }
    expect((await send(imagePart('abc'), text)).json()).toEqual(expected)
    expect((await send(text, { ...imagePart('abc'), type: 'application/json' })).json()).toEqual(expected)
  })

  it('accepts a body without a file or without text, and a form without a chosen file', async () => {
    expect((await send({ name: 'text', content: 'a' })).json()).toEqual({ text: 'a' })
    expect((await send(imagePart('', ''))).json()).toEqual({})
    expect((await send(imagePart(''))).json()).toEqual({ file: 'soup.png', bytes: 0 })
  })

  it('accepts the FormData of a browser', async () => {
    const form = new FormData()
    form.set('image', new File([Buffer.alloc(100_000, 'x')], 'ciorbă de burtă.png', { type: 'image/png' }))
    const url = `${await listenUrl(app)}/api/upload`
    const response = await fetch(url, { method: 'POST', body: form, headers: OWNER })
    expect(await response.json()).toEqual({ file: 'ciorbă de burtă.png', bytes: 100_000 })
  })

  it('validates text fields with the contract', async () => {
    const response = await send({ name: 'text', content: 'x'.repeat(11) }, imagePart('abc'))
    expect([response.statusCode, response.json().issues]).toEqual([400, [expect.objectContaining({ path: 'text' })]])
  })

  it('rejects a second file, and ignores a file in another field', async () => {
    expect((await send({ ...imagePart('abc'), name: 'picture' })).json()).toEqual({})
    expect((await send(imagePart('a'), imagePart('b'))).statusCode).toBe(413)
  })

  it.each([
    ['31 fields', Array.from({ length: 31 }, (_, n) => ({ name: `f${n}`, content: 'x' }))],
    ['a text of more than 4 MB', [{ name: 'other', content: Buffer.alloc(4 * MB + 1, 'x') }]],
    ['texts of more than 4 MB together', [1, 2].map((n) => ({ name: `f${n}`, content: Buffer.alloc(3 * MB, 'x') }))],
  ])('rejects %s', async (_, parts) => {
    const response = await send(...parts)
    expect([response.statusCode, response.json().code]).toEqual([413, 'too_large'])
  })

  const valid = multipartOf(imagePart('abc'))
  const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n`
  it.each([
    ['without a boundary', { ...valid, headers: { 'content-type': 'multipart/form-data' } }],
    ['with another boundary', { ...valid, headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ['cut within the file', { ...valid, payload: valid.payload.subarray(0, -BOUNDARY.length - 8) }],
    ['cut within its head', { ...valid, payload: valid.payload.subarray(0, BOUNDARY.length + 20) }],
    ['that is JSON', { ...valid, payload: '{"image":"abc"}' }],
    ['with a prototype', multipartOf({ name: '__proto__', content: 'x' }, { name: 'constructor', content: 'y' })],
    ['with invalid JSON', multipartOf({ name: 'text', content: '{', type: 'application/json' })],
  ])('rejects a body %s as malformed', async (_, body) => {
    const response = await post(body)
    expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_body'])
  })

  it('does not fail with a server error for a part with megabytes of headers', async () => {
    const payload = Buffer.from(`${HEAD}${`X: ${'x'.repeat(1000)}\r\n`.repeat(5000)}\r\nabc\r\n--${BOUNDARY}--\r\n`)
    expect((await post({ ...valid, payload })).statusCode).toBeLessThan(500)
  })

  it('checks access first, and accepts multipart bodies only at endpoints with an upload', async () => {
    const { payload, headers } = valid
    expect((await app.inject({ method: 'POST', url: '/api/upload', payload, headers })).statusCode).toBe(401)
    expect((await post(valid, '/api/other')).statusCode).toBe(415)
    for (const type of ['application/json', 'text/plain', 'image/png', 'multipart/mixed; boundary=x', 'nonsense', '']) {
      expect((await post({ payload: '{}', headers: { 'content-type': type } })).statusCode).toBe(415)
    }
    expect((await app.inject({ method: 'POST', url: '/api/upload', headers: OWNER })).statusCode).toBe(415)
    expect(
      (await post({ payload: '{}', headers: { 'content-type': 'application/json' } }, '/api/other')).statusCode,
    ).toBe(200)
  })
})

describe('uploading a file', () => {
  it('accepts a file of the maximum size', async () => {
    expect((await send(imagePart(Buffer.alloc(LIMIT, 'x')))).json().bytes).toBe(LIMIT)
  })

  const TOO_LARGE =
    /^HTTP\/1.1 413 [\s\S]*"message":"Image size should be less than 5MB","code":"image_too_large","requestId":"[\w-]+"\}$/
  const SIZES = [LIMIT + 1, 12 * MB]
  const HEAD_OF_UPLOAD = `POST /api/upload HTTP/1.1\r\nHost: masa\r\nCookie: owner\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`

  it.each(SIZES)(
    'responds to a file of %i bytes with 413, even to a client that sends everything before it reads',
    async (bytes) => {
      const { payload } = multipartOf(imagePart(Buffer.alloc(bytes, 'x')))
      const head = `${HEAD_OF_UPLOAD}Connection: close\r\nContent-Length: ${payload.length}\r\n\r\n`
      expect(await sendAll(await port(), head, [payload], TOO_LARGE)).toMatch(TOO_LARGE)
    },
  )

  it.each(SIZES)(
    'responds to a file of %i bytes with 413 to fetch, whose connection can be used again',
    async (bytes) => {
      const { payload, headers } = multipartOf(imagePart(Buffer.alloc(bytes, 'x')))
      const url = `${await listenUrl(app)}/api/upload`
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...OWNER },
        body: new Blob([payload]),
      })
      expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([413, 'image_too_large'])
      const small = { ...multipartOf(imagePart('abc')), method: 'POST' }
      const next = await fetch(url, { ...small, headers: { ...headers, ...OWNER }, body: new Blob([small.payload]) })
      expect(next.status).toBe(200)
    },
  )

  it('frees the slot of an upload whose client disconnects', async () => {
    const { payload } = multipartOf(imagePart(Buffer.alloc(MB, 'x')))
    for (let round = 0; round < 20; round++) {
      const socket = connect(await port(), '127.0.0.1')
      socket.write(`${HEAD_OF_UPLOAD}Content-Length: ${payload.length}\r\n\r\n`)
      await new Promise((resolve) => socket.write(payload.subarray(0, round * 20_000), resolve))
      socket.destroy()
      await closing(socket)
    }
    await vi.waitFor(async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => send(imagePart('abc'))))
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    })
    expect(logged()).not.toContain('request failed')
  })

  it('allows an upload more time than other requests', async () => {
    const { payload } = multipartOf(imagePart('abc'))
    const times = { connectionsCheckingInterval: 50, headersTimeout: 1_000, requestTimeout: 1_000 }
    const strict = fastify({ requestTimeout: 1_000, http: times, clientErrorHandler: malformedRequestHandler() })
    const strictApp = serverOf(strict)
    const strictPort = Number(new URL(await listenUrl(strictApp)).port)
    const sockets = [connect(strictPort, '127.0.0.1'), connect(strictPort, '127.0.0.1')] as const
    const [owner, guest] = sockets
    const firstData = (socket: Socket) => new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
    const responses = sockets.map(firstData)
    const closed = closing(guest)
    const timedOut = new Set<unknown>()
    strictApp.server.on('clientError', (_, socket) => timedOut.add((socket as Socket).remotePort))
    owner.write(`${HEAD_OF_UPLOAD}Content-Length: ${payload.length}\r\n\r\n`)
    owner.write(payload.subarray(0, 50))
    guest.write(
      'POST /api/other HTTP/1.1\r\nHost: masa\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await vi.waitFor(() => expect(timedOut).toEqual(new Set(sockets.map(({ localPort }) => localPort))), 5_000)
    owner.write(payload.subarray(50))
    expect(await Promise.all(responses)).toEqual([
      expect.stringMatching(/^HTTP\/1.1 200 /),
      expect.stringMatching(/^HTTP\/1.1 408 /),
    ])
    await closed
    expect(owner.destroyed).toBe(false)
    for (const socket of sockets) socket.destroy()
    await strictApp.close()
  })

  it('allows eight concurrent uploads, and responds to the next one with 503 before reading it', async () => {
    const body = multipartOf(imagePart('abc'))
    const uploads = Array.from({ length: 8 }, () => post(body, '/api/upload?wait=yes'))
    await vi.waitFor(async () => {
      const rejected = await post(body)
      expect([rejected.statusCode, rejected.json().code]).toEqual([503, 'unavailable'])
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    })
    release()
    expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    await vi.waitFor(async () => expect((await post(body)).statusCode).toBe(200))
  })
})
