import { expect, it } from 'vitest'
import { cachingPictures } from './caching-pictures.ts'

const request = new Request('https://masa.example/pictures/omelette-320.webp')

it.each([
  ['a picture', 200, { 'content-type': 'image/webp' }, true],
  ['the page of a Wi-Fi', 200, { 'content-type': 'text/html; charset=utf-8' }, false],
  ['an answer that does not say what it is', 200, {}, false],
  ['a picture that is not there', 404, { 'content-type': 'image/webp' }, false],
])('keeps pictures alone: %s', async (_, status, headers, isKept) => {
  const response = new Response(new Uint8Array([1]), { status, headers: headers as Record<string, string> })
  const kept = await cachingPictures.cacheWillUpdate?.({ request, response, event: {} as never, state: {} })
  expect(kept ?? null).toBe(isKept ? response : null)
})
