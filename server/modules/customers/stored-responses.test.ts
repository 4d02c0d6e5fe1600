import { beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { columnsWith } from '#server/testing/database.ts'
import { declaredEndpoints } from '#server/testing/endpoints.ts'
import { recordingLog } from '#server/testing/log.ts'
import { type NamedGuest, REPEATABLE, storeResponse } from '#server/testing/stored-responses.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import { eraseOverdue } from './privacy-clock.ts'

const server = testServer()

beforeAll(async () => {
  server.clock.set(new Date('2026-11-20T12:00:00Z'))
  await server.asOwner('PATCH', '/api/settings', { payments: true })
})

const erasePerson = async ({ phoneNumber }: NamedGuest) => {
  const [found] = (await server.asOwner('GET', `/api/customers?q=${phoneNumber}`)).json<Customer[]>()
  return (await server.asOwner('DELETE', `/api/customers/${found?.id}`)).statusCode
}

it('every endpoint that stores responses is tested here', () => {
  const declared = declaredEndpoints.filter(({ stored }) => stored).map(({ method, path }) => `${method} ${path}`)
  expect(declared.sort()).toEqual(REPEATABLE.toSorted())
})

describe('erasing, after a response was stored of', () => {
  it.each(REPEATABLE.map((endpoint, i) => [endpoint, `Zamfira${i}x`]))('%s', async (endpoint, name) => {
    const guest = await storeResponse(server, endpoint, name)
    expect(await columnsWith(server, [name])).toContain('orders.customer_name')
    expect(await erasePerson(guest)).toBe(204)
    expect(await columnsWith(server, [name, guest.phoneNumber])).toEqual([])
  })

  it('all of them, by the privacy clock', async () => {
    const names = REPEATABLE.map((_, i) => `Veronica${i}x`)
    for (const [i, endpoint] of REPEATABLE.entries()) await storeResponse(server, endpoint, names[i] ?? '')
    server.clock.set(new Date('2024-01-01T12:00:00Z'))
    expect((await server.asOwner('PATCH', '/api/settings', { retentionMonths: 1 })).statusCode).toBe(200)
    server.clock.set(new Date('2027-01-20T12:00:00Z'))
    const { db, reports } = server.connection
    const { log } = recordingLog()
    await eraseOverdue({ db, reports, clock: server.clock, log: log as Log, timeZone: 'Europe/Bucharest' })
    expect(await columnsWith(server, ['Veronica'])).toEqual([])
  })
})
