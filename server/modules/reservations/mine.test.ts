import { describe, expect, it } from 'vitest'
import { at, bookFixture } from '#server/testing/book.ts'

const { asGuest, change, guestMade, houseMade, read, rules, server, setSettings, tableIds, why } = bookFixture()
const patch = (mine: string, body: object) => server.call('PATCH', mine, body)

describe('the page of a link', () => {
  it('shows the reservation, and is neither stored, found nor passed on', async () => {
    const { mine, ...reservation } = await guestMade()
    const response = await server.call('GET', mine)
    expect(response.json()).toEqual(reservation)
    expect(response.headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
    })
    expect(await why(server.call('GET', mine.slice(0, -1)))).toEqual([404, 'not_found'])
    expect(server.logged()).not.toContain(mine.split('/').at(-1))
  })

  it('changes time, party and notes, keeps its table where it can, and is new for the house', async () => {
    const { id, mine } = await guestMade()
    await server.asOwner('POST', `/api/reservations/${id}/seen`, { version: 1 })
    const tables = await tableIds()
    expect((await patch(mine, { at: at('17:30'), notes: 'Late' })).json()).toMatchObject({ until: at('19:30') })
    expect(await read(id)).toMatchObject({ tableIds: [tables.get(9)], seenAt: null, version: 2 })
    expect((await patch(mine, { party: 4 })).json().party).toBe(4)
    const after = await read(id)
    expect(after.tableIds).toEqual([tables.get(5)])
    expect(after.history.map(({ fields, user }) => [user, fields])).toEqual([
      [null, []],
      [null, ['at', 'until', 'notes']],
      [null, ['party', 'tableIds']],
    ])
    // What it was before, for the house.
    expect(after.history.map(({ was }) => was)).toEqual([
      undefined,
      { at: at('17:00') },
      { party: 2, tableIds: [tables.get(9)] },
    ])
    // A repetition changes nothing.
    expect((await patch(mine, { party: 4 })).json().version).toBe(3)
  })

  it('changes name and number, where that one has not three to come', async () => {
    const { id, mine } = await guestMade()
    const taken = { phoneNumber: '+40 712 000 002' }
    const first = await guestMade(taken)
    for (const day of [25, 26]) await guestMade({ ...taken, at: at('17:00', day) })
    expect(await why(patch(mine, { ...taken, name: 'Ion' }))).toEqual([429, 'too_many_requests'])
    expect((await patch(first.mine, { ...taken, name: 'Ion Pop' })).json()).toMatchObject({ name: 'Ion Pop' })
    expect((await patch(mine, { name: 'Ion', phoneNumber: '0712 000 003' })).json()).toMatchObject({
      ...{ name: 'Ion', phoneNumber: '40712000003', version: 2 },
    })
    expect((await read(id)).history.at(-1)).toMatchObject({ user: null, fields: ['name', 'phoneNumber'] })
    expect(await why(patch(mine, { name: 'I' }))).toEqual([400, 'invalid_input', 'name'])
    for (const phoneNumber of ['', '0712'])
      expect(await why(patch(mine, { phoneNumber }))).toEqual([400, 'invalid_input', 'phoneNumber'])
  })

  it('keeps its place when a change is refused', async () => {
    const { id, mine } = await guestMade()
    const [before] = [
      await read(id),
      await guestMade({ at: at('19:00'), party: 4 }),
      await guestMade({ at: at('19:00') }),
    ]
    expect(await why(patch(mine, { at: at('18:00') }))).toEqual([
      409,
      'slot_gone',
      [at('16:00'), at('16:30'), at('17:00')],
    ])
    expect(await why(patch(mine, { party: 9 }))).toEqual([400, 'party_too_large'])
    expect(await why(patch(mine, { at: at('17:10') }))).toEqual([400, 'invalid_input', 'at'])
    expect(await read(id)).toEqual(before)
  })

  it('keeps its table for another party at the same time, also where others still sit', async () => {
    const { mine } = await guestMade({ at: at('13:30'), party: 3 })
    await server.asOwner('PATCH', `/api/tables/${(await tableIds()).get(5)}/status`, { status: 'occupied' })
    server.clock.set(new Date(at('13:20')))
    expect((await patch(mine, { party: 4 })).statusCode).toBe(200)
    expect(await why(patch(mine, { at: at('14:00') }))).toEqual([
      409,
      'slot_gone',
      [at('14:30'), at('15:00'), at('15:30')],
    ])
  })

  it('keeps its length when it is moved, and is offered times at which that is free', async () => {
    const { id, mine } = await guestMade({ at: at('13:30') })
    await change(id, { until: at('18:30') })
    await houseMade({ at: at('19:00'), tableIds: [...(await tableIds()).values()] })
    const nearest = [at('13:30'), at('14:00'), at('10:00', 25)]
    expect(await why(patch(mine, { at: at('18:00') }))).toEqual([409, 'slot_gone', nearest])
    expect((await patch(mine, { at: at('14:00') })).json().until).toBe(at('19:00'))
  })

  it('needs the house for what the house decides, until the party is small again', async () => {
    await rules({ asksFrom: 4 })
    const { id, mine } = await guestMade()
    expect(await why(patch(mine, { party: 4 }))).toEqual([409, 'ask_house'])
    const asked = await guestMade({ party: 4 })
    expect((await patch(asked.mine, { at: at('18:00') })).json()).toMatchObject({ status: 'asked' })
    expect((await patch(asked.mine, { party: 3 })).json()).toMatchObject({ status: 'confirmed' })
    expect((await read(asked.id)).tableIds).toHaveLength(1)
    expect((await read(id)).status).toBe('confirmed')
  })

  it('cancels, again too, and nothing more can be changed then, nor once its time has come', async () => {
    const { id, mine } = await guestMade()
    for (let i = 0; i < 2; i++) expect((await server.call('DELETE', mine)).statusCode).toBe(204)
    expect((await read(id)).status).toBe('cancelled')
    const twice = await guestMade()
    const cancelled = await Promise.all([1, 2].map(() => server.call('DELETE', twice.mine)))
    expect(cancelled.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    for (const response of [patch(mine, { party: 1 }), server.call('GET', `${mine}/calendar`)])
      expect(await why(response)).toEqual([409, 'reservation_over'])
    const other = await guestMade()
    server.clock.set(new Date(at('17:00')))
    for (const response of [patch(other.mine, { notes: 'x' }), server.call('DELETE', other.mine)])
      expect(await why(response)).toEqual([409, 'reservation_over'])
    expect((await server.call('GET', other.mine)).statusCode).toBe(200)
  })

  it('works when reservations are off, but for another time', async () => {
    const { mine } = await guestMade()
    await rules({ on: false, online: false })
    expect((await patch(mine, { notes: 'Late' })).statusCode).toBe(200)
    expect(await why(patch(mine, { at: at('18:00') }))).toEqual([409, 'reservations_off'])
    expect((await server.call('DELETE', mine)).statusCode).toBe(204)
  })

  it('has a calendar file with one UID, in UTC', async () => {
    const { id, mine } = await guestMade()
    const file = async () => (await server.call('GET', `${mine}/calendar`)).body
    const before = await file()
    expect(before).toContain('DTSTART:20261124T170000Z\r\nDTEND:20261124T190000Z')
    await change(id, { at: at('18:00') })
    // RFC 5545 ends every line with CRLF.
    expect(before).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    const uid = /UID:.*/
    expect((await file()).match(uid)?.[0]).toBe(before.match(uid)?.[0])
    expect(await file()).toContain('DTSTART:20261124T180000Z')
  })

  it('is given for a reservation of the house too', async () => {
    const { mine } = await houseMade()
    expect((await server.call('GET', mine)).json()).toMatchObject({ name: 'Dan Ilie', phoneNumber: '' })
    expect((await asGuest()).headers['cache-control']).toBe('no-store')
  })
})

