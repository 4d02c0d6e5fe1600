import { describe, expect, it } from 'vitest'
import { eventsFixture } from './fixtures/events.ts'

const { add, eventRequest, send } = eventsFixture()

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

  it.each([
    [
      'en',
      [
        ['customerName', 'Customer name is required'],
        ['customerEmail', 'Valid email is required'],
        ['customerPhone', 'Phone number must be in format: 40XXXXXXXXX'],
        ['eventDate', 'Enter a date'],
        ['numberOfGuests', 'Number of guests must be at least 1'],
        ['discount', 'Must be a number'],
        ['language', 'Must be one of: en, ro'],
        ['items.0.menuItemId', 'Must be a number'],
        ['items.0.quantity', 'Quantity must be at least 1'],
        ['items.1.quantity', 'Must be a whole number'],
        ['items.1.priceAtTimeOfEvent', 'At least 0'],
        ['status', 'Invalid status'],
      ],
    ],
    [
      'ro',
      [
        ['customerName', 'Numele clientului este obligatoriu'],
        ['customerEmail', 'Este necesară o adresă de e-mail validă'],
        ['customerPhone', 'Numărul de telefon trebuie să aibă formatul: 40XXXXXXXXX'],
        ['eventDate', 'Introduceți o dată'],
        ['numberOfGuests', 'Numărul de invitați trebuie să fie cel puțin 1'],
        ['discount', 'Trebuie să fie un număr'],
        ['language', 'Trebuie să fie una dintre valorile: en, ro'],
        ['items.0.menuItemId', 'Trebuie să fie un număr'],
        ['items.0.quantity', 'Cantitatea trebuie să fie cel puțin 1'],
        ['items.1.quantity', 'Trebuie să fie un număr întreg'],
        ['items.1.priceAtTimeOfEvent', 'Cel puțin 0'],
        ['status', 'Stare nevalidă'],
      ],
    ],
  ])('returns all errors at once in the language %s', async (language, expected) => {
    const response = await send(invalidEvent, { 'accept-language': language })
    expect(response.statusCode).toBe(400)
    const issues: { path: string; message: string }[] = response.json().issues
    expect(issues.map(({ path, message }) => [path, message])).toEqual(expected)
  })

  it('requires the customer, the date and the guests', async () => {
    const { issues } = (await send({})).json()
    expect(issues.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual([
      ['customerName', 'Customer name is required'],
      ['customerEmail', 'Valid email is required'],
      ['customerPhone', 'Phone number must be in format: 40XXXXXXXXX'],
      ['eventDate', 'Enter a date'],
      ['numberOfGuests', 'This is required'],
    ])
  })

  it.each([
    [{ discount: 100.01 }, 'discount', 'At most 100'],
    [{ discount: -0.01 }, 'discount', 'At least 0'],
    [{ discount: 12.345 }, 'discount', 'At most two decimals'],
    [{ discount: 1e-7 }, 'discount', 'At most two decimals'],
    [{ eventDate: '0000-01-01' }, 'eventDate', 'Enter a date'],
    [{ eventDate: '0001-01-01T00:00:00+14:00' }, 'eventDate', 'Enter a date'],
    [{ eventDate: '2026-02-30' }, 'eventDate', 'Enter a date'],
    [{ eventDate: 20261224 }, 'eventDate', 'Enter a date'],
    [{ customerPhone: '407123456789' }, 'customerPhone', 'Phone number must be in format: 40XXXXXXXXX'],
    [{ customerName: 'x'.repeat(101) }, 'customerName', 'At most 100 characters'],
    [{ customerEmail: `${'x'.repeat(250)}@exemplu.ro` }, 'customerEmail', 'Valid email is required'],
    [{ numberOfGuests: 100_001 }, 'numberOfGuests', 'At most 100000'],
    [{ notes: 'x'.repeat(2001) }, 'notes', 'At most 2000 characters'],
    [{ items: [{ menuItemId: 1, quantity: 10_000 }] }, 'items.0.quantity', 'At most 9999'],
  ])('rejects %j', async (fields, path, message) => {
    const response = await send(eventRequest(fields))
    expect([response.statusCode, response.json()]).toMatchObject([400, { message, issues: [{ path, message }] }])
  })

  it.each([
    { discount: 0 },
    { discount: 100 },
    { discount: 0.07 },
    { discount: 33.33 },
    { eventDate: '2000-01-01' },
    { eventDate: '2999-12-31' },
  ])('accepts %j', async (fields) => {
    expect(await add(fields)).toMatchObject(fields)
  })
})
