import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHEABLE_HEADER, CACHED_AT_HEADER } from '#shared/domain/cached-responses.ts'
import { cachingPictures, cachingResponses } from './caching.ts'

describe('caching responses', () => {
  const NOW = 1_795_282_920_000
  const deleteCache = vi.fn<() => Promise<unknown>>()
  const { fetchDidSucceed, cacheWillUpdate, handlerDidError } = cachingResponses(() => NOW, deleteCache)

  const request = new Request('https://masa.example/api/menu')
  const event = {} as never
  const responseOf = (status: number, headers: Record<string, string> = {}) => new Response('[]', { status, headers })
  const publicHeaders = { [CACHEABLE_HEADER]: '1' }

  beforeEach(() => {
    deleteCache.mockReset().mockResolvedValue(true)
  })

  it('a public response is cached with the time it was received, by the device’s clock', async () => {
    const response = responseOf(200, { ...publicHeaders, 'content-type': 'application/json' })
    const cached = await cacheWillUpdate?.({ request, response, event, state: {} })
    expect(
      cached && [await cached.text(), cached.headers.get(CACHED_AT_HEADER), cached.headers.get('content-type')],
    ).toEqual(['[]', String(NOW), 'application/json'])
  })

  it.each([
    ['a response to an owner', responseOf(200)],
    ['the sign-in page of a Wi-Fi', responseOf(200, { 'content-type': 'text/html' })],
    ['an error response', responseOf(404, publicHeaders)],
    ['a partial response', responseOf(206, publicHeaders)],
  ])('%s is not cached', async (_, response) => {
    expect(await cacheWillUpdate?.({ request, response, event, state: {} })).toBeNull()
  })

  it('the cached responses are deleted as soon as a response is not public', async () => {
    await fetchDidSucceed?.({ request, response: responseOf(200, publicHeaders), event, state: {} })
    await fetchDidSucceed?.({ request, response: responseOf(429), event, state: {} })
    expect(deleteCache).not.toHaveBeenCalled()
    const response = responseOf(200)
    expect((await fetchDidSucceed?.({ request, response, event, state: {} }))?.status).toBe(200)
    expect(deleteCache).toHaveBeenCalledTimes(1)
  })

  it('the response is returned even if the cache cannot be deleted', async () => {
    deleteCache.mockRejectedValue(new DOMException('no storage', 'SecurityError'))
    const response = responseOf(200)
    expect((await fetchDidSucceed?.({ request, response, event, state: {} }))?.status).toBe(200)
  })

  it('a response counts once its last byte has come, and one that breaks off as none', async () => {
    let body: ReadableStreamDefaultController | undefined
    const start = (controller: ReadableStreamDefaultController) => {
      body = controller
    }
    const stopped = () => new Response(new ReadableStream({ start }))
    const succeeded = fetchDidSucceed?.({ request, response: stopped(), event, state: {} })
    const first = await Promise.race([succeeded, new Promise((resolve) => setTimeout(resolve, 0, 'waiting'))])
    body?.enqueue(new TextEncoder().encode('[]'))
    body?.close()
    expect([first, await (await succeeded)?.text()]).toEqual(['waiting', '[]'])
    const broken = fetchDidSucceed?.({ request, response: stopped(), event, state: {} })
    body?.error(new TypeError('network error'))
    await expect(broken).rejects.toThrow('network error')
    const empty = new Response(null, { status: 204 })
    expect((await fetchDidSucceed?.({ request, response: empty, event, state: {} }))?.status).toBe(204)
  })

  it.each([502, 503, 504])(
    'status %s counts as no response, and is returned to the page if nothing is cached',
    async (status) => {
      const state = {}
      const response = responseOf(status)
      await expect(fetchDidSucceed?.({ request, response, event, state })).rejects.toThrow('away')
      const error = new Error('nothing is cached')
      expect(await handlerDidError?.({ request, event, error, state })).toBe(response)
      expect(await handlerDidError?.({ request, event, error, state: {} })).toBeUndefined()
    },
  )
})

describe('caching pictures', () => {
  const request = new Request('https://masa.example/pictures/omelette-320.webp')

  it.each([
    ['a picture', true, 200, { 'content-type': 'image/webp' }],
    ['the sign-in page of a Wi-Fi', false, 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['a response without a content type', false, 200, {}],
    ['a picture that was not found', false, 404, { 'content-type': 'image/webp' }],
  ])('%s: cached is %s', async (_, isCached, status, headers) => {
    const response = new Response(new Uint8Array([1]), { status, headers: headers as Record<string, string> })
    const cached = await cachingPictures.cacheWillUpdate?.({ request, response, event: {} as never, state: {} })
    expect(cached ?? null).toBe(isCached ? response : null)
  })
})
