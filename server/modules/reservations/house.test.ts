import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction, removeOver } from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { lockTable, writeStatus } from '#server/modules/occupancy/index.ts'
import { takeaway } from '#server/testing/app.ts'
import { at, bookFixture } from '#server/testing/book.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { eraseReservationsAgain } from './erase-repo.ts'

const fixture = bookFixture()
const { change, guestMade, house, houseMade, people, read, rules, server, setSettings, statusOf, tableIds, why } =
  fixture
const floorOf = async (number: number) =>
  (await server.asOwner('GET', '/api/floor')).json<{ number: number }[]>().find((table) => table.number === number)
const listed = async (query: string) =>
  (await server.asOwner('GET', `/api/reservations${query}`)).json<{ id: number }[]>().map(({ id }) => id)
const seeVersion = (id: number, version?: number) =>
  server.asOwner('POST', `/api/reservations/${id}/seen`, version === undefined ? {} : { version })
const see = async ({ id }: { id: number }) => seeVersion(id, (await read(id)).version)
const setTable = (id: number | undefined, status: string) =>
  server.asOwner('PATCH', `/api/tables/${id}/status`, { status })
describe('the house', () => {
  it('names tables, leaves the choice, or takes none, at any time near', async () => {
    const tables = await tableIds()
    const both = [tables.get(5), tables.get(9)]
    const party = await houseMade({
      party: 20,
      tableIds: both,
      at: at('16:10'),
      until: at('21:00'),
      phoneNumber: '0712345678',
    })
    expect(party).toMatchObject({ tableIds: both, status: 'confirmed', source: 'house', phoneNumber: '40712345678' })
    expect(await why(house())).toEqual([409, 'no_table'])
    expect(await why(house({ tableIds: [tables.get(9)] }))).toEqual([409, 'table_taken', 9])
    expect((await house({ tableIds: [tables.get(9)] })).json().message).toBe(
      'Table 9 is reserved for others at that time',
    )
    expect((await houseMade({ tableIds: [] })).problem).toBe('no_table')
    expect(await why(house({ tableIds: [9999] }))).toEqual([404, 'table_not_found'])
    for (const more of [{ at: at('11:00') }, { at: '2028-01-01T17:00:00.000Z' }])
      expect(await why(house(more))).toEqual([400, 'invalid_input', 'at'])
    for (const until of [at('17:00'), at('17:01', 25)])
      expect(await why(house({ until }))).toEqual([400, 'invalid_input', 'until'])
    expect((await house({ at: at('11:40') }, people.floor)).statusCode).toBe(201)
  })

  it('lists those of a business day, or those to come that match, with what was before', async () => {
    const old = await houseMade({ phoneNumber: '0712345678', at: at('12:00') })
    await change(old.id, { status: 'no_show' })
    server.clock.set(new Date(at('12:10')))
    await change(old.id, { status: 'no_show' })
    const { id } = await houseMade({
      name: 'Ștefan Țurcanu',
      phoneNumber: '+40 712 345 678',
      at: at('00:30', 25),
      tableIds: [],
    })
    const list = async (query: string, cookie = people.floor) =>
      (await server.call('GET', `/api/reservations${query}`, undefined, { headers: { cookie } })).json()
    for (const query of ['', '?from=2026-11-24&to=2026-11-24', '?q=turcanu', '?q=0712345'])
      expect((await list(query)).at(-1)).toMatchObject({ id, before: { visits: 0, noShows: 1 } })
    expect(await list('?from=2026-11-25')).toEqual([])
    expect((await list('?from=2026-11-01&to=2026-12-02')).code).toBe('invalid_input')
    const first = await houseMade({ name: 'Ana Țurcanu', at: at('13:00') })
    await change(first.id, { status: 'cancelled' })
    const found = await list('?q=turcanu')
    expect(found.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
      [id, 'confirmed'],
      [first.id, 'cancelled'],
    ])
  })

  it('lists those that wait for it: asked ones until they are answered, then others until somebody has seen them', async () => {
    await rules({ asksFrom: 4, daysAhead: 60 })
    const far = await guestMade({ party: 4, at: '2027-01-08T17:00:00.000Z' })
    const near = await guestMade({ party: 4, at: at('20:00') })
    const moved = await guestMade({ at: at('19:00') })
    server.clock.set(new Date(at('12:04')))
    const fresh = await guestMade()
    await houseMade({ at: at('19:30') })
    server.clock.set(new Date(at('12:05')))
    await server.call('PATCH', moved.mine, { notes: 'Late' })
    expect(await listed('?waiting=true')).toEqual([near.id, far.id, moved.id, fresh.id])
    for (const one of [far, moved]) await see(one)
    expect(await listed('?waiting=true')).toEqual([near.id, far.id, fresh.id])
    await change(near.id, { status: 'cancelled' })
    await change(far.id, { status: 'confirmed' })
    server.clock.set(new Date(at('17:00')))
    expect(await listed('?waiting=true')).toEqual([])
  })

  it('reads nothing of what a guest cancelled before anybody saw it, which is deleted after its time', async () => {
    const gone = await fixture.made(fixture.asGuest({}, { headers: { 'idempotency-key': 'gone' } }))
    const [seen, known] = [await guestMade(), await guestMade({ at: at('20:00') })]
    for (const one of [seen, known]) await see(one)
    await server.call('PATCH', known.mine, { notes: 'Late' })
    for (const { mine } of [gone, seen, known]) await server.call('DELETE', mine)
    expect(await listed('?waiting=true')).toEqual([known.id, seen.id])
    expect(await listed('')).toEqual([seen.id, known.id])
    expect((await server.call('GET', gone.mine)).json()).toMatchObject({ status: 'cancelled', name: 'Ana Pop' })
    const { db } = server.connection
    const removeAt = (now: string) => removeOver(db, new Date(now), 'Europe/Bucharest')
    await removeAt(at('17:00'))
    expect((await server.call('GET', gone.mine)).statusCode).toBe(200)
    await removeAt(at('17:01'))
    expect(await why(server.call('GET', gone.mine))).toEqual([404, 'not_found'])
    expect(await listed('')).toEqual([seen.id, known.id])
    const stored = await db.select().from(idempotencyKeys)
    expect(JSON.stringify(stored)).not.toContain(gone.phoneNumber)
  })

  it('can always choose the next quarter of an hour while it is open, also after the last seating', async () => {
    const free = async (now: string, date = '2026-11-24') => {
      server.clock.set(new Date(now))
      const times = await server.asOwner('GET', `/api/reservations/free?date=${date}&party=2`)
      return times.json<{ at: string }[]>().map(({ at: time }) => time)
    }
    // The last seating is at 22:00, the closing at 23:00.
    expect(await free(at('20:41'))).toEqual([at('20:45')])
    expect((await house({ at: at('20:45') })).statusCode).toBe(201)
    expect(await free(at('21:10'))).toEqual([])
    expect(await free(at('20:41'), '2026-11-25')).not.toContain(at('20:45'))
  })

  it('reads that it has declined a request, and not just cancelled a reservation', async () => {
    await rules({ asksFrom: 3 })
    const asked = await guestMade({ party: 4 })
    expect((await change(asked.id, { status: 'cancelled' })).json()).toMatchObject({ declined: true })
    expect((await change(asked.id, { status: 'asked' })).json().declined).toBeUndefined()
    const { id } = await houseMade()
    expect((await change(id, { status: 'cancelled' })).json().declined).toBeUndefined()
  })

  it('is told the free times of a day with the tables that it would get, by the function that then places it', async () => {
    const tables = await tableIds()
    await houseMade({ at: at('17:00'), until: at('18:00'), tableIds: [tables.get(9)] })
    const { id, tableIds: own } = await houseMade({ at: at('17:30'), until: at('18:30'), party: 3 })
    // Others sit at the larger one, and are asked to leave in time.
    await setTable(tables.get(5), 'occupied')
    const free = async (query: string) =>
      (await server.asOwner('GET', `/api/reservations/free?${query}`)).json<
        { at: string; tableIds: number[] | null }[]
      >()
    const day = await free('date=2026-11-24&party=2')
    // From half an hour ago to the last seating, and while it is open the next quarter of an hour.
    expect([day[0]?.at, day[1]?.at, day.at(-1)?.at]).toEqual([at('12:00'), at('12:15'), at('20:00')])
    expect(new Set(day.map(({ tableIds: ids }) => JSON.stringify(ids)))).toEqual(
      new Set([null, [tables.get(9)], [tables.get(5)]].map((ids) => JSON.stringify(ids))),
    )
    for (const { at: time, tableIds: expected } of day) {
      const sent = await house({ at: time })
      expect([time, sent.statusCode === 201 ? sent.json().reservation.tableIds : sent.json().code]).toEqual([
        time,
        expected ?? 'no_table',
      ])
      if (sent.statusCode === 201) await server.connection.db.execute(sql`delete from reservations where id > ${id}`)
    }
    // Of one that is changed its own tables are free, and it keeps its length.
    const moved = await free(`date=2026-11-24&party=3&except=${id}`)
    expect(moved.find((one) => one.at === at('17:30'))?.tableIds).toEqual(own)
    expect((await free('date=2026-11-24&party=3')).find((one) => one.at === at('17:30'))?.tableIds).toBeNull()
    expect((await free('date=2026-11-24&party=5')).every((one) => one.tableIds === null)).toBe(true)
    expect((await free('date=2027-11-20&party=2')).length).toBeGreaterThan(10)
    expect(await why(server.asOwner('GET', '/api/reservations/free?date=2026-11-24&party=2&except=999999'))).toEqual([
      404,
      'not_found',
    ])
    expect((await server.call('GET', '/api/reservations/free?date=2026-11-24&party=2')).statusCode).toBe(401)
  })

  it('marks as seen the version that it has read, and no later one', async () => {
    const { id, mine } = await guestMade()
    expect(await why(seeVersion(id))).toEqual([400, 'invalid_input', 'version'])
    await server.call('DELETE', mine)
    const refused = await seeVersion(id, 1)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'reservation_changed', reservation: { status: 'cancelled', version: 2, seenAt: null } },
    ])
    const other = await guestMade()
    await server.call('PATCH', other.mine, { notes: 'Late' })
    expect(await why(seeVersion(other.id, 1))).toMatchObject([409, 'reservation_changed'])
    expect(await listed('?waiting=true')).toEqual([other.id])
    const seen = (await seeVersion(other.id, 2)).json()
    expect(seen).toMatchObject({ version: 2, seenAt: at('12:03') })
    server.clock.set(new Date(at('12:05')))
    expect((await seeVersion(other.id, 2)).json()).toEqual(seen)
    expect(await why(seeVersion(999_999, 1))).toEqual([404, 'not_found'])
  })

  it('has not read what another program changes without naming its version', async () => {
    const { id } = await guestMade()
    const changed = await change(id, { notes: 'By the window' })
    expect(changed.json()).toMatchObject({ notes: 'By the window', seenAt: null })
    expect(await listed('?waiting=true')).toEqual([id])
    const { version } = changed.json<{ version: number }>()
    const read = await change(id, { notes: 'By the door' }, { 'if-match': `"${version}"` })
    expect(read.json()).toMatchObject({ notes: 'By the door', seenAt: at('12:03') })
  })

  it('is told whether some are left while it takes none', async () => {
    const settings = async (cookie?: string) =>
      (await server.call('GET', '/api/settings', undefined, { headers: cookie ? { cookie } : {} })).json()
    const { id } = await guestMade()
    expect(await settings(server.owner)).not.toHaveProperty('reservationsLeft')
    expect((await rules({ on: false, online: false })).json()).toMatchObject({ reservationsLeft: true })
    expect(await settings(people.floor)).toMatchObject({ reservationsLeft: true })
    expect(await settings()).not.toHaveProperty('reservationsLeft')
    await change(id, { status: 'cancelled' })
    expect(await settings(people.floor)).toMatchObject({ reservationsLeft: false })
  })

  it('is not flooded by one who reserves and cancels', async () => {
    const real = await guestMade()
    const from = { remoteAddress: '10.66.6.6' }
    const answers: number[] = []
    for (let i = 0; i < 20; i++) {
      const sent = await fixture.asGuest({ at: at('19:00') }, from)
      answers.push(sent.statusCode)
      if (sent.statusCode === 201)
        await server.call('DELETE', sent.json<{ link: string }>().link.replace('/reserve/', '/api/reservations/mine/'))
    }
    expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => (i < 5 ? 201 : 429)))
    for (const query of ['', '?waiting=true']) expect(await listed(query)).toEqual([real.id])
    server.clock.set(new Date(at('12:13')))
    expect((await fixture.asGuest({ at: at('19:00') }, from)).statusCode).toBe(201)
  })

  it('says why a step cannot be taken, in words of the house', async () => {
    const says = async (id: number, status: string) => (await change(id, { status })).json().message
    const today = await houseMade({ at: at('17:00') })
    const tomorrow = await houseMade({ at: new Date(Date.parse(at('17:00')) + 24 * 60 * 60_000).toISOString() })
    expect([await says(today.id, 'done'), await says(today.id, 'no_show'), await says(tomorrow.id, 'seated')]).toEqual([
      'The guests have not arrived yet',
      'The time of this reservation has not come yet',
      'This reservation is for tomorrow',
    ])
    await change(today.id, { status: 'seated' })
    expect(await says(today.id, 'cancelled')).toBe('The guests are already at the table')
  })

  it('takes steps, and each back for half an hour', async () => {
    const { id } = await houseMade({ at: at('12:00') })
    for (const [status, expected] of [
      ['done', [409, 'reservation_over']],
      ['asked', [409, 'reservation_over']],
      ['seated', [200]],
      ['cancelled', [409, 'reservation_over']],
      ['done', [200]],
      ['seated', [200]],
      ['confirmed', [409, 'reservation_over']],
    ] as const)
      expect([status, await why(change(id, { status }))]).toEqual([status, expected])
    const later = await houseMade({ at: at('17:00') })
    expect(await why(change(later.id, { status: 'no_show' }))).toEqual([409, 'reservation_over'])
    await change(later.id, { status: 'cancelled' })
    const other = await houseMade({ party: 3 })
    await change(later.id, { tableIds: other.tableIds })
    expect(await why(change(later.id, { status: 'confirmed' }))).toEqual([200])
    await change(later.id, { status: 'cancelled' })
    server.clock.set(new Date(at('12:34')))
    expect(await why(change(later.id, { status: 'confirmed' }))).toEqual([409, 'too_late'])
    expect((await read(later.id)).history.at(-1)).toMatchObject({ user: 'boss', status: 'cancelled' })
  })

  it('takes no step back to a table that has been promised since', async () => {
    const { id } = await houseMade({ party: 4 })
    await change(id, { status: 'cancelled' })
    await guestMade({ party: 4 })
    expect(await why(change(id, { status: 'confirmed' }))).toEqual([409, 'table_taken', 5])
  })

  it('leaves who sits where they sit, whatever changes, unless others are promised the table', async () => {
    const tables = await tableIds()
    const { id } = await houseMade({ at: at('12:00'), until: at('13:00') })
    const seated = (await change(id, { status: 'seated', party: 4 })).json()
    expect(seated).toMatchObject({ status: 'seated', party: 4, tableIds: [tables.get(9)] })
    await houseMade({ at: at('14:00'), tableIds: [tables.get(9)] })
    expect(await why(change(id, { party: 5 }))).toEqual([200])
    expect(await why(change(id, { until: at('14:30') }))).toEqual([409, 'table_taken', 9])
    expect(await why(change(id, { until: at('14:00') }))).toEqual([200])
    expect((await read(id)).tableIds).toEqual([tables.get(9)])
    expect((await change(id, { tableIds: [tables.get(5)] })).json().tableIds).toEqual([tables.get(5)])
    expect([await statusOf(9), await statusOf(5)]).toEqual(['available', 'occupied'])
  })

  it('moves who is to come to another table if theirs is taken or too small', async () => {
    const tables = await tableIds()
    const { id } = await houseMade({ at: at('14:00') })
    await houseMade({ at: at('17:00'), tableIds: [tables.get(9)] })
    expect((await change(id, { until: at('17:30') })).json().tableIds).toEqual([tables.get(5)])
    expect((await change(id, { until: at('16:00'), party: 4 })).json().tableIds).toEqual([tables.get(5)])
    expect(await why(change(id, { party: 5 }))).toEqual([409, 'no_table'])
  })

  it('confirms what asks: a table is chosen, or named', async () => {
    await rules({ asksFrom: 2 })
    const [one, two] = [await guestMade(), await guestMade({ party: 4 })]
    expect((await change(one.id, { status: 'confirmed' })).json().tableIds).toEqual([(await tableIds()).get(9)])
    expect(await why(change(two.id, { status: 'confirmed', at: at('17:00') }))).toEqual([200])
    expect((await change(two.id, { status: 'asked' })).json().tableIds).toEqual([])
  })

  it('changes only the version that it knows', async () => {
    const { id } = await houseMade()
    await change(id, { notes: 'First' })
    const refused = await change(id, { notes: 'Second' }, { 'if-match': '"1"' })
    expect([refused.statusCode, refused.json().reservation]).toMatchObject([409, { notes: 'First', version: 2 }])
    expect((await change(id, { notes: 'Second' }, { 'if-match': '"2"' })).statusCode).toBe(200)
  })

  it('takes a change that changes nothing, whatever version it names', async () => {
    const { id, until } = await houseMade()
    const tables = [...(await tableIds()).values()].reverse()
    const all = { at: at('18:00'), until, party: 3, phoneNumber: '0712 345 679', notes: 'Late', tableIds: tables }
    const sent = { ...all, until: at('21:00'), status: 'confirmed' }
    const changed = (await change(id, sent, { 'if-match': '"1"' })).json()
    const repeated = await change(id, sent, { 'if-match': '"1"' })
    expect([changed.version, repeated.statusCode, repeated.json()]).toEqual([2, 200, changed])
    expect((await change(id, { ...sent, party: 4 }, { 'if-match': '"1"' })).statusCode).toBe(409)
  })

  it('cancels all to come of a number, or of an address', async () => {
    const spam: { id: number }[] = []
    for (let i = 0; i < 3; i++)
      spam.push(await fixture.made(fixture.asGuest({ at: at('17:00', 25 + i) }, { remoteAddress: '10.7.7.7' })))
    const other = await guestMade()
    const cancel = (same: string) => server.asOwner('POST', '/api/reservations/cancel', { id: spam[0]?.id, same })
    expect([(await read(spam[0]?.id ?? 0)).fromAddress, (await read(other.id)).fromAddress]).toEqual([3, 1])
    expect((await cancel('number')).json()).toEqual({ cancelled: 1 })
    expect((await cancel('address')).json()).toEqual({ cancelled: 2 })
    expect((await read(other.id)).status).toBe('confirmed')
  })
})