describe('the times to which a reservation can be moved', () => {
  type Times = { maxParty: number; days: string[]; times: { at: string; full: boolean }[] }
  const timesOf = async (mine: string, query = '') => (await server.call('GET', `${mine}/times${query}`)).json<Times>()
  const freeOf = ({ times }: Times) => times.filter(({ full }) => !full).map((time) => time.at.slice(11, 16))

  it('are free where only its own table is taken, for its own length, and are those that the change accepts', async () => {
    const { id, mine } = await guestMade({ party: 3 })
    await change(id, { until: at('20:00') })
    await guestMade({ at: at('20:00'), party: 4 })
    const offered = await timesOf(mine)
    expect(freeOf(offered)).toEqual(['13:30', '14:00', '14:30', '15:00', '15:30', '16:00', '16:30', '17:00'])
    expect((await timesOf(mine, '?party=1')).times.find((time) => time.at === at('20:00'))?.full).toBe(false)
    for (const { at: time, full } of offered.times) {
      expect([time, (await patch(mine, { at: time })).statusCode]).toEqual([time, full ? 409 : 200])
      await patch(mine, { at: at('17:00') })
    }
    expect(freeOf(await timesOf(mine, '?date=2026-11-25'))).toHaveLength(21)
    expect((await timesOf(mine, '?date=2027-11-25')).times).toEqual([])
  })

  it('have its own among them, also between the others, for too many, and while there are no others', async () => {
    const odd = await houseMade({ at: at('17:10'), party: 7, tableIds: [...(await tableIds()).values()] })
    expect(freeOf(await timesOf(odd.mine))).toEqual(['17:10'])
    expect((await timesOf(odd.mine, '?party=2')).times.find((time) => time.at === at('17:10'))?.full).toBe(false)
    expect(await why(server.call('GET', `${odd.mine}/times?party=8`))).toEqual([400, 'party_too_large'])
    await rules({ on: false, online: false })
    expect(await timesOf(odd.mine)).toEqual({
      ...{ maxParty: 0, asks: null, days: ['2026-11-24'], times: [{ at: at('17:10'), full: false }] },
    })
  })

  it('are for fewer people than the house decides about, once it is confirmed', async () => {
    await rules({ asksFrom: 4, maxParty: 6 })
    expect((await timesOf((await guestMade()).mine)).maxParty).toBe(3)
    const asked = await guestMade({ party: 6 })
    expect(await timesOf(asked.mine)).toMatchObject({ maxParty: 6, asks: 4 })
    expect(freeOf(await timesOf(asked.mine))).toContain('17:30')
  })

  it('are nobody else’s, and nothing once it is over', async () => {
    const { mine } = await guestMade()
    expect((await server.call('GET', `${mine}/times`)).headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
    })
    expect(await why(server.call('GET', `${mine.slice(0, -1)}/times`))).toEqual([404, 'not_found'])
    server.clock.set(new Date(at('17:00')))
    expect(await why(server.call('GET', `${mine}/times`))).toEqual([409, 'reservation_over'])
  })

  it('past midnight are of the evening, whose date they have', async () => {
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '20:00', to: '02:00' }))
    await setSettings({ openingHours: { weekly, exceptions: [] } })
    const { mine } = await guestMade({ at: at('22:30') })
    const { days, times } = await timesOf(mine)
    expect([days[0], times[0]?.at, times.at(-1)?.at]).toEqual(['2026-11-24', at('18:00'), at('23:00')])
  })
})
