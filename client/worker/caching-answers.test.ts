import { beforeEach, expect, it, vi } from 'vitest'
import { CACHEABLE_HEADER, CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'
import { cachingAnswers } from './caching-answers.ts'

const NOW = 1_795_282_920_000
const forget = vi.fn<() => Promise<unknown>>()
const { fetchDidSucceed, cacheWillUpdate, handlerDidError } = cachingAnswers(() => NOW, forget)

const request = new Request('https://masa.example/api/menu')
const event = {} as never
const answer = (status: number, headers: Record<string, string> = {}) => new Response('[]', { status, headers })
const guests = { [CACHEABLE_HEADER]: '1' }

beforeEach(() => {
  forget.mockReset().mockResolvedValue(true)
})

it('keeps what everybody gets, with when it came by this device', async () => {
  const response = answer(200, { ...guests, 'content-type': 'application/json' })
  const kept = await cacheWillUpdate?.({ request, response, event, state: {} })
  expect(kept && [await kept.text(), kept.headers.get(CACHED_AT_HEADER), kept.headers.get('content-type')]).toEqual([
    '[]',
    String(NOW),
    'application/json',
  ])
})

it.each([
  ['what an owner got', answer(200)],
  ['the sign-in page of a Wi-Fi', answer(200, { 'content-type': 'text/html' })],
  ['a refusal', answer(404, guests)],
  ['half an answer', answer(206, guests)],
])('does not keep %s', async (_, response) => {
  expect(await cacheWillUpdate?.({ request, response, event, state: {} })).toBeNull()
})

it('forgets what guests got as soon as the browser gets what not everybody gets', async () => {
  await fetchDidSucceed?.({ request, response: answer(200, guests), event, state: {} })
  await fetchDidSucceed?.({ request, response: answer(429), event, state: {} })
  expect(forget).not.toHaveBeenCalled()
  const response = answer(200)
  expect(await fetchDidSucceed?.({ request, response, event, state: {} })).toBe(response)
  expect(forget).toHaveBeenCalledTimes(1)
})

it('gives the answer all the same where nothing can be forgotten', async () => {
  forget.mockRejectedValue(new DOMException('no storage', 'SecurityError'))
  const response = answer(200)
  expect(await fetchDidSucceed?.({ request, response, event, state: {} })).toBe(response)
})

it.each([502, 503, 504])('takes a %s for no answer, which the page gets where nothing is kept', async (status) => {
  const state = {}
  const response = answer(status)
  await expect(fetchDidSucceed?.({ request, response, event, state })).rejects.toThrow('away')
  const error = new Error('nothing is kept')
  expect(await handlerDidError?.({ request, event, error, state })).toBe(response)
  expect(await handlerDidError?.({ request, event, error, state: {} })).toBeUndefined()
})
