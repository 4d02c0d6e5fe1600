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

/** Stores a response of each endpoint, each for a guest with a name of their own. */
async function storeAll(prefix: string): Promise<NamedGuest[]> {
  const guests: NamedGuest[] = []
  for (const [i, endpoint] of REPEATABLE.entries()) guests.push(await storeResponse(server, endpoint, `${prefix}${i}x`))
  return guests
}

describe('erasing, after a response of each endpoint was stored', () => {
  it('leaves no name and number of an erased customer', async () => {
    const guests = await storeAll('Zamfira')
    expect(await columnsWith(server, ['Zamfira'])).toContain('idempotency_keys.response')
    for (const [i, guest] of guests.entries())
      expect([REPEATABLE[i], await erasePerson(guest)]).toEqual([REPEATABLE[i], 204])
    const left = async (texts: string[]) => columnsWith(server, texts)
    if ((await left(guests.flatMap(({ name, phoneNumber }) => [name, phoneNumber]))).length > 0) {
      for (const [i, { name, phoneNumber }] of guests.entries())
        expect([REPEATABLE[i], await left([name, phoneNumber])]).toEqual([REPEATABLE[i], []])
    }
  })

  it('leaves none where the privacy clock erases', async () => {
    await storeAll('Veronica')
    server.clock.set(new Date('2024-01-01T12:00:00Z'))
    expect((await server.asOwner('PATCH', '/api/settings', { retentionMonths: 1 })).statusCode).toBe(200)
    server.clock.set(new Date('2027-01-20T12:00:00Z'))
    const { db, reports } = server.connection
    const { log } = recordingLog()
    const gate = { isOpen: () => true }
    await eraseOverdue({ db, reports, clock: server.clock, gate, log: log as Log, timeZone: 'Europe/Bucharest' })
    expect(await columnsWith(server, ['Veronica'])).toEqual([])
  })
})
