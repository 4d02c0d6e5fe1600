import { asc, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { reservations } from '#server/db/schema/index.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { ENDS_AS, RESERVATION_STATUSES, statusAt } from '#shared/domain/reservations/reservations.ts'
import { businessDayOf, nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { reads } from './repo.ts'

const HOUR_MS = 60 * 60_000
/** Evenings before a day that the clock shortens or prolongs, and one that it does not; some of half an hour, or at midnight. */
const EVENINGS = [
  ['Europe/Bucharest', '2026-11-24T17:00:00Z'],
  ['Europe/Bucharest', '2027-03-27T20:30:00Z'],
  ['Europe/Bucharest', '2026-10-24T23:30:00Z'],
  ['America/Santiago', '2026-09-06T02:30:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T13:00:00Z'],
  ['Africa/Cairo', '2027-04-29T20:30:00Z'],
] as const
const STAYS_MS = [60_000, 2 * HOUR_MS, 11 * HOUR_MS, 24 * HOUR_MS]
const STARTS = ['00:00', '04:00']

it('a status that is read is the same in SQL, in every status and at every moment, in all zones and changes of their clocks', async () => {
  const db = await emptyDatabase()
  const rows = EVENINGS.flatMap(([zone, evening]) =>
    STARTS.flatMap((start) =>
      STAYS_MS.flatMap((stayMs) =>
        RESERVATION_STATUSES.map((status) => {
          const at = new Date(evening)
          const isSeated = status === 'seated'
          const dayEnd = isSeated ? nextBusinessDayStart(at, start, zone) : null
          return {
            at,
            until: new Date(at.getTime() + stayMs),
            status,
            dayEnd,
            zone,
            start,
            seatedAt: isSeated ? at : null,
          }
        }),
      ),
    ),
  )
  const others = { party: 2, name: 'Ana', phoneNumber: '', language: 'ro', source: 'house' } as const
  await db.insert(reservations).values(rows.map((row) => ({ ...row, ...others, history: [], createdAt: row.at })))
  const ends = rows.flatMap(({ at, until, dayEnd }) => [at, until, dayEnd ?? at].map((moment) => moment.getTime()))
  for (const moment of new Set(ends))
    for (const ms of [-1, 0, 1]) {
      const now = new Date(moment + ms)
      const columns = RESERVATION_STATUSES.map((status) => [status, sql<boolean>`${reads([status], now)}`] as const)
      const read = await db.select(Object.fromEntries(columns)).from(reservations).orderBy(asc(reservations.id))
      rows.forEach((row, i) => {
        const expected = statusAt(row, now)
        const inSql = RESERVATION_STATUSES.filter((status) => read[i]?.[status])
        expect([row, now, inSql]).toEqual([row, now, [expected]])
        const dayOf = (day: Date) => businessDayOf(day, row.start, row.zone)
        const isOver = {
          ...{ asked: now >= row.at, confirmed: now >= row.until },
          seated: now >= row.until && dayOf(now) > dayOf(row.at),
        }
        const { status } = row
        const isOpen = status in ENDS_AS
        const ended = isOpen && isOver[status as keyof typeof isOver]
        expect(expected).toBe(ended ? ENDS_AS[status as keyof typeof ENDS_AS] : status)
      })
    }
})