describe('a table', () => {
  it('reads as reserved from half an hour before, after "Available" too, and guests read no name', async () => {
    const { id } = await houseMade()
    const tables = await tableIds()
    expect(await floorOf(9)).toMatchObject({
      status: 'available',
      reservation: { id, at: at('17:00'), name: 'Dan Ilie', party: 2 },
    })
    server.clock.set(new Date(at('16:30')))
    expect((await setTable(tables.get(9), 'available')).json().status).toBe('reserved')
    for (const cookie of ['', server.owner]) expect(await statusOf(9, cookie)).toBe('reserved')
    expect((await server.call('GET', '/api/tables')).body).not.toContain('Dan')
    await change(id, { status: 'seated' })
    expect(await floorOf(9)).toMatchObject({ status: 'occupied', reservation: null })
    await setTable(tables.get(9), 'available')
    expect(await read(id)).toMatchObject({ status: 'done' })
    expect(await statusOf(9)).toBe('available')
  })

  it('where who reserved sits reads who, and since when, also without an order; guests read neither', async () => {
    const table = (await tableIds()).get(9)
    const { id } = await houseMade({ at: at('12:00'), until: at('13:00') })
    const seatedAt = async () => (await read(id)).seatedAt
    expect([await seatedAt(), await floorOf(9)]).toMatchObject([null, { since: null, seated: null }])
    await change(id, { status: 'seated' })
    const since = at('12:03')
    const seated = { id, name: 'Dan Ilie', party: 2, at: since }
    expect([await seatedAt(), await floorOf(9)]).toMatchObject([since, { since, seated, reservation: null }])
    server.clock.set(new Date(at('12:50')))
    await change(id, { party: 3 })
    const order = takeaway(server, { tableId: table ?? 0, diningOption: 'dine-in' })
    await server.asOwner('POST', '/api/orders', order)
    const next = await houseMade({ at: at('13:00'), tableIds: [table], name: 'Ioana Pop' })
    await change(next.id, { status: 'seated' })
    expect(await floorOf(9)).toMatchObject({ since, seated: { id: next.id, name: 'Ioana Pop', at: at('12:50') } })
    expect((await server.call('GET', '/api/tables')).body).not.toContain('seated')
    await change(next.id, { status: 'done' })
    await change(id, { status: 'done' })
    expect([await seatedAt(), await floorOf(9)]).toMatchObject([null, { since: at('12:50'), seated: null }])
    server.clock.set(new Date(at('13:10')))
    await change(id, { status: 'seated' })
    expect(await seatedAt()).toBe(at('13:10'))
    await server.connection.db.execute(sql`update orders set status = 'completed', table_id = null`)
  })

  it('that is freed on the next day ends nothing that the clock has ended', async () => {
    const { id, tableIds: own } = await houseMade({ at: at('12:00') })
    await change(id, { status: 'seated' })
    server.clock.set(new Date(at('02:00', 25)))
    const ended = await read(id)
    expect([ended.status, await floorOf(9)]).toMatchObject(['done', { since: null, seated: null, status: 'occupied' }])
    await setTable(own[0], 'available')
    expect(await read(id)).toEqual(ended)
  })

  it('is told to be promised to who seats, moves or orders there, and to no guest', async () => {
    const { tableIds: own } = await houseMade({ at: at('13:30') })
    const promised = { at: at('13:30'), party: 2, name: 'Dan Ilie' }
    expect((await setTable(own[0], 'occupied')).json().promised).toEqual(promised)
    const order = takeaway(server, { tableId: own[0] ?? 0, diningOption: 'dine-in' })
    const { promised: told, id } = (await server.asOwner('POST', '/api/orders', order)).json()
    expect(told).toEqual(promised)
    expect((await server.call('POST', '/api/orders', order)).json()).not.toHaveProperty('promised')
    const other = (await tableIds()).get(5)
    expect((await server.asOwner('PATCH', `/api/orders/${id}`, { tableId: other })).json()).not.toHaveProperty(
      'promised',
    )
    const back = await server.asOwner('PATCH', `/api/orders/${id}`, { tableId: own[0] })
    expect(back.json().promised).toEqual(promised)
    await server.connection.db.execute(sql`update orders set status = 'completed', table_id = null`)
  })

  it('takes its seated reservation along when the guests move, but not to a promised table', async () => {
    const tables = await tableIds()
    const { id } = await houseMade({ at: at('12:00') })
    await change(id, { status: 'seated' })
    const order = takeaway(server, { tableId: tables.get(9) ?? 0, diningOption: 'dine-in' })
    const placed = (await server.asOwner('POST', '/api/orders', order)).json()
    const moveTo = (number: number) =>
      server.asOwner('PATCH', `/api/orders/${placed.id}`, { tableId: tables.get(number) })
    await moveTo(5)
    expect(await read(id)).toMatchObject({ status: 'seated', tableIds: [tables.get(5)] })
    await houseMade({ at: at('13:00'), tableIds: [tables.get(9)] })
    expect((await moveTo(9)).json().promised).toMatchObject({ at: at('13:00') })
    expect(await read(id)).toMatchObject({ status: 'seated', tableIds: [] })
    await server.connection.db.execute(sql`update orders set status = 'completed', table_id = null`)
  })

  it('ends the reservation of several tables with the last one, also if two are freed at once', async () => {
    const tables = await tableIds()
    const [four, two] = [tables.get(5) ?? 0, tables.get(9) ?? 0]
    const { id } = await houseMade({ party: 6, at: at('12:00'), tableIds: [four, two] })
    await change(id, { status: 'seated' })
    let other: ReturnType<typeof setTable> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await lockTable(tx, two)
      await writeStatus(tx, two, 'available', server.clock.now())
      other = setTable(four, 'available')
      await untilLockWaits(server)
    })
    expect((await other)?.statusCode).toBe(200)
    expect((await read(id)).status).toBe('done')
  })

  it('with reservations to come is not deleted; past ones lose it', async () => {
    const { id: table } = (await server.asOwner('POST', '/api/tables', { number: 70, capacity: 9 })).json()
    const { id } = await houseMade({ party: 9 })
    const remove = () => server.asOwner('DELETE', `/api/tables/${table}`)
    expect(await why(remove())).toEqual([409, 'table_reserved'])
    await change(id, { status: 'cancelled' })
    expect((await remove()).statusCode).toBe(204)
    expect((await read(id)).tableIds).toEqual([])
  })

  it('or the hours can change: who can no longer be kept has a problem, which Before service counts', async () => {
    const tables = await tableIds()
    const edit = (number: number, body: object) => server.asOwner('PATCH', `/api/tables/${tables.get(number)}`, body)
    const [two, four] = [await guestMade(), await guestMade({ party: 4 })]
    const problems = async () => [(await read(two.id)).problem, (await read(four.id)).problem]
    await edit(5, { capacity: 3 })
    await edit(9, { reservable: false })
    // A table that guests are given no more is still the one that was promised.
    expect(await problems()).toEqual([null, 'too_small'])
    const { checks } = (await server.asOwner('GET', '/api/before-service')).json()
    expect(checks.find(({ name }: { name: string }) => name === 'reservationProblems')).toMatchObject({
      state: 'wrong',
    })
    await edit(5, { capacity: 4 })
    await edit(9, { reservable: true })
    expect(await problems()).toEqual([null, null])
    await rules({ lastSeatingMinutes: 0 })
    expect((await houseMade({ at: at('21:00') })).problem).toBeNull()
    expect((await houseMade({ at: at('21:05'), tableIds: [] })).problem).toBe('closed')
    await setSettings({
      openingHours: { weekly: [{ day: 1, from: '12:00', to: '23:00' }], exceptions: [] },
    })
    expect(await problems()).toEqual(['closed', 'closed'])
    expect(await why(setSettings({ openingHours: null }))).toEqual([400, 'invalid_input', 'openingHours'])
  })
})

