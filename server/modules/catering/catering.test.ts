import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { events as eventRows, menuCategories, menuItems } from '#server/db/schema/index.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { ENTERED_AT, eventsFixture } from '#server/testing/events.ts'
import { normalized, pagesOf } from '#server/testing/pdf.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { LANGUAGES } from '#shared/domain/language.ts'

const { add, eventRequest, send, server } = eventsFixture()

const list = async (query = '') => {
  const response = await server.asOwner('GET', `/api/events${query}`)
  return response.json<CateringEvent[]>()
}
const count = async () => (await server.connection.db.select().from(eventRows)).length
const setSettings = (body: unknown) => server.asOwner('PATCH', '/api/settings', body)

/** Adds a dish for a test that changes or deletes it. */
async function newDish(values: Partial<typeof menuItems.$inferInsert> = {}): Promise<number> {
  const { db } = server.connection
  const [category] = await db.select({ id: menuCategories.id }).from(menuCategories).limit(1)
  const [dish] = await db
    .insert(menuItems)
    .values({
      categoryId: category?.id ?? 0,
      name: 'Sarmale',
      nameRo: 'Sarmale cu mămăliguță',
      price: 3200,
      allergenCodes: ['gluten', 'milk'],
      allergens: 'urme de nuci',
      createdAt: ENTERED_AT,
      updatedAt: ENTERED_AT,
      ...values,
    })
    .returning({ id: menuItems.id })
  return dish?.id ?? 0
}

