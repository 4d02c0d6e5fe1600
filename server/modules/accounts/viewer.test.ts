import { describe, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const server = testServer()
const fetchUser = (cookie: string) => server.call('GET', '/api/user', undefined, { headers: { cookie } })

describe('the viewer of a request', () => {
  it('is read in one query with those of concurrent requests, so that a flood of invented sessions causes few queries', async () => {
    const pool = server.connection.db.$client
    const statements = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')]
    const invented = Array.from({ length: 60 }, (_, i) => fetchUser(`masa_session=${String(i).padStart(43, 'x')}`))
    const [owner, ...others] = await Promise.all([fetchUser(server.owner), ...invented])
    expect(owner.json()).toMatchObject({ isOwner: true })
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    const count = statements.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    expect(count).toBeLessThan(10)
    vi.restoreAllMocks()
  })
})
