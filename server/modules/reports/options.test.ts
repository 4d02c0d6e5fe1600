import { expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import { reportsFixture } from '#server/testing/reports.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Report } from '#shared/contracts/reports.ts'

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

it('a report lists what price rules took off, by rule, with the parts of dishes but their portions once', async () => {
  server.clock.set(new Date('2026-11-16T12:00:00Z'))
  const dish = (name: string, price: number, more: object = {}) =>
    created<{ id: number }>('/api/menu', {
      name,
      nameRo: name,
      price,
      category: 'Soups',
      categoryRo: 'Ciorbe',
      ...more,
    })
  const fries = await dish('Fries', 1200)
  const options = [{ menuItemId: fries.id, price: 500 }]
  const side = await created<OptionGroup>('/api/menu/options', { name: 'Side', options })
  const brunch = await dish('Brunch', 3000, { isSetMenu: true, optionGroupIds: [side.id] })
  const rule = { name: 'Noon', nameRo: 'Prânz', percent: 50, dishIds: [brunch.id] }
  await created('/api/price-rules', rule)
  await created('/api/price-rules', { ...rule, percent: 10, dishIds: [fries.id] })
  const items = [
    { menuItemId: brunch.id, quantity: 2, options: side.options.map(({ id }) => id) },
    { menuItemId: fries.id, quantity: 1 },
  ]
  const total = 2 * (1500 + 250) + 1080
  const placed = await server.call('POST', '/api/orders', takeaway(server, { items, total }))
  expect(placed.statusCode).toBe(201)
  const [part] = (await report('2026-11-16', '2026-11-16')).parts
  expect([part?.figures.revenue, part?.reductions]).toEqual([
    total,
    [
      { name: 'Noon', nameRo: 'Prânz', count: 2, amount: 3500 },
      { name: 'Noon', nameRo: 'Prânz', count: 1, amount: 120 },
    ],
  ])
  const query = 'from=2026-11-16&to=2026-11-16&as=csv&part=reductions&lang=ro'
  const file = (await server.asOwner('GET', `/api/reports?${query}`)).body
  expect(file.trim().split('\r\n')).toEqual([
    'Monedă;Regulă;Cantitate;Reducere',
    'lei;Prânz;2;35,00',
    'lei;Prânz;1;1,20',
  ])
})
