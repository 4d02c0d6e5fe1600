import { expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Report } from '#shared/contracts/reports.ts'
import { reportsFixture } from './fixtures/reports.ts'

const { report, server } = reportsFixture()

async function created<Answer>(path: string, body: object): Promise<Answer> {
  const response = await server.asOwner('POST', path, body)
  expect(response.statusCode).toBe(201)
  return response.json()
}

it('a report counts options and fees by count and sum, and says what of a dish was part of a menu', async () => {
  server.clock.set(new Date('2026-11-14T12:00:00Z'))
  const dish = (name: string, price: number, more: object = {}) =>
    created<{ id: number }>('/api/menu', {
      ...{ name, nameRo: name, price, category: 'Soups', categoryRo: 'Ciorbe' },
      ...more,
    })
  const fee = { name: 'Deposit', nameRo: 'Garanție', amount: 50 }
  const cola = await dish('Cola', 900, { takeawayFee: fee })
  const extras = await created<OptionGroup>('/api/menu/options', {
    name: 'Extras',
    options: [{ name: 'Cheese', price: 400, times: 2 }],
  })
  const drinks = await created<OptionGroup>('/api/menu/options', {
    name: 'Drink',
    min: 1,
    max: 1,
    options: [{ menuItemId: cola.id, price: 100 }],
  })
  const toast = await dish('Toast', 2000, { optionGroupIds: [extras.id] })
  const lunch = await dish('Lunch', 3500, { isSetMenu: true, optionGroupIds: [drinks.id] })
  const cheese = extras.options[0]?.id ?? 0
  const items = [
    { menuItemId: toast.id, quantity: 2, options: [cheese, cheese] },
    { menuItemId: lunch.id, quantity: 1, options: [drinks.options[0]?.id ?? 0] },
    { menuItemId: cola.id, quantity: 1 },
  ]
  const total = 2 * 2800 + 3600 + 900 + 2 * 50
  const placed = await server.call('POST', '/api/orders', takeaway(server, { items, total }))
  expect(placed.statusCode).toBe(201)
  const [part] = (await report('2026-11-14', '2026-11-14')).parts as [Report['parts'][0]]
  expect(part.figures.revenue).toBe(total)
  expect(
    part.dishes.map(({ name, quantity, revenue, partQuantity, partRevenue }) => [
      ...[name, quantity, revenue, partQuantity, partRevenue],
    ]),
  ).toEqual([
    ['Toast', 2, 5600, 0, 0],
    ['Cola', 2, 1000, 1, 100],
    ['Lunch', 1, 3500, 0, 0],
  ])
  expect(part.options.map(({ group, name, quantity, revenue }) => [group, name, quantity, revenue])).toEqual([
    ['Extras', 'Cheese', 4, 1600],
    ['', 'Deposit', 2, 100],
  ])
})
