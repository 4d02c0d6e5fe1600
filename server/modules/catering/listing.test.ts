import { describe, expect, it } from 'vitest'
import { events as eventRows } from '#server/db/schema/index.ts'
import { type CateringEvent, EVENTS_PER_PAGE } from '#shared/contracts/catering.ts'
import { eventsFixture } from './fixtures/events.ts'

const { add, asOwner, server } = eventsFixture()

const list = async (query = '') => {
  const response = await server.call('GET', `/api/events${query}`, undefined, asOwner())
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
    for (const q of ['ghita okawa', 'GHIȚĂ', 'danut', 'unic@', '0799 888 777', '+40 799', 'fara alune_100%', ' okawa '])
      expect(await found(q), q).toEqual([id])
    for (const q of ['okawa x', 'alune%100', "'; drop table events; --", '0799 888 778'])
      expect(await found(q), q).toEqual([])
    expect(await list(`?q=okawa&before=${id}`)).toEqual([])
    expect((await list('?q=')).length).toBe((await list()).length)
    const tooLong = await server.call('GET', `/api/events?q=${'x'.repeat(101)}`, undefined, asOwner())
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
  expect((await server.call('GET', '/api/events?before=x', undefined, asOwner())).statusCode).toBe(400)
})
