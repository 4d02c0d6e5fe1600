import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../lib/api/request-error.ts'
import { userQuery } from './current-user.ts'

const fetched = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const ask = () => userQuery.queryFn({ signal: new AbortController().signal })

describe('who is signed in', () => {
  it('is fresh for 5 minutes', () => {
    expect(userQuery.staleTime).toBe(300_000)
  })

  it('is nobody on a 401, and an error on any other refusal', async () => {
    fetched.mockResolvedValue(new Response('{"message":"Please sign in"}', { status: 401 }))
    expect(await ask()).toBeNull()
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/user')
    fetched.mockResolvedValue(new Response('', { status: 503, statusText: 'Service Unavailable' }))
    await expect(ask()).rejects.toThrow(RequestError)
  })
})
