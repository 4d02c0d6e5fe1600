import { describe, expect, it } from 'vitest'
import { normalized, pagesOf } from '#server/testing/pdf.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { eventsFixture } from './fixtures/events.ts'

const { asOwner, eventRequest, server } = eventsFixture()

describe('GET /api/events/{id}/proposal', () => {
  const add = async () => {
    const body = eventRequest({ discount: 10, language: 'ro', items: [{ menuItemId: server.soup, quantity: 2 }] })
    return (await server.call('POST', '/api/events', body, asOwner())).json<CateringEvent>().id
  }
  const get = (id: number, query = '') => server.call('GET', `/api/events/${id}/proposal${query}`, undefined, asOwner())

  it('returns the PDF inline, in the language of the event, and not to be cached', async () => {
    server.clock.set(new Date('2026-11-20T22:30:00Z'))
    await server.call('PATCH', '/api/settings', { restaurantName: 'La Conac' }, asOwner())
    const id = await add()
    const response = await get(id)
    expect([response.statusCode, response.headers]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="oferta-${id}.pdf"`,
        'cache-control': 'no-store',
        'content-length': String(response.rawPayload.length),
      },
    ])
    const [page = ''] = await pagesOf(response.rawPayload)
    expect(normalized(page)).toContain('Ciorbă de fasole 2 28.50 LEI 57.00 LEI')
    expect(normalized(page)).toContain('Total după reducere 51.30 LEI')
    // The event was entered after midnight at the restaurant.
    expect(normalized(page)).toContain(`Nr. ${id} · sâmbătă, 21 noiembrie 2026`)
    await server.call('PATCH', '/api/settings', { restaurantName: null }, asOwner())
    await server.call('PATCH', `/api/menu/${server.soup}`, { price: 9999 }, asOwner())
    await server.call('PATCH', `/api/events/${id}`, { status: 'confirmed' }, asOwner())
    expect((await get(id)).rawPayload.equals(response.rawPayload)).toBe(true)
    await server.call('PATCH', `/api/menu/${server.soup}`, { price: 2850 }, asOwner())
  })

  it.each(LANGUAGES)('returns the PDF in the requested language (%s)', async (language) => {
    const id = await add()
    const response = await get(id, `?language=${language}`)
    const [title, name] = language === 'ro' ? ['Ofertă de catering', 'oferta'] : ['Catering proposal', 'proposal']
    expect(normalized((await pagesOf(response.rawPayload))[0] ?? '')).toContain(title)
    expect(response.headers['content-disposition']).toBe(`inline; filename="${name}-${id}.pdf"`)
  })

  it('rejects an unknown language, and returns 404 for an unknown event', async () => {
    expect((await get(await add(), '?language=de')).statusCode).toBe(400)
    expect((await get(999_999)).statusCode).toBe(404)
  })

  it('rejects requests beyond the queue with Retry-After, and renders the others', async () => {
    const id = await add()
    const responses = await Promise.all(Array.from({ length: 30 }, () => get(id)))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9)
    const rejected = responses.find(({ statusCode }) => statusCode !== 200)
    expect([rejected?.statusCode, rejected?.json().code, rejected?.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ])
    expect((await get(id)).statusCode).toBe(200)
  })
})
