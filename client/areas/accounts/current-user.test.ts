import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../lib/api/request-error.ts'
import { userQuery } from './current-user.ts'

const fetchMock = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const fetchUser = () => userQuery.queryFn({ client: new QueryClient(), signal: new AbortController().signal })

describe('userQuery', () => {
  it('is fresh for 5 minutes', () => {
    expect(userQuery.staleTime).toBe(300_000)
  })

  it('returns null on a 401 of the server, and throws on any other error', async () => {
    fetchMock.mockResolvedValue(new Response('{"message":"Please sign in"}', { status: 401 }))
    expect(await fetchUser()).toBeNull()
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/user')
    fetchMock.mockResolvedValue(new Response('', { status: 503, statusText: 'Service Unavailable' }))
    await expect(fetchUser()).rejects.toThrow(RequestError)
    fetchMock.mockResolvedValue(new Response('<h1>Proxy</h1>', { status: 401 }))
    await expect(fetchUser()).rejects.toThrow(RequestError)
  })
})
