import { describe, expect, it } from 'vitest'
import { at, bookFixture } from './fixtures/book.ts'

const { asGuest, change, guestMade, houseMade, read, rules, server, tableIds, why } = bookFixture()
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
    await server.asOwner('POST', `/api/reservations/${id}/seen`)
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
    // A repetition changes nothing.
    expect((await patch(mine, { party: 4 })).json().version).toBe(3)
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
