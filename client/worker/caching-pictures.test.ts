import { expect, it } from 'vitest'
import { cachingPictures } from './caching-pictures.ts'

const request = new Request('https://masa.example/pictures/omelette-320.webp')

it.each([
  ['a picture', 200, { 'content-type': 'image/webp' }, true],
  ['the sign-in page of a Wi-Fi', 200, { 'content-type': 'text/html; charset=utf-8' }, false],
  ['a response without a content type', 200, {}, false],
  ['a picture that was not found', 404, { 'content-type': 'image/webp' }, false],
])('caches only pictures: %s', async (_, status, headers, isCached) => {
  const response = new Response(new Uint8Array([1]), { status, headers: headers as Record<string, string> })
  const cached = await cachingPictures.cacheWillUpdate?.({ request, response, event: {} as never, state: {} })
  expect(cached ?? null).toBe(isCached ? response : null)
})
