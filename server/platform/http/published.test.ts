import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { LRUCache } from 'lru-cache'
import { describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { RouteCounts } from '../metrics/metric.ts'
import { type Encoding, publishResponse } from '../published-response.ts'
import { answerPublishedFirst, encodingChooser, type PublishedNow } from './published.ts'

describe('accepted encoding', () => {
  const newCache = () => new LRUCache<string, Encoding>({ max: 100 })

  describe('encodingChooser', () => {
    it.each([
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['br;q=0, gzip;q=0', 'plain'],
      ['*', 'br'],
      ['identity', 'plain'],
      ['', 'plain'],
    ])('chooses for %j the encoding %s, both when it parses the header and from the cache', (header, encoding) => {
      const choose = encodingChooser()
      expect([choose(header), choose(header)]).toEqual([encoding, encoding])
    })

    it('parses a header once', () => {
      const cache = newCache()
      const choose = encodingChooser(cache)
      choose('gzip')
      expect([...cache]).toEqual([['gzip', 'gzip']])
      cache.set('gzip', 'plain')
      expect(choose('gzip')).toBe('plain')
    })

    it('caches no header of more than 200 characters', () => {
      const cache = newCache()
      const choose = encodingChooser(cache)
      expect(choose('gzip'.padEnd(200))).toBe('gzip')
      expect(cache.size).toBe(1)
      expect(choose('gzip'.padEnd(201))).toBe('gzip')
      expect(cache.size).toBe(1)
    })
  })
})

describe('published first', () => {
  const server = testServer({ publicUrl: 'https://masa.example' })
  /** A cookie of another kind: the framework answers, with the same response. */
  const VIA_FRAMEWORK = { cookie: 'other=1' }

  interface Received {
    status: number | undefined
    rawHeaders: string[]
    body: string
  }

  async function get(url: string, path: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Received> {
    const [response] = (await once(http.request(url + path, { method, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    const body = Buffer.concat(await response.toArray()).toString('base64')
    const rawHeaders = response.rawHeaders.toSpliced(response.rawHeaders.indexOf('Date'), 2)
    return { status: response.statusCode, rawHeaders, body }
  }

  const REQUESTS: [string, OutgoingHttpHeaders][] = [
    ['without any header', {}],
    ['with br', { 'accept-encoding': 'gzip, deflate, br' }],
    ['with gzip', { 'accept-encoding': 'gzip' }],
    ['that rejects every encoding it can', { 'accept-encoding': 'identity' }],
    ['with another ETag', { 'if-none-match': '"old"' }],
    ['with any ETag', { 'if-none-match': '*' }],
    ['for the public host', { host: 'masa.example' }],
    ['for an address in another notation', { host: '[::1]:3000' }],
    ['for an unknown host', { host: 'evil.example' }],
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['with a range', { range: 'bytes=0-9' }],
  ]

  for (const path of ['/api/menu', '/api/menu/categories']) {
    it.each(REQUESTS)(`a GET of ${path} %s gets the same bytes with and without the framework`, async (_, headers) => {
      const url = await listenUrl(server.app)
      // Publishes the menu.
      await server.call('GET', path)
      const withId = { ...headers, 'x-request-id': 'the-same' }
      const direct = await get(url, path, withId)
      expect(direct).toEqual(await get(url, path, { ...withId, ...VIA_FRAMEWORK }))
      const [, , ...security] = direct.rawHeaders
      expect(security.length).toBeGreaterThan(20)
    })
  }

  it('a 304 is the same with and without the framework', async () => {
    const url = await listenUrl(server.app)
    const { rawHeaders } = await get(url, '/api/menu', { 'accept-encoding': 'br' })
    const headers = { 'accept-encoding': 'br', 'if-none-match': rawHeaders[rawHeaders.indexOf('etag') + 1] }
    const direct = await get(url, '/api/menu', headers)
    expect([direct.status, direct.body]).toEqual([304, ''])
    expect(direct).toEqual(await get(url, '/api/menu', { ...headers, ...VIA_FRAMEWORK }))
  })

  it('while the server closes, the framework answers', async () => {
    const { get, close } = await serve({ isClosing: () => true })
    expect((await get('/menu', {})).body).toBe('framework')
    await close()
  })

  it('behind a proxy that names the host, the framework answers', async () => {
    const headers = { 'x-forwarded-host': 'masa.example' }
    const trusting = await serve({ trustsProxy: true })
    expect((await trusting.get('/menu', headers)).body).toBe('framework')
    expect((await trusting.get('/menu', {})).body).toBe('published')
    await trusting.close()
    const direct = await serve({})
    expect((await direct.get('/menu', headers)).body).toBe('published')
    await direct.close()
  })

  it.each([
    ['has a cookie', '/menu', 'GET', { cookie: 'masa_session=1' }],
    ['has a query', '/menu?x=1', 'GET', {}],
    ['is a HEAD', '/menu', 'HEAD', {}],
    ['is a POST', '/menu', 'POST', {}],
    ['has a body', '/menu', 'GET', { 'content-length': '0' }],
    ['offers an upgrade', '/menu', 'GET', { connection: 'upgrade', upgrade: 'h2c' }],
    ['is for an unknown host', '/menu', 'GET', { host: 'evil.example' }],
    ['is for a response that is not published', '/nothing', 'GET', {}],
  ] as const)('a request that %s is answered by the framework', async (_, path, method, headers) => {
    const { get, close, calls } = await serve({})
    await get(path, headers, method)
    expect(calls()).toBe(1)
    await get('/menu', {})
    expect(calls()).toBe(1)
    await close()
  })

  /** Serves the text `published` before a framework that always answers `framework`. */
  async function serve({ isClosing = () => false, trustsProxy = false }) {
    let calls = 0
    const app = fastify({ http: { shouldUpgradeCallback: () => false } })
    app.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: async () => {
        calls++
        return 'framework'
      },
    })
    const caching = { 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
    const menu = await publishResponse(Buffer.from('published'), caching)
    const headers = { page: {}, api: {}, cacheable: {} }
    answerPublishedFirst(app, {
      published: new Map<string, PublishedNow>([
        ['/menu', () => menu],
        ['/nothing', () => undefined],
      ]),
      countsOf: (route) => new RouteCounts({ method: 'GET', route }),
      headers: { of: (host) => (host === 'evil.example' ? undefined : headers) },
      trustsProxy,
      isClosing,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return {
      get: async (path: string, headers: OutgoingHttpHeaders, method?: string) => {
        const received = await get(`http://127.0.0.1:${port}`, path, headers, method)
        return { ...received, body: Buffer.from(received.body, 'base64').toString() }
      },
      calls: () => calls,
      close: () => app.close(),
    }
  }
})
