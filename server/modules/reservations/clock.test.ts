import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { at, BOOK_NOW, bookFixture } from '#server/testing/book.ts'
import { announcedBy } from '#server/testing/database.ts'
import { followClock } from './service.ts'

const { change, guestMade, houseMade, read, rules, server, why } = bookFixture()
const announced = async (since: Date, now: Date) =>
  (await announcedBy(server, () => followClock(server.connection.db, since, now))).map(({ id }) => id)

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const timersRun = () => new Promise((resolve) => setTimeout(resolve, 1_500))
/** The server has announced what an earlier movement of its clock changed. */
const settled = () => expect.poll(() => announcedBy(server, timersRun), { timeout: 20_000 }).toEqual([])

/** One reservation of each status, all of this evening. */
async function oneOfEach() {
  await rules({ asksFrom: 4 })
  const asked = await guestMade({ party: 4, at: at('13:30') })
  const seated = await houseMade({ at: at('12:00') })
  await change(seated.id, { status: 'seated' })
  const done = await houseMade({ at: at('12:00'), tableIds: [] })
  await change(done.id, { status: 'seated' })
  await change(done.id, { status: 'done' })
  const noShow = await houseMade({ at: at('12:00'), tableIds: [] })
  await change(noShow.id, { status: 'no_show' })
  const cancelled = await houseMade()
  await change(cancelled.id, { status: 'cancelled' })
  const confirmed = await houseMade({ at: at('12:00'), tableIds: [] })
  return { asked, confirmed, seated, done, cancelled, no_show: noShow }
}
const stored = async () => (await server.connection.db.execute(sql`select * from reservations order by id`)).rows

const statuses = (...ids: number[]) => Promise.all(ids.map(async (id) => (await read(id)).status))

describe('a clock that is wrong for a while', () => {
  it.each([
    ['two hours ahead', 2 * HOUR_MS, ['seated', 'cancelled', 'done']],
    ['forty days ahead', 40 * DAY_MS, ['done', 'cancelled', 'done']],
    ['three years ahead', 3 * 365 * DAY_MS, ['done', 'cancelled', 'done']],
    ['two hours behind', -2 * HOUR_MS, ['seated', 'asked', 'confirmed']],
  ])('%s loses no reservation, and is announced once', async (_, ms, then) => {
    const all = await oneOfEach()
    const before = await stored()
    const list = async () => (await server.asOwner('GET', '/api/reservations?from=2026-11-24&to=2026-11-24')).json()
    const shown = await list()
    const wrong = new Date(BOOK_NOW.getTime() + ms)
    expect(await announced(BOOK_NOW, wrong)).toEqual(['reservations', 'tables'])
    expect(await announced(wrong, wrong)).toEqual([])
    expect(await announced(wrong, BOOK_NOW)).toEqual(['reservations', 'tables'])
    // The timers of the server run too.
    server.clock.set(wrong)
    // By the guests' links: nobody is signed in any more.
    const links = [all.seated, all.asked, all.confirmed].map(({ mine }) => server.call('GET', mine))
    expect((await Promise.all(links)).map((response) => response.json().status)).toEqual(then)
    await timersRun()
    server.clock.set(BOOK_NOW)
    await settled()
    expect(await stored()).toEqual(before)
    expect(await list()).toEqual(shown)
    for (const [status, { id }] of Object.entries(all)) expect((await read(id)).status).toBe(status)
  })
})