describe('a catering event', () => {
  it('is stored with current names, prices and allergens, sums, and its validity', async () => {
    const sarmale = await newDish()
    const items = [
      { menuItemId: sarmale, quantity: 20, name: 'Another name', priceAtTimeOfEvent: 2999 },
      { menuItemId: server.soup, quantity: 3, priceAtTimeOfEvent: null },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const event = await add({ items, discount: 12.35, notes: ' La ora 13 ', language: 'ro', status: 'pending' })
    expect(event).toEqual({
      id: expect.any(Number),
      customerName: 'Ștefania Țîrlea',
      customerEmail: 'stefania@exemplu.ro',
      customerPhone: '40712345678',
      eventDate: '2026-12-24',
      numberOfGuests: 40,
      discount: 12.35,
      notes: 'La ora 13',
      language: 'ro',
      status: 'pending',
      currency: 'lei',
      items: [
        {
          id: expect.any(Number),
          menuItemId: sarmale,
          quantity: 20,
          name: 'Sarmale',
          nameRo: 'Sarmale cu mămăliguță',
          priceAtTimeOfEvent: 2999,
          options: [],
          allergenCodes: ['gluten', 'milk'],
          allergens: 'urme de nuci',
          allergensChecked: false,
        },
        expect.objectContaining({ name: 'Bean soup', priceAtTimeOfEvent: 2850, allergenCodes: [], allergens: null }),
        expect.objectContaining({ name: 'Pizza', nameRo: '', priceAtTimeOfEvent: 4200 }),
      ],
      total: 72_730,
      totalAfterDiscount: 63_748,
      validUntil: '2026-12-04',
      createdAt: ENTERED_AT.toISOString(),
      updatedAt: ENTERED_AT.toISOString(),
    })
    expect((await list())[0]).toEqual(event)
  })

  it('does not say of a set menu that it contains none of the 14, whatever was checked', async () => {
    const declared = { allergens: null, allergenCodes: [], allergensChecked: true }
    const [dish, menu] = [await newDish(declared), await newDish({ ...declared, isSetMenu: true })]
    const event = await add({ items: [dish, menu].map((menuItemId) => ({ menuItemId, quantity: 1 })) })
    const checked = new Map(event.items.map((line) => [line.menuItemId, line.allergensChecked]))
    expect([checked.get(dish), checked.get(menu)]).toEqual([true, false])
  })

  it('keeps the chosen options of a dish, with their price and allergens, also in its proposal', async () => {
    const sarmale = await newDish({ price: 3000, allergens: null })
    const group = {
      name: 'With',
      nameRo: 'Cu',
      max: 3,
      options: [{ name: 'Egg', nameRo: 'Ou', price: 250, times: 2, allergenCodes: ['eggs'] }],
    }
    const left = { name: 'Left out', without: true, options: [{ name: 'onion', nameRo: 'ceapă' }] }
    const [egg, onion] = await Promise.all(
      [group, left].map(async (body) => {
        const { id, options } = (await server.asOwner('POST', '/api/menu/options', body)).json<OptionGroup>()
        return { id, option: options[0]?.id ?? 0 }
      }),
    )
    const optionGroupIds = [egg?.id, onion?.id]
    await server.asOwner('PATCH', `/api/menu/${sarmale}`, { optionGroupIds })
    const options = [egg?.option ?? 0, egg?.option ?? 0, onion?.option ?? 0]
    const event = (await add({
      language: 'ro',
      items: [{ menuItemId: sarmale, quantity: 10, options }],
    })) as CateringEvent
    const [line] = event.items
    expect([event.total, line?.priceAtTimeOfEvent, line?.allergenCodes]).toEqual([
      35_000,
      3500,
      ['gluten', 'milk', 'eggs'],
    ])
    expect(line?.options.map(({ name, quantity, without }) => [name, quantity, without])).toEqual([
      ['onion', 1, true],
      ['Egg', 2, false],
    ])
    const { rawPayload } = await server.asOwner('GET', `/api/events/${event.id}/proposal`)
    expect(normalized((await pagesOf(rawPayload)).join(' '))).toContain('fără ceapă, 2 × Ou')
    const foreign = await send(eventRequest({ items: [{ menuItemId: server.soup, quantity: 1, options }] }))
    expect([foreign.statusCode, foreign.json().code]).toEqual([400, 'options_invalid'])
  })

  it('defaults to a draft without dishes and discount, in the language of the settings', async () => {
    await setSettings({ language: 'ro', currency: 'eur' })
    const event = await add({ items: undefined })
    expect(event).toMatchObject({ status: 'draft', discount: 0, notes: null, language: 'ro', currency: 'eur' })
    expect(event).toMatchObject({ items: [], total: 0, totalAfterDiscount: 0 })
    expect(await add({ language: 'en' })).toMatchObject({ language: 'en' })
    await setSettings({ language: 'en', currency: 'lei' })
    expect((await list()).find(({ id }) => id === event.id)).toEqual(event)
  })

  it('does not change with menu and settings; of a deleted dish only the id is removed', async () => {
    const dish = await newDish()
    const event = await add({ items: [{ menuItemId: dish, quantity: 2 }] })
    const row = () => server.connection.db.select().from(eventRows).where(eq(eventRows.id, event.id))
    const [before] = await row()
    const renamed = await server.asOwner('PATCH', `/api/menu/${dish}`, { name: 'Other', price: 1 })
    expect(renamed.statusCode).toBe(200)
    await setSettings({ currency: 'eur', restaurantName: 'Another house' })
    expect((await list())[0]).toEqual(event)
    expect((await server.asOwner('DELETE', `/api/menu/${dish}`)).statusCode).toBe(204)
    await setSettings({ currency: 'lei', restaurantName: null })
    expect((await list())[0]).toEqual({ ...event, items: [{ ...event.items[0], menuItemId: null }] })
    expect(await row()).toEqual([before])
  })

  it.each([
    ['2026-12-05', '2026-12-05'],
    ['2026-12-05T23:30:00+02:00', '2026-12-05'],
    // This moment is half past midnight in Bucharest.
    ['2026-12-05T22:30:00Z', '2026-12-06'],
    ['2026-12-05T00:30:00+14:00', '2026-12-04'],
  ])('with the date %s takes place on %s in local time', async (eventDate, day) => {
    const expected = { eventDate: day, validUntil: day < '2026-12-04' ? day : '2026-12-04' }
    expect(await add({ eventDate })).toMatchObject(expected)
  })

  it('accepts a deleted dish that is sent with name and price', async () => {
    const items = [{ menuItemId: 999_999, quantity: 2, name: 'Tort de nuci', priceAtTimeOfEvent: 15_000 }]
    expect(await add({ items })).toMatchObject({
      items: [{ menuItemId: null, name: 'Tort de nuci', nameRo: '', priceAtTimeOfEvent: 15_000, allergenCodes: [] }],
      total: 30_000,
    })
  })

  it('is rejected with the deleted dishes that were sent without price or name', async () => {
    const before = await count()
    const items = [
      { menuItemId: server.soup, quantity: 1 },
      { menuItemId: 999_998, quantity: 2, name: 'Tort de nuci' },
      { menuItemId: 999_998, quantity: 1, name: 'Tort de nuci' },
      { menuItemId: 999_999, quantity: 1, priceAtTimeOfEvent: 100 },
    ]
    const response = await send(eventRequest({ items }), { 'accept-language': 'ro' })
    expect([response.statusCode, response.json()]).toEqual([
      409,
      {
        message: 'Nu mai avem: Tort de nuci, un produs',
        requestId: expect.any(String),
        code: 'item_unavailable',
        unavailable: [{ menuItemId: 999_998, name: 'Tort de nuci' }, { menuItemId: 999_999 }],
      },
    ])
    expect(await count()).toBe(before)
  })
})

it('an event is rejected with a dish that is deleted concurrently', async () => {
  const { db } = server.connection
  const dish = await newDish()
  let sending: ReturnType<typeof send> | undefined
  await inTransaction(db, async (tx) => {
    await tx.delete(menuItems).where(eq(menuItems.id, dish))
    sending = send(eventRequest({ items: [{ menuItemId: dish, quantity: 1 }] }))
    await untilLockWaits(server)
  })
  expect((await sending)?.json().code).toBe('item_unavailable')
})

describe('GET /api/events/{id}/proposal', () => {
  const add = async () => {
    const body = eventRequest({ discount: 10, language: 'ro', items: [{ menuItemId: server.soup, quantity: 2 }] })
    return (await server.asOwner('POST', '/api/events', body)).json<CateringEvent>().id
  }
  const get = (id: number, query = '') => server.asOwner('GET', `/api/events/${id}/proposal${query}`)

  it('returns the PDF inline, in the language of the event, and not to be cached', async () => {
    server.clock.set(new Date('2026-11-20T22:30:00Z'))
    await server.asOwner('PATCH', '/api/settings', { restaurantName: 'La Conac' })
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
    await server.asOwner('PATCH', '/api/settings', { restaurantName: null })
    await server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 9999 })
    await server.asOwner('PATCH', `/api/events/${id}`, { status: 'confirmed' })
    expect((await get(id)).rawPayload.equals(response.rawPayload)).toBe(true)
    await server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 2850 })
  })

  it.each(LANGUAGES)('returns the PDF in the requested language (%s)', async (language) => {
    const id = await add()
    const response = await get(id, `?language=${language}`)
    const [title, name] = language === 'ro' ? ['Ofertă de catering', 'oferta'] : ['Catering proposal', 'proposal']
    expect(normalized((await pagesOf(response.rawPayload))[0] ?? '')).toContain(title)
    expect(response.headers['content-disposition']).toBe(`inline; filename="${name}-${id}.pdf"`)
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

describe('the validation of an event', () => {
  const invalidEvent = {
    customerName: ' ',
    customerEmail: 'nonsense',
    customerPhone: '0712345678',
    eventDate: 'soon',
    numberOfGuests: 0,
    discount: 'ten',
    items: [
      { menuItemId: 'soup', quantity: 0 },
      { menuItemId: 1, quantity: 1.5, priceAtTimeOfEvent: -1 },
    ],
    language: 'de',
    status: 'done',
  }

  const MESSAGES = [
    ['customerName', 'Customer name is required', 'Numele clientului este obligatoriu'],
    ['customerEmail', 'Valid email is required', 'Este necesară o adresă de e-mail validă'],
    [
      'customerPhone',
      'Phone number must be in format: 40XXXXXXXXX',
      'Numărul de telefon trebuie să aibă formatul: 40XXXXXXXXX',
    ],
    ['eventDate', 'Enter a date from 2000 to 2099', 'Introduceți o dată între 2000 și 2099'],
    ['numberOfGuests', 'Number of guests must be at least 1', 'Numărul de invitați trebuie să fie cel puțin 1'],
    ['discount', 'Must be a number', 'Trebuie să fie un număr'],
    ['language', 'Must be one of: en, ro', 'Trebuie să fie una dintre valorile: en, ro'],
    ['items.0.menuItemId', 'Must be a number', 'Trebuie să fie un număr'],
    ['items.0.quantity', 'Quantity must be at least 1', 'Cantitatea trebuie să fie cel puțin 1'],
    ['items.1.quantity', 'Must be a whole number', 'Trebuie să fie un număr întreg'],
    ['items.1.priceAtTimeOfEvent', 'At least 0', 'Cel puțin 0'],
    ['status', 'Invalid status', 'Stare nevalidă'],
  ] as const
  const issuesOf = async (body: unknown, language: 'en' | 'ro' = 'en') => {
    const response = await send(body, { 'accept-language': language })
    expect(response.statusCode).toBe(400)
    return response.json().issues.map(({ path, message }: Record<'path' | 'message', string>) => [path, message])
  }

  it('returns all errors at once, in the language of the request', async () => {
    expect(await issuesOf(invalidEvent)).toEqual(MESSAGES.map(([path, en]) => [path, en]))
    expect(await issuesOf(invalidEvent, 'ro')).toEqual(MESSAGES.map(([path, , ro]) => [path, ro]))
  })

  it.each([
    [{ discount: 100.01 }, 'discount', 'At most 100'],
    [{ discount: -0.01 }, 'discount', 'At least 0'],
    [{ discount: 12.345 }, 'discount', 'At most two decimals'],
    [{ eventDate: '2026-02-30' }, 'eventDate', 'Enter a date from 2000 to 2099'],
    [{ customerPhone: '407123456789' }, 'customerPhone', 'Phone number must be in format: 40XXXXXXXXX'],
  ])('rejects %j', async (fields, path, message) => {
    const response = await send(eventRequest(fields))
    expect([response.statusCode, response.json()]).toMatchObject([400, { message, issues: [{ path, message }] }])
  })
})
