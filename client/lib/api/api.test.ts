import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/contracts/base/endpoint.ts'
import { i18n } from '../../ui/translation.ts'
import { serverNow } from '../clock/server-clock.ts'
import { callApi, discardEarlyResponses, fetchFile } from './api.ts'
import { NoAnswerError, RequestError } from './request-error.ts'

const thing = endpoint('POST', '/api/things/:id', 'public', {
  summary: 'For these tests.',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.optional(z.string()), limit: z.optional(z.number()) }),
  body: z.object({ a: z.number() }),
  status: 201,
  response: z.object({ done: z.boolean() }),
})
const read = endpoint('GET', '/api/read', 'public', { summary: 'For these tests.', response: z.string() })

const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  // Other test files of this worker may have changed it.
  i18n.changeLanguage('en')
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetchMock.mockReset()
})

describe('fetchFile', () => {
  it('returns the bytes unchanged, under the name that the server gives them', async () => {
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="menu-2026-11-21.csv"' }
    fetchMock.mockResolvedValue(new Response('\uFEFFid,name', { headers }))
    const file = await fetchFile(read)
    expect([file.name, file.type]).toEqual(['menu-2026-11-21.csv', 'text/csv'])
    expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 0x69])
  })
})

describe('callApi', () => {
  it('sends cookies, language and JSON to the address of the endpoint', async () => {
    fetchMock.mockResolvedValue(new Response('{"done":true}', { status: 201 }))
    const response = await callApi(thing, { params: { id: 'a/b' }, query: { q: 'ș', limit: 5 }, body: { a: 1 } })
    expect(response).toEqual({ done: true })
    const [address, init] = fetchMock.mock.calls[0] ?? []
    expect(address).toBe('/api/things/a%2Fb?q=%C8%99&limit=5')
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"a":1}' })
    expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json', 'Accept-Language': 'en' })
  })

  it('calls an endpoint that is written as text, and accepts its statuses alone', async () => {
    const call = () => callApi<typeof thing>('POST /api/things/:id 201', { params: { id: '7' }, body: { a: 1 } })
    fetchMock.mockResolvedValueOnce(new Response('{"done":true}', { status: 201 }))
    expect(await call()).toEqual({ done: true })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/things/7')
    expect(fetchMock.mock.calls[0]?.[1].method).toBe('POST')
    fetchMock.mockResolvedValueOnce(new Response('{"done":true}', { status: 200 }))
    await expect(call()).rejects.toThrow(NoAnswerError)
    // @ts-expect-error Without its status it is another endpoint.
    const wrong: Parameters<typeof callApi<typeof thing>>[0] = 'POST /api/things/:id'
    expect(wrong).toBeDefined()
  })

  it('sets the server clock from the response', async () => {
    const date = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toUTCString()
    fetchMock.mockResolvedValue(new Response('"x"', { headers: { date } }))
    await callApi(read)
    expect(Math.abs(serverNow() - Date.parse(date))).toBeLessThan(60_000)
  })

  it('sends a content type only with a body', async () => {
    fetchMock.mockResolvedValue(new Response('"x"'))
    await callApi(read)
    expect(fetchMock.mock.calls[0]?.[1].headers).not.toHaveProperty('Content-Type')
  })

  it('throws a RequestError with the message “status: body”, and with the server’s message and code', async () => {
    const body = JSON.stringify({ message: 'Username already exists', code: 'username_taken' })
    fetchMock.mockResolvedValue(new Response(body, { status: 409, statusText: 'Conflict' }))
    const error = await callApi(read).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({
      message: `409: ${body}`,
      serverMessage: 'Username already exists',
      code: 'username_taken',
      status: 409,
    })
  })

  it('uses the status text if the body is empty', async () => {
    fetchMock.mockResolvedValue(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    await expect(callApi(read)).rejects.toThrow('502: Bad Gateway')
  })

  it.each([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the response is not JSON', () => Promise.resolve(new Response('<html>', { status: 201 }))],
    ['the success status is not the declared one', () => Promise.resolve(new Response('{}', { status: 200 }))],
  ])('throws a NoAnswerError when %s', async (_, respond) => {
    fetchMock.mockImplementation(respond)
    await expect(callApi(thing, { params: { id: '1' }, body: { a: 1 } })).rejects.toBeInstanceOf(NoAnswerError)
  })

  it('gives up after its timeout', async () => {
    vi.useFakeTimers()
    fetchMock.mockImplementation(
      (_, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    )
    const waiting = expect(callApi(read, { timeout: 15_000 })).rejects.toBeInstanceOf(NoAnswerError)
    await vi.advanceTimersByTimeAsync(15_000)
    await waiting
  })

  it('uses the response to a request that the page sent early, but only once', async () => {
    vi.stubGlobal('window', { masaEarly: { '/api/read': Promise.resolve(new Response('"early"')) } })
    fetchMock.mockResolvedValue(new Response('"later"'))
    expect([await callApi(read), await callApi(read)]).toEqual(['early', 'later'])
  })

  it('gives up an early request after its timeout, too', async () => {
    vi.stubGlobal('window', { masaEarly: { '/api/read': new Promise(() => {}) } })
    await expect(callApi(read, { timeout: 1 })).rejects.toThrow(NoAnswerError)
  })

  it('does not use an early response that was discarded', async () => {
    vi.stubGlobal('window', { masaEarly: { '/api/read': Promise.resolve(new Response('"early"')) } })
    fetchMock.mockResolvedValue(new Response('"later"'))
    discardEarlyResponses()
    expect(await callApi(read)).toBe('later')
  })

  it('does not set the clock from a cached or an early response, once another has', async () => {
    const date = new Date(Date.now() - 60 * 60_000).toUTCString()
    fetchMock.mockImplementation(async () => new Response('"x"', { headers: { date: new Date().toUTCString() } }))
    await callApi(read)
    const early = Promise.resolve(new Response('"early"', { headers: { date } }))
    vi.stubGlobal('window', { masaEarly: { '/api/read': early } })
    expect(await callApi(read)).toBe('early')
    fetchMock.mockImplementation(async () => new Response('"kept"', { headers: { date, 'masa-came-at': '1' } }))
    const timeBefore = serverNow()
    await callApi(read)
    expect(serverNow() - timeBefore).toBeLessThan(10_000)
    fetchMock.mockImplementation(async () => new Response('"fresh"', { headers: { date } }))
    await callApi(read)
    expect(timeBefore - serverNow()).toBeGreaterThan(50 * 60_000)
  })
})
