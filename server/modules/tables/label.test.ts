import { describe, expect, it } from 'vitest'
import { newTable } from '#server/testing/tables.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { ANY_KEY, tablesFixture } from './fixtures/tables.ts'

const { add, allTables, asOwner, changeOrder, edit, fetchOrder, freeNumber, placeAt, server } = tablesFixture()

describe('the label of a table', () => {
  it('is optional, public, cleaned, and removed by null or an empty text', async () => {
    const number = freeNumber()
    const added = await add({ number, capacity: 4, label: '  Terasa  ş 3 ' })
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: expect.any(Number), number, label: 'Terasa  ș 3', capacity: 4, status: 'available', key: ANY_KEY },
    ])
    const { id } = added.json()
    const listed = async () => (await allTables()).find((table) => table.id === id)?.label
    expect(await listed()).toBe('Terasa  ș 3')
    expect((await edit(id, { capacity: 5 })).json()).toMatchObject({ label: 'Terasa  ș 3', capacity: 5 })
    expect((await edit(id, { label: '' })).json()).toMatchObject({ label: null, capacity: 5 })
    await edit(id, { label: 'x'.repeat(30) })
    expect(await listed()).toBe('x'.repeat(30))
    expect((await edit(id, { label: null })).json().label).toBeNull()
  })

  it.each([['x'.repeat(31)], ['Terasa\u0007'], ['Terasa\n3'], ['Terasa\t3'], [7], [{}]])(
    'is rejected as %j',
    async (label) => {
      const { id } = await newTable(server)
      for (const response of [await add({ number: freeNumber(), capacity: 4, label }), await edit(id, { label })]) {
        expect([response.statusCode, response.json().issues]).toEqual([
          400,
          [{ path: 'label', message: expect.any(String) }],
        ])
      }
    },
  )

  it('is in orders, follows a new label and moves while they are open, and stays in past ones', async () => {
    const [terrace, garden] = [await newTable(server), await newTable(server)]
    await edit(terrace.id, { label: 'Terasa 3' })
    const [open, past] = [await placeAt(terrace.id), await placeAt(terrace.id)]
    expect(open).toMatchObject({ tableNumber: terrace.number, tableLabel: 'Terasa 3' })
    await changeOrder(past.id, { status: 'completed' })
    await edit(terrace.id, { label: 'Terasa 4' })
    // The server remembers tables from earlier orders.
    expect((await placeAt(terrace.id)).tableLabel).toBe('Terasa 4')
    expect((await fetchOrder(open.id))?.tableLabel).toBe('Terasa 4')
    expect((await fetchOrder(past.id))?.tableLabel).toBe('Terasa 3')
    const moved = (await changeOrder(open.id, { tableId: garden.id })).json()
    expect(moved).toMatchObject({ tableNumber: garden.number, tableLabel: null })
    expect((await placeAt(garden.id)).tableLabel).toBeNull()
  })

  it('is found by the search of orders, with or without diacritics', async () => {
    const { id } = await newTable(server)
    await edit(id, { label: 'Foișor mic' })
    const order = await placeAt(id)
    const found = (await asOwner('GET', '/api/orders?q=foisor')).json<Order[]>()
    expect(found.map((one) => one.id)).toEqual([order.id])
  })
})