describe('by itself', () => {
  it('an asked one is cancelled at its time, a confirmed one done at its end, a seated one at the end of its day', async () => {
    const { asked, confirmed, seated } = await oneOfEach()
    const ids = [asked.id, confirmed.id, seated.id]
    for (const [now, expected] of [
      [at('13:29'), ['asked', 'confirmed', 'seated']],
      [at('13:30'), ['cancelled', 'confirmed', 'seated']],
      [at('13:59'), ['cancelled', 'confirmed', 'seated']],
      [at('14:00'), ['cancelled', 'done', 'seated']],
      [at('01:59', 25), ['cancelled', 'done', 'seated']],
      [at('02:00', 25), ['cancelled', 'done', 'done']],
    ] as const) {
      server.clock.set(new Date(now))
      expect([now, await statuses(...ids)]).toEqual([now, expected])
    }
  })

  it('one seated into the next day stays seated until its end', async () => {
    const { id } = await houseMade({ at: at('12:00'), until: at('11:00', 25) })
    await change(id, { status: 'seated' })
    server.clock.set(new Date(at('10:59', 25)))
    expect(await statuses(id)).toEqual(['seated'])
    server.clock.set(new Date(at('11:00', 25)))
    expect(await statuses(id)).toEqual(['done'])
  })

  it('is announced when it ends, and when a table is held, the next ones come soon, and somebody is late', async () => {
    const { id } = await houseMade({ at: at('12:30') })
    await change(id, { status: 'seated' })
    await rules({ asksFrom: 4 })
    await guestMade({ party: 4, at: at('18:30') })
    await houseMade()
    await settled()
    const moments = ['16:30', '16:45', '17:15', '18:30', '19:00', '02:00']
    for (const minute of moments) {
      const moment = new Date(at(minute, minute === '02:00' ? 25 : 24))
      expect([minute, await announced(new Date(moment.getTime() - 60_000), moment)]).toEqual([
        minute,
        ['reservations', 'tables'],
      ])
      expect([minute, await announced(moment, new Date(moment.getTime() + 59_000))]).toEqual([minute, []])
    }
  })

  it('what the clock ended is no step: guests who are late are still seated or said not to have come, then it is too late', async () => {
    await rules({ asksFrom: 4 })
    const asked = [await guestMade({ party: 4 }), await guestMade({ party: 4 })] as const
    const late = [await houseMade({ tableIds: [] }), await houseMade({ tableIds: [] }), await houseMade()] as const
    server.clock.set(new Date(at('17:30')))
    expect((await change(asked[0].id, { status: 'confirmed' })).json().status).toBe('confirmed')
    server.clock.set(new Date(at('17:31')))
    expect(await why(change(asked[1].id, { status: 'confirmed' }))).toEqual([409, 'too_late'])
    server.clock.set(new Date(at('23:00')))
    // The status that is read is no change.
    for (const [id, status] of [
      [asked[1].id, 'cancelled'],
      [late[0].id, 'done'],
    ] as const) {
      const { version } = await read(id)
      expect((await change(id, { status })).json()).toMatchObject({ status, version })
    }
    expect(await why(change(late[0].id, { status: 'confirmed' }))).toEqual([409, 'reservation_over'])
    expect((await change(late[0].id, { status: 'seated' })).json().status).toBe('seated')
    expect((await change(late[1].id, { status: 'no_show' })).json().status).toBe('no_show')
    server.clock.set(new Date(at('02:00', 25)))
    for (const status of ['seated', 'no_show', 'cancelled'])
      expect(await why(change(late[2].id, { status }))).toEqual([409, 'too_late'])
    expect((await read(late[2].id)).history).toHaveLength(1)
  })

  it('frees what the others ask for: the table, the number, erasing, deleting the table, and the guest again', async () => {
    const { mine, id } = await guestMade({ at: at('13:30'), phoneNumber: '0712 999 888' })
    const other = await guestMade({ at: at('17:00') })
    const table = (await read(id)).tableIds[0]
    const erase = () => server.asOwner('POST', `/api/reservations/${id}/erase`)
    const remove = () => server.asOwner('DELETE', `/api/tables/${table}`)
    expect([await why(erase()), await why(remove())]).toEqual([
      [409, 'open_orders'],
      [409, 'table_reserved'],
    ])
    server.clock.set(new Date(at('15:30')))
    expect((await server.call('GET', mine)).json().status).toBe('done')
    expect((await server.asOwner('GET', '/api/reservations?q=Ana')).json()).toHaveLength(1)
    const { id: again } = await houseMade({
      phoneNumber: '0712 999 888',
      at: at('15:10'),
      until: at('16:00'),
      tableIds: [table],
    })
    expect((await read(again)).before).toEqual({ visits: 1, noShows: 0 })
    expect((await erase()).statusCode).toBe(200)
    expect((await read(other.id)).status).toBe('confirmed')
  })
})
