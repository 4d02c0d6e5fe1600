import { expect, it } from 'vitest'
import { cachingPictures } from './caching-pictures.ts'

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
