import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { erasures, eventItems, events as eventRows } from '#server/db/schema/index.ts'
import { announcedBy } from '#server/testing/database.ts'
import { eventsFixture } from '#server/testing/events.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { type CateringEvent, EVENTS_PER_PAGE } from '#shared/contracts/catering.ts'

const { add, eventRequest, send, server } = eventsFixture()

const list = async (query = '') => {
  const response = await server.asOwner('GET', `/api/events${query}`)
  return response.json<CateringEvent[]>()
}
const count = async () => (await server.connection.db.select().from(eventRows)).length
const change = (id: number, body: unknown) => server.asOwner('PATCH', `/api/events/${id}`, body)
describe('the status of an event', () => {
  it('can be set from any other status, and the change is announced to owners', async () => {
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const event = await add()
    await ownerSocket.waitForFrames({ type: 'CHANGED', payload: { area: 'events' } })
    ownerSocket.socket.close()
    const later = new Date('2026-11-20T13:00:00Z')
    server.clock.set(later)
    for (const status of ['confirmed', 'cancelled', 'pending', 'draft', 'draft']) {
      const announced = await announcedBy(server, async () => {
        const response = await change(event.id, { status })
        expect([response.statusCode, response.json()]).toEqual([
          200,
          { ...event, status, updatedAt: later.toISOString() },
        ])
      })
      // A clock that is moved is announced too.
      expect(announced.filter(({ id }) => id === 'events')).toEqual([{ topic: 'changed', id: 'events' }])
    }
  })
})

describe('deleting an event', () => {
  const remove = (id: number) => server.asOwner('DELETE', `/api/events/${id}`)

  it.each(['draft', 'pending'])(
    'removes a %s with its lines and proposal, and notes it in the journal',
    async (status) => {
      const { id } = await add({ status })
      const before = await count()
      const announced = await announcedBy(server, async () => expect((await remove(id)).statusCode).toBe(204))
      expect(announced).toContainEqual({ topic: 'changed', id: 'events' })
      expect(await count()).toBe(before - 1)
      expect(await server.connection.db.select().from(eventItems).where(eq(eventItems.eventId, id))).toEqual([])
      expect((await server.asOwner('GET', `/api/events/${id}/proposal`)).statusCode).toBe(404)
      expect((await remove(id)).statusCode).toBe(404)
      const journal = await server.asOwner('GET', '/api/journal?limit=1')
      expect(journal.json().entries).toMatchObject([
        { kind: 'event_deleted', username: 'boss', details: { event: id } },
      ])
      expect(journal.body).not.toContain('irlea')
    },
  )

  it.each(['confirmed', 'cancelled'])('is refused once it is %s', async (status) => {
    const { id } = await add({ status })
    const response = await remove(id)
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'event_decided', message: 'Only a draft or pending event can be deleted' },
    ])
    expect((await list()).some((event) => event.id === id)).toBe(true)
  })

  it('is refused if the event is confirmed at the same time, and otherwise the confirmation finds none', async () => {
    const { id } = await add({ status: 'pending' })
    const [removed, confirmed] = await Promise.all([remove(id), change(id, { status: 'confirmed' })])
    expect([
      [204, 404],
      [409, 200],
    ]).toContainEqual([removed.statusCode, confirmed.statusCode])
  })

  it('leaves no personal data: not in the stored response, and not after a backup is restored', async () => {
    const key = { 'idempotency-key': 'a deleted event' }
    const { id } = (await send(eventRequest({ status: 'pending' }), key)).json<CateringEvent>()
    const [row] = await server.connection.db.select().from(eventRows).where(eq(eventRows.id, id))
    expect((await remove(id)).statusCode).toBe(204)
    const repeated = await send(eventRequest({ status: 'pending' }), key)
    expect([repeated.statusCode, repeated.json()]).toMatchObject([201, { id, customerName: '', customerPhone: '' }])
    expect((await list()).some((event) => event.id === id)).toBe(false)
    const kept = await server.connection.db.select().from(erasures)
    expect(kept.map((erasure) => erasure.key)).toContain(row?.erasureKey)
  })
})

describe('listing', () => {
  const list = async (query = '') => {
    const response = await server.asOwner('GET', `/api/events${query}`)
    return response.json<CateringEvent[]>()
  }
  const count = async () => (await server.connection.db.select().from(eventRows)).length

  describe('searching events', () => {
    it('finds names, phone numbers, emails and notes, however they are written', async () => {
      const { id } = await add({
        customerName: 'Ghiță Ōkawa Dănuț',
        customerEmail: 'ghita.unic@exemplu.ro',
        customerPhone: '40799888777',
        notes: 'Fără ALUNE_100%',
      })
      const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map((event) => event.id)
      for (const q of ['ghita okawa', 'GHIȚĂ', 'unic@', '0799 888 777', '+40 799', 'fara alune_100%', "ghita' okawa"])
        expect(await found(q), q).toEqual([id])
      for (const q of ['okawa x', 'alune%100', "'; drop table events; --", '0799 888 778'])
        expect(await found(q), q).toEqual([])
      expect(await list(`?q=okawa&before=${id}`)).toEqual([])
      expect((await list('?q=')).length).toBe((await list()).length)
      const tooLong = await server.asOwner('GET', `/api/events?q=${'x'.repeat(101)}`)
      expect(tooLong.statusCode).toBe(400)
    })
  })

  it('a page of events contains the newest 200; the next page continues before the last one', async () => {
    const [row] = await server.connection.db.select().from(eventRows).limit(1)
    if (!row) throw new Error('there is no event')
    const copies = Array.from({ length: EVENTS_PER_PAGE + 5 }, () => {
      const { id, erasureKey, ...values } = row
      return values
    })
    await server.connection.db.insert(eventRows).values(copies)
    const all = await count()
    const first = await list()
    expect(first.length).toBe(200)
    const secondPage = await list(`?before=${first.at(-1)?.id}`)
    expect(secondPage.length).toBe(all - 200)
    const ids = [...first, ...secondPage].map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(await list('?before=1')).toEqual([])
    expect((await server.asOwner('GET', '/api/events?before=x')).statusCode).toBe(400)
  })
})