describe('live', () => {
  it('floor and owners hear of each change, and the kitchen does not', async () => {
    const url = await listenUrl(server.app)
    const [floor, kitchen] = await Promise.all(
      [people.floor, people.kitchen].map((cookie) => openTestSocket(url, { cookie })),
    )
    await guestMade()
    await floor?.waitForFrames({ type: 'CHANGED', payload: { area: 'reservations' } }, { type: 'FLOOR_CHANGED' })
    expect(JSON.stringify(kitchen?.receivedFrames())).not.toContain('reservations')
    for (const socket of [floor, kitchen]) socket?.socket.close()
  })
})

describe('erasing', () => {
  it('takes who reserved, the link and the stored response, once it is over, and again after a restore', async () => {
    const body = { at: at('17:00'), party: 2, name: 'Zamfira Pop', phoneNumber: '0712 345 678', notes: 'Zamfira' }
    const headers = { 'idempotency-key': 'erased' }
    const send = () => server.call('POST', '/api/reservations', body, { headers })
    const { id, mine } = await fixture.made(send())
    const erase = () => server.asOwner('POST', `/api/reservations/${id}/erase`)
    expect(await why(erase())).toEqual([409, 'open_orders'])
    await change(id, { status: 'cancelled' })
    expect((await erase()).json()).toMatchObject({ name: '', phoneNumber: '', notes: null, party: 2 })
    expect((await server.call('GET', mine)).statusCode).toBe(404)
    // A name that is typed again would stay for good.
    for (const again of [{ name: 'Zamfira' }, { status: 'confirmed' }])
      expect(await why(change(id, again))).toEqual([409, 'reservation_over'])
    expect((await send()).body).not.toContain('Zamfira')
    const { db } = server.connection
    await db.execute(sql`update reservations set name = 'Zamfira', erased_at = null where id = ${id}`)
    expect(await inTransaction(db, (tx) => eraseReservationsAgain(tx, new Date()))).toBe(1)
    expect((await read(id)).name).toBe('')
  })

  it('of a customer takes their reservations along, which the customer shows and exports', async () => {
    await server.call(
      'POST',
      '/api/orders',
      takeaway(server, { phoneNumber: '0755 123 456', customerName: 'Zoe Marin' }),
    )
    const { id } = await fixture.made(fixture.asGuest({ phoneNumber: '0755 123 456', name: 'Zoe Marin' }))
    const [customer] = (await server.asOwner('GET', '/api/customers?q=zoe')).json<{ id: number }[]>()
    const url = `/api/customers/${customer?.id}`
    expect((await server.asOwner('GET', url)).json().reservations).toMatchObject([{ id }])
    expect((await server.asOwner('GET', `${url}/export`)).json().reservations).toMatchObject([
      { id, name: 'Zoe Marin' },
    ])
    expect((await server.asOwner('GET', `${url}/export?as=text`)).body).toContain('Reservation')
    await server.connection.db.execute(sql`update orders set status = 'completed'`)
    expect(await why(server.asOwner('DELETE', url))).toEqual([409, 'open_orders'])
    await change(id, { status: 'cancelled' })
    expect((await server.asOwner('DELETE', url)).statusCode).toBe(204)
    expect((await read(id)).name).toBe('')
  })
})
