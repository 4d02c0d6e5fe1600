import { describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

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
