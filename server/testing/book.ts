import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { GuestReservation, Reservation, ReservationWithHistory } from '#shared/contracts/reservations.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { testServer } from './app.ts'
import { type People, signInPeople } from './users.ts'

/** Tuesday, 14:03 in Bucharest; the restaurant is open from noon to 23:00. */
export const BOOK_NOW = new Date('2026-11-24T12:03:00Z')
export const HOURS = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '23:00' })),
  exceptions: [],
}
const RULES = { ...DEFAULT_RESERVATIONS, on: true, online: true }
/** A time in UTC of the 24th of November 2026. */
export const at = (time: string, day = 24) => `2026-11-${day}T${time}:00.000Z`

/** A server with the tables 5 (4 seats) and 9 (2 seats), and helpers to reserve. Each test begins at `BOOK_NOW`, without reservations. */
export function bookFixture() {
  const server = testServer()
  const people = {} as People
  let guests = 0

  beforeAll(async () => {
    Object.assign(people, await signInPeople(server))
  })
  beforeEach(async () => {
    server.clock.set(BOOK_NOW)
    const { db } = server.connection
    await db.execute(sql`delete from reservations`)
    await db.execute(sql`update tables set status = 'available', reservable = true`)
    await setSettings({ openingHours: HOURS, reservations: RULES })
  })

  const setSettings = (change: object) => server.asOwner('PATCH', '/api/settings', change)
  const rules = (change: object) => setSettings({ reservations: { ...RULES, ...change } })
  /** Each guest has an address and a number of their own. */
  const asGuest = (more: object = {}, options: Partial<InjectOptions> = {}) => {
    const n = ++guests
    const body = { at: at('17:00'), party: 2, name: 'Ana Pop', phoneNumber: `0712 ${String(100_000 + n)}`, ...more }
    const remoteAddress = `10.2.${n >> 8}.${n & 255}`
    return server.call('POST', '/api/reservations', body, { remoteAddress, ...options })
  }
  const house = (more: object = {}, cookie = server.owner) =>
    server.call(
      'POST',
      '/api/reservations',
      { at: at('17:00'), party: 2, name: 'Dan Ilie', ...more },
      { headers: { cookie } },
    )
  const made = async <Made = Reservation>(response: ReturnType<typeof asGuest>) => {
    const { statusCode, body } = await response
    expect([statusCode, body]).toEqual([201, expect.any(String)])
    const { reservation, link } = JSON.parse(body) as { reservation: Made; link: string }
    return { ...reservation, mine: link.replace('/reserve/', '/api/reservations/mine/') }
  }
  /** Status, code, and what else says why. */
  const why = async (response: ReturnType<typeof asGuest>) => {
    const answer = await response
    const { code, nearest, issues, tableNumber } = answer.body === '' ? ({} as never) : answer.json()
    return [answer.statusCode, code, nearest ?? issues?.[0]?.path ?? tableNumber].filter((part) => part !== undefined)
  }
  const change = (id: number, body: object, headers: Record<string, string> = {}) =>
    server.asOwner('PATCH', `/api/reservations/${id}`, body, headers)
  const read = async (id: number) =>
    (await server.asOwner('GET', `/api/reservations/${id}`)).json<ReservationWithHistory>()
  const times = async (query = '') => (await server.call('GET', `/api/reservations/times${query}`)).json()
  const tableIds = async () => {
    const { rows } = await server.connection.db.execute<{ id: string; number: number }>(
      sql`select id, number from tables`,
    )
    return new Map(rows.map(({ id, number }) => [number, Number(id)]))
  }
  const statusOf = async (number: number, cookie = '') => {
    const tables = await server.call('GET', '/api/tables', undefined, { headers: { cookie } })
    return tables.json<{ number: number; status: string }[]>().find((table) => table.number === number)?.status
  }
  return {
    ...{ server, people, setSettings, rules, asGuest, house, change, read, times, tableIds, statusOf, made, why },
    guestMade: (more: object = {}) => made<GuestReservation>(asGuest(more)),
    houseMade: (more: object = {}) => made(house(more)),
  }
}
