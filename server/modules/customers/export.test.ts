import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders } from '#server/db/schema/index.ts'
import { customersFixture } from '#server/testing/customers.ts'

const { change, createCustomer, merge, server } = customersFixture()

describe('exporting a customer', () => {
  const download = (id: number, query = '') => server.asOwner('GET', `/api/customers/${id}/export${query}`)

  it('returns all data of the person as a JSON file', async () => {
    const { customer, placed } = await createCustomer('Exported', 51, 0, { notes: 'to go' })
    const response = await download(customer.id)
    expect(response.headers['content-disposition']).toBe(`attachment; filename="customer-${customer.id}.json"`)
    const { orders, events, reservations, ...person } = response.json()
    expect(person).toEqual(customer)
    expect([events, reservations]).toEqual([[], []])
    expect(orders.length).toBe(51)
    expect(orders.at(-1)).toMatchObject({
      id: placed[0]?.id,
      customerName: 'Exported',
      notes: 'to go',
      total: 5700,
      items: [{ name: 'Bean soup', quantity: 2 }],
    })
    expect(response.body).not.toMatch(/token|erasure|search|prints/i)
  })

  it('returns a text in the requested language', async () => {
    const { customer, placed } = await createCustomer('Citit', 1, 0, {
      items: [{ menuItemId: server.soup, quantity: 2, notes: 'no bread' }],
      email: 'citit@example.com',
    })
    await change(customer.id, { notes: 'Two children' })
    const pickupAt = new Date('2026-06-20T15:30:00.000Z')
    await server.connection.db
      .update(orders)
      .set({ pickupAt })
      .where(eq(orders.id, placed[0]?.id ?? 0))
    const english = await download(customer.id, '?as=text')
    expect(english.headers).toMatchObject({
      'content-disposition': `attachment; filename="customer-${customer.id}.txt"`,
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(english.body).toContain('Phone: +40 723 000')
    expect(english.body).toContain('Notes: Two children')
    expect(english.body).toContain('Total spent: 57.00 LEI')
    expect(english.body).toMatch(/\nHow often: about one order a month\n/)
    expect(english.body).toContain(
      [
        `Order #${placed[0]?.id} · 2026-06-20 15:00 · Pending · Takeaway`,
        'Pickup: 2026-06-20 18:30',
        'Name: Citit',
        `Phone: +40 723 000 ${customer.phoneNumber.slice(-3)}`,
        'Email: citit@example.com',
        '  2 × Bean soup, no bread: 57.00 LEI',
        'Total: 57.00 LEI',
      ].join('\n'),
    )
    const romanian = await download(customer.id, '?as=text&lang=ro')
    expect(romanian.body).toContain('Total cheltuit: 57.00 LEI')
    expect(english.body + romanian.body).not.toMatch(/frequencyValue/)
    expect(romanian.body).toContain('  2 × Ciorbă de fasole, no bread: 57.00 LEI')
  })

  it('contains the catering events of all the customer’s phone numbers', async () => {
    const { customer } = await createCustomer('Host')
    const { customer: other } = await createCustomer('Hostess')
    const newEvent = async (customerPhone: string) => {
      const body = {
        customerName: 'Gazda',
        customerEmail: 'gazda@example.com',
        customerPhone,
        eventDate: '2027-01-10',
        numberOfGuests: 30,
        discount: 10,
        notes: 'Fără alune',
        items: [{ menuItemId: server.soup, quantity: 2, priceAtTimeOfEvent: 2850 }],
      }
      return (await server.asOwner('POST', '/api/events', body)).json<{ id: number; createdAt: string }>()
    }
    const [first, second] = [await newEvent(customer.phoneNumber), await newEvent(other.phoneNumber)]
    await merge(other.id, customer.id)
    const { events } = (await download(customer.id)).json()
    expect(events.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
    expect(events[1]).toEqual({
      ...{
        id: first.id,
        customerName: 'Gazda',
        customerEmail: 'gazda@example.com',
        customerPhone: customer.phoneNumber,
      },
      ...{ eventDate: '2027-01-10', numberOfGuests: 30, discount: 10, notes: 'Fără alune', language: 'en' },
      ...{ status: 'draft', currency: 'lei', total: 5700, totalAfterDiscount: 5130 },
      ...{ validUntil: expect.any(String), createdAt: first.createdAt },
      items: [{ quantity: 2, name: 'Bean soup', nameRo: 'Ciorbă de fasole', priceAtTimeOfEvent: 2850, options: [] }],
    })
    const { body } = await download(customer.id, '?as=text&lang=ro')
    expect(body).toContain('  2 × Ciorbă de fasole: 57.00 LEI\nTotal: 57.00 LEI\nDupă reducerea de 10%: 51.30')
  })
})
