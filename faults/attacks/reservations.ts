import { type Attack, json, post, repeat } from './means.ts'
import { request } from './target.ts'

export const RESERVATION_FLOOD = 'reservations without end from one address'
export const RESERVATION_LOOP = 'one address that reserves and cancels in a loop'

/** SQL that switches reservations on, for guests too. */
export const RESERVATIONS_ON = `update settings set reservations = reservations || '{"on": true, "online": true}'`

/** How many reservations an attack has made; each has another number. */
export const madeBy = (attack: string) => `select count(*)::int from reservations where name = '${attack}'`

const HOUR_MS = 60 * 60_000
export const inHours = (hours: number) => new Date((Math.ceil(Date.now() / HOUR_MS) + hours) * HOUR_MS).toISOString()

export const reservationAttacks = {
  [RESERVATION_FLOOD]: (target, isOver) =>
    repeat(60, isOver, (i) => {
      const phoneNumber = `0713 ${100_000 + (i % 900_000)}`
      // Every tenth is on no slot, or for too many people.
      const wanted =
        i % 10 === 0 ? { at: inHours(5_000), party: 999 } : { at: inHours(2 + (i % 600)), party: 1 + (i % 4) }
      return request(target, '/api/reservations', post(json({ ...wanted, name: RESERVATION_FLOOD, phoneNumber })))
    }),

  [RESERVATION_LOOP]: (target, isOver) =>
    repeat(8, isOver, async (i) => {
      const wanted = { at: inHours(2 + (i % 600)), party: 2, phoneNumber: `0714 ${100_000 + (i % 900_000)}` }
      const made = await request(target, '/api/reservations', post(json({ ...wanted, name: RESERVATION_LOOP })))
      if (made?.status !== 201) return
      const { link } = JSON.parse(made.body) as { link: string }
      await request(target, link.replace('/reserve', '/api/reservations/mine'), { method: 'DELETE' })
    }),

  'reservation times of all dates and parties': (target, isOver) =>
    repeat(30, isOver, (i) => {
      const date = inHours(24 * (i % 200)).slice(0, 10)
      return request(target, `/api/reservations/times?date=${date}&party=${1 + (i % 999)}`)
    }),

  'guessed links of reservations, 200 at once': (target, isOver) =>
    repeat(200, isOver, (i) =>
      request(target, `/api/reservations/mine/${String(i).padStart(22, 'x')}${i % 2 === 0 ? '/calendar' : ''}`),
    ),
} satisfies Record<string, Attack>
