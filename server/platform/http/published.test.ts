import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'

const server = testServer()
const get = (headers: Record<string, string>) => server.call('GET', '/api/menu', undefined, { headers })

describe('a published response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('for Accept-Encoding %j has the encoding %s, each time', async (accepted, encoding) => {
    for (let i = 0; i < 2; i++)
      expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
  })

  it.each([(etag: string) => etag, (etag: string) => `"old", W/${etag}`, () => '*'])(
    'that the client has already is a 304 without a body',
    async (tagsOf) => {
      const { headers } = await get({ 'accept-encoding': 'br' })
      const unchanged = await get({ 'accept-encoding': 'br', 'if-none-match': tagsOf(String(headers.etag)) })
      expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([304, '', headers.etag])
      const other = await get({ 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) })
      expect(other.statusCode).toBe(200)
    },
  )
})

describe('a published response before the framework', () => {
  const behindProxy = testServer({ publicUrl: 'https://masa.example', trustProxy: true })
  /** A cookie of another kind: the framework answers, with the same response. */
  const VIA_FRAMEWORK = { cookie: 'other=1' }

  async function getRaw(path: string, headers: OutgoingHttpHeaders, method = 'GET') {
    const url = await listenUrl(behindProxy.app)
    const [response] = (await once(http.request(url + path, { method, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    const body = Buffer.concat(await response.toArray()).toString('base64')
    const rawHeaders = response.rawHeaders.toSpliced(response.rawHeaders.indexOf('Date'), 2)
    return { status: response.statusCode, rawHeaders, body }
  }

  const REQUESTS: [string, OutgoingHttpHeaders, string?, string?][] = [
    ['without any header', {}],
    ['with br', { 'accept-encoding': 'gzip, deflate, br' }],
    ['with another ETag', { 'if-none-match': '"old"' }],
    ['with any ETag', { 'if-none-match': '*' }],
    ['for the public host', { host: 'masa.example' }],
    ['for an address in another notation', { host: '[::1]:3000' }],
    ['for an unknown host', { host: 'evil.example' }],
    ['for an unknown host, by a proxy', { 'x-forwarded-host': 'evil.example' }],
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['with a range', { range: 'bytes=0-9' }],
    ['with a query', {}, '/api/menu?x=1'],
    ['with a body', { 'content-length': '0' }],
    ['that offers an upgrade', { connection: 'upgrade', upgrade: 'h2c' }],
    ['of the categories', {}, '/api/menu/categories'],
    ['by HEAD', {}, '/api/menu', 'HEAD'],
    ['by POST', {}, '/api/menu', 'POST'],
  ]

  it.each(REQUESTS)('is the same as the framework’s: %s', async (_, headers, path = '/api/menu', method = 'GET') => {
    // Publishes the menu.
    await behindProxy.call('GET', path.replace('?x=1', ''))
    const withId = { ...headers, 'x-request-id': 'the-same' }
    const direct = await getRaw(path, withId, method)
    expect(direct).toEqual(await getRaw(path, { ...withId, ...VIA_FRAMEWORK }, method))
    expect(direct.rawHeaders.length).toBeGreaterThan(20)
  })
})
