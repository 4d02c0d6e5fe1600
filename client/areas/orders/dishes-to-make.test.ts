import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderLine } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { byCategory, dishesToMake } from './dishes-to-make.ts'

const [sample] = sampleOrder().items as [OrderLine]
const line = (fields: Partial<OrderLine>): OrderLine => ({ ...sample, ...fields })

it('dishesToMake sums a dish over orders, largest quantity first, with its notes', () => {
  const dishes = dishesToMake([
    sampleOrder({
      id: 1,
      items: [line({ quantity: 2, notes: 'fără ardei' }), line({ id: 2, menuItemId: 9, name: 'Tea' })],
    }),
    sampleOrder({
      id: 2,
      status: 'preparing',
      items: [line({ quantity: 3, notes: 'fără ardei' }), line({ quantity: 1 })],
    }),
    sampleOrder({ id: 3, status: 'ready' }),
  ])
  expect(dishes.map(({ menuItemId, quantity, notes }) => ({ menuItemId, quantity, notes }))).toEqual([
    { menuItemId: 7, quantity: 6, notes: [{ note: 'fără ardei', quantity: 5 }] },
    { menuItemId: 9, quantity: 2, notes: [] },
  ])
})

it('dishesToMake uses the newest order’s names, and groups a deleted dish by its names', () => {
  const dishes = dishesToMake([
    sampleOrder({ id: 1, items: [line({ name: 'Old soup' }), line({ menuItemId: null, name: 'Gone', quantity: 1 })] }),
    sampleOrder({ id: 2, items: [line({ name: 'New soup' }), line({ menuItemId: null, name: 'Gone', quantity: 4 })] }),
  ])
  expect(dishes.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Gone', 5],
    ['New soup', 4],
  ])
})

const lines = fc.array(
  fc.record({
    menuItemId: fc.option(fc.integer({ min: 1, max: 4 })),
    name: fc.constantFrom('Soup', 'Tea'),
    quantity: fc.integer({ min: 0, max: 9 }),
    notes: fc.option(fc.constantFrom('no salt', 'hot')),
  }),
  { maxLength: 6 },
)
const orders = fc
  .array(fc.record({ status: fc.constantFrom(...ORDER_STATUSES), lines }), { maxLength: 8 })
  .map((generatedOrders) =>
    generatedOrders.map(({ status, lines }, id) => sampleOrder({ id, status, items: lines.map(line) })),
  )

it('dishesToMake counts every portion of pending and preparing orders once, whatever the sequence of the orders', () =>
  fc.assert(
    fc.property(orders, (generatedOrders) => {
      const dishes = dishesToMake(generatedOrders)
      const ordersToMake = generatedOrders.filter(({ status }) => status === 'pending' || status === 'preparing')
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      expect(sum(dishes.map(({ quantity }) => quantity))).toBe(
        sum(ordersToMake.flatMap(({ items }) => items).map(({ quantity }) => quantity)),
      )
      expect(new Set(dishes.map(({ key }) => key)).size).toBe(dishes.length)
      for (const { quantity, notes } of dishes) {
        expect(quantity).toBeGreaterThan(0)
        expect(sum(notes.map((note) => note.quantity))).toBeLessThanOrEqual(quantity)
      }
      dishes.reduce((previous, dish) => {
        expect(previous.quantity).toBeGreaterThanOrEqual(dish.quantity)
        return dish
      }, dishes[0] ?? { quantity: 0 })
      const totals = (all: typeof dishes) => new Map(all.map(({ key, quantity }) => [key, quantity]))
      expect(totals(dishesToMake(generatedOrders.toReversed()))).toEqual(totals(dishes))
    }),
  ))

it('byCategory keeps the order of the menu, and puts dishes that are not on it last', () => {
  const dishes = dishesToMake([
    sampleOrder({
      items: [
        line({ menuItemId: 7, name: 'Soup', quantity: 1 }),
        line({ menuItemId: 8, name: 'Tea', quantity: 9 }),
        line({ menuItemId: 9, name: 'Stew', quantity: 3 }),
        line({ menuItemId: null, name: 'Gone', quantity: 5 }),
        line({ menuItemId: 5, name: 'Deleted', quantity: 4 }),
      ],
    }),
  ])
  const item = (id: number, category: string) => ({ id, category, categoryRo: `${category} ro` })
  const menu = [item(7, 'Food'), item(6, 'Sauces'), item(9, 'Food'), item(8, 'Drinks')]
  const names = (categories: ReturnType<typeof byCategory>) =>
    categories.map(({ category, categoryRo, dishes }) => [category, categoryRo, dishes.map(({ name }) => name)])
  expect(names(byCategory(dishes, menu))).toEqual([
    ['Food', 'Food ro', ['Stew', 'Soup']],
    ['Drinks', 'Drinks ro', ['Tea']],
    [undefined, undefined, ['Gone', 'Deleted']],
  ])
  expect(names(byCategory(dishes, []))).toEqual([[undefined, undefined, ['Tea', 'Gone', 'Deleted', 'Stew', 'Soup']]])
})
