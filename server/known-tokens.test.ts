import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { PROFILE } from '#server/testing/receipts.ts'
import { newToken } from './platform/token.ts'

/** More than any limit by address, and more than may wait, at once. */
const STRANGERS = 700

/** Tuesday, 14:03 in Bucharest, and 19:00 on that day. */
const NOW = new Date('2026-11-24T12:03:00Z')
const EVENING = '2026-11-24T17:00:00.000Z'
const HOURS = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '23:00' })),
  exceptions: [],
}

let addresses = 0

const server = testServer({ guestWritesPerMinute: 120 })
const tokens = { star: '', fiscal: '', reservation: '', word: '' }

beforeAll(async () => {
  const { asOwner } = server
  server.clock.set(NOW)
  const printer = async (body: object) => {
    const { id } = (await asOwner('POST', '/api/printers', body)).json<{ id: number }>()
    return (await asOwner('POST', `/api/printers/${id}/token`)).json<{ token: string }>().token
  }
  tokens.star = await printer({ name: 'Cloud', kind: 'star', mode: 'text', stations: [1] })
  tokens.fiscal = await printer({ name: 'Casa', kind: 'fiscal', profile: PROFILE })
  const currentPassword = 'secret-boss'
  const newUser = { username: 'ion', password: 'nobody knows', duties: ['floor'], currentPassword }
  const { id } = (await asOwner('POST', '/api/users', newUser)).json<{ id: number }>()
  const { link: signIn } = (await asOwner('POST', `/api/users/${id}/link`, { currentPassword })).json()
  tokens.word = new URL(signIn, 'http://masa').hash.replace('#link=', '')
  const rules = { ...(await asOwner('GET', '/api/settings')).json().reservations, on: true, online: true }
  await asOwner('PATCH', '/api/settings', { openingHours: HOURS, reservations: rules })
  const body = { at: EVENING, party: 2, name: 'Ana Pop', phoneNumber: '0712 345 678' }
  const { link } = (await server.call('POST', '/api/reservations', body)).json<{ link: string }>()
  tokens.reservation = link.replace('/reserve/', '')
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** What is asked for by a token alone, and how a known one is answered. */
const CALLS: [
  keyof typeof tokens,
  Method,
  (token: string) => string,
  ((token: string) => object) | undefined,
  number,
][] = [
  ['star', 'POST', (token) => `/api/printing/${token}`, () => ({}), 200],
  // There is no such job.
  ['star', 'GET', (token) => `/api/printing/${token}?token=99`, undefined, 404],
  ['fiscal', 'POST', (token) => `/api/printing/${token}/next`, () => ({}), 204],
  ['reservation', 'GET', (token) => `/api/reservations/mine/${token}`, undefined, 200],
  ['reservation', 'GET', (token) => `/api/reservations/mine/${token}/calendar`, undefined, 200],
  ['reservation', 'PATCH', (token) => `/api/reservations/mine/${token}`, () => ({ notes: 'Late' }), 200],
  ['reservation', 'DELETE', (token) => `/api/reservations/mine/${token}`, undefined, 204],
  ['word', 'POST', () => '/api/login/link', (word) => ({ word }), 200],
]

it('a reservation is repeated by its key, and cancelled by its guest, at an address that is over its limit', async () => {
  const from = '203.0.113.1'
  const send = (key: string, phoneNumber: string) => {
    const body = { at: EVENING, party: 1, name: 'Ana Pop', phoneNumber }
    return server.call('POST', '/api/reservations', body, {
      headers: { 'idempotency-key': key },
      remoteAddress: from,
    })
  }
  const first = await send('mine', '0712 345 679')
  expect(first.statusCode).toBe(201)
  const noise = Array.from({ length: 130 }, (_, i) => send(`noise ${i}`, ''))
  expect(new Set((await Promise.all(noise)).map(({ statusCode }) => statusCode))).toEqual(new Set([400, 429]))
  const repeated = await send('mine', '0712 345 679')
  expect([repeated.statusCode, repeated.body]).toEqual([201, first.body])
  const mine = first.json<{ link: string }>().link.replace('/reserve/', '/api/reservations/mine/')
  const cancelled = await server.call('DELETE', mine, undefined, { remoteAddress: from })
  expect(cancelled.statusCode).toBe(204)
})

describe.each(CALLS)('a known token (%s, %s)', (kind, method, path, bodyOf, expected) => {
  /** All of a restaurant, its devices, its guests and whoever else sits there, have one address. */
  const shared = `192.0.2.${++addresses}`
  const ask = async (token: string, remoteAddress = shared) =>
    (await server.call(method, path(token), bodyOf?.(token), { remoteAddress })).statusCode

  it('is answered while hundreds at its address guess, who are refused, and nobody elsewhere', async () => {
    const guesses = Array.from({ length: STRANGERS }, () => ask(newToken(16)))
    const during = ask(tokens[kind])
    const statuses = new Set(await Promise.all(guesses))
    expect(await during).toBe(expected)
    expect([...statuses].sort()).toEqual([404, 429])
    expect(await ask(newToken(16), '198.51.100.1')).toBe(404)
  })
})
