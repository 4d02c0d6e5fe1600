import { beforeAll, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { businessDay } from '#server/testing/business-day.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Order, OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Report } from '#shared/contracts/reports.ts'

const server = testServer()

async function created(path: string, body: object): Promise<{ id: number }> {
  const response = await server.asOwner('POST', path, body)
  expect([response.statusCode, response.json().code]).toEqual([201, undefined])
  return response.json()
}
const addDish = (name: string, price: number, more: object = {}) =>
  created('/api/menu', { name, nameRo: `${name} (ro)`, price, category: 'Soups', categoryRo: 'Ciorbe', ...more })
const addGroup = async (group: object) => (await created('/api/menu/options', group)) as OptionGroup
const idOf = ({ options }: OptionGroup, name: string) => options.find((option) => option.name === name)?.id ?? 0

let size: OptionGroup
let extras: OptionGroup
let leftOut: OptionGroup
let side: OptionGroup
let pizza: number
let fries: number
let cola: number
let lunch: number
beforeAll(async () => {
  fries = (await addDish('Fries', 1200)).id
  cola = (await addDish('Cola', 900, { takeawayFee: { name: 'Deposit', nameRo: 'Garanție', amount: 50 } })).id
  size = await addGroup({
    name: 'Size',
    nameRo: 'Mărime',
    min: 1,
    max: 1,
    options: [
      { name: 'Small', nameRo: 'Mică' },
      { name: 'Large', nameRo: 'Mare', price: 900 },
    ],
  })
  extras = await addGroup({
    name: 'Extras',
    max: 3,
    options: [
      { name: 'Cheese', price: 400, times: 2, allergenCodes: ['milk'] },
      { name: 'Olives', price: 300 },
    ],
  })
  leftOut = await addGroup({ name: 'Without', without: true, options: [{ name: 'onion', nameRo: 'ceapă' }] })
  side = await addGroup({
    name: 'Side',
    min: 1,
    max: 2,
    options: [{ menuItemId: fries, price: 100 }, { menuItemId: cola }],
  })
  pizza = (await addDish('Pizza with options', 3000, { optionGroupIds: [size.id, extras.id, leftOut.id] })).id
  lunch = (await addDish('Lunch', 3500, { isSetMenu: true, optionGroupIds: [side.id] })).id
})

const place = (items: OrderRequest['items'], total: number, more: Partial<OrderRequest> = {}) =>
  server.call('POST', '/api/orders', takeaway(server, { items, total, ...more }))
const seen = (response: { statusCode: number; json(): Record<string, unknown> }) => {
  const { code, unavailable, total } = response.json()
  return [response.statusCode, code, unavailable ?? total]
}

describe('an order with options', () => {
  it('has the price of the dish and its options, and lists them as they were, those left out first', async () => {
    const options = [idOf(extras, 'Cheese'), idOf(size, 'Large'), idOf(extras, 'Cheese'), idOf(leftOut, 'onion')]
    const response = await place([{ menuItemId: pizza, quantity: 2, options }], 2 * (3000 + 900 + 800))
    expect(response.statusCode).toBe(201)
    const { items, total } = response.json<PlacedOrder>()
    expect(total).toBe(9400)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ price: 4700, partOf: null, cooked: true })
    expect(items[0]?.options.map(({ name, quantity, price, without }) => [name, quantity, price, without])).toEqual([
      ['onion', 1, 0, true],
      ['Large', 1, 900, false],
      ['Cheese', 2, 400, false],
    ])
  })

  it('has a line for each dish that an option names, and its fees, below the line that it belongs to', async () => {
    const options = [...side.options.map(({ id }) => id)]
    const response = await place([{ menuItemId: lunch, quantity: 2, options }], 2 * (3500 + 100) + 2 * 50)
    expect(response.statusCode).toBe(201)
    const order = (await server.asOwner('GET', '/api/orders')).json<Order[]>()[0]
    expect(
      order?.items.map(({ name, quantity, price, partOf, cooked }) => [name, quantity, price, partOf, cooked]),
    ).toEqual([
      ['Lunch', 2, 3500, null, false],
      ['Fries', 2, 100, 1, true],
      ['Cola', 2, 0, 1, true],
      ['Deposit', 2, 50, 1, false],
    ])
    expect(order?.tickets).toHaveLength(1)
  })

  it('has no fees at a table', async () => {
    const options = [side.options[1]?.id ?? 0]
    const response = await place([{ menuItemId: lunch, quantity: 1, options }], 3500, {
      diningOption: 'dine-in',
      tableId: server.table,
    })
    expect(response.json<PlacedOrder>().items.map(({ name }) => name)).toEqual(['Lunch', 'Cola'])
  })

  it.each([
    ['without a required choice', () => [], 'required', 'Size'],
    ['with too many', () => [idOf(size, 'Small'), idOf(size, 'Large')], 'too_many', 'Size'],
    ['with an option that is gone', () => [idOf(size, 'Small'), 9_999], 'gone', undefined],
  ])('is refused %s, with the reason', async (_, options, reason, group) => {
    const response = await place([{ menuItemId: pizza, quantity: 1, options: options() }], 3000)
    const entry = { menuItemId: pizza, name: 'Pizza with options', reason }
    expect(seen(response)).toEqual([
      409,
      'item_unavailable',
      [expect.objectContaining(group ? { ...entry, group } : entry)],
    ])
  })

  it.each([
    ['of another dish', () => [idOf(size, 'Small'), side.options[0]?.id ?? 0]],
    ['more often than it may be taken', () => [idOf(size, 'Small'), idOf(extras, 'Olives'), idOf(extras, 'Olives')]],
  ])('is refused with an option %s', async (_, options) => {
    expect(seen(await place([{ menuItemId: pizza, quantity: 1, options: options() }], 3000))).toEqual([
      400,
      'options_invalid',
      undefined,
    ])
  })

  it('is refused with another total, with the prices of its options', async () => {
    const options = [idOf(size, 'Large')]
    const response = await place([{ menuItemId: pizza, quantity: 1, options }], 3000)
    expect(response.json()).toMatchObject({
      code: 'price_changed',
      total: 3900,
      options: [{ id: options[0], price: 900 }],
    })
  })

  it('is refused while an option, or the dish that it names, is sold out', async () => {
    const sell = (path: string, soldOut: boolean) => server.asOwner('POST', path, { soldOut })
    const olives = idOf(extras, 'Olives')
    const items = [{ menuItemId: pizza, quantity: 1, options: [idOf(size, 'Small'), olives] }]
    expect((await sell(`/api/menu/options/${extras.id}/${olives}/sold-out`, true)).statusCode).toBe(200)
    expect(seen(await place(items, 3300))[2]).toEqual([
      expect.objectContaining({ optionId: olives, group: 'Extras', reason: 'sold_out' }),
    ])
    await sell(`/api/menu/options/${extras.id}/${olives}/sold-out`, false)
    expect((await place(items, 3300)).statusCode).toBe(201)
    const withFries = [{ menuItemId: lunch, quantity: 1, options: [side.options[0]?.id ?? 0] }]
    expect((await place(withFries, 3600)).statusCode).toBe(201)
    await sell(`/api/menu/${fries}/sold-out`, true)
    expect(seen(await place(withFries, 3600))[2]).toEqual([expect.objectContaining({ reason: 'sold_out' })])
    await sell(`/api/menu/${fries}/sold-out`, false)
  })

  it('may name a hidden dish', async () => {
    await server.asOwner('PATCH', `/api/menu/${fries}`, { isActive: false })
    expect(
      (await place([{ menuItemId: lunch, quantity: 1, options: [side.options[0]?.id ?? 0] }], 3600)).statusCode,
    ).toBe(201)
    await server.asOwner('PATCH', `/api/menu/${fries}`, { isActive: true })
  })
})

describe('a dish that is hidden', () => {
  it('tells a guest no more than one that does not exist: no name, price, portions, hours or options', async () => {
    const hidden = await addDish('Truffle', 9900, { optionGroupIds: [size.id], servedHours: [] })
    const refusals = async () => {
      const ordered = (menuItemId: number, options?: number[]) => ({
        menuItemId,
        quantity: 1,
        ...(options && { options }),
      })
      const items = [[], [idOf(size, 'Large')], [idOf(extras, 'Cheese')], [999_999]]
      const responses = await Promise.all(items.map((options) => place([ordered(hidden.id, options)], 9900)))
      return responses.map((response) => seen(response))
    }
    const unknown = [409, 'item_unavailable', [{ menuItemId: hidden.id }]]
    await server.asOwner('PATCH', `/api/menu/${hidden.id}`, { isActive: false })
    expect(await refusals()).toEqual(Array(4).fill(unknown))
    for (const left of [5, 0]) {
      await server.asOwner('POST', `/api/menu/${hidden.id}/portions`, { left })
      expect(await refusals()).toEqual(Array(4).fill(unknown))
    }
    await server.asOwner('DELETE', `/api/menu/${hidden.id}`)
    expect(await refusals()).toEqual(Array(4).fill(unknown))
  })

  it('and that an option names has neither its price nor its portions in a refusal', async () => {
    const [option] = side.options
    const items = (quantity: number) => [{ menuItemId: lunch, quantity, options: [option?.id ?? 0] }]
    await server.asOwner('PATCH', `/api/menu/${fries}`, { isActive: false })
    expect((await place(items(1), 1)).json()).toMatchObject({
      code: 'price_changed',
      prices: [{ menuItemId: lunch, price: 3500 }],
    })
    await server.asOwner('POST', `/api/menu/${fries}/portions`, { left: 2 })
    expect(seen(await place(items(3), 3 * 3600))[2]).toEqual([
      { menuItemId: lunch, name: 'Lunch', reason: 'portions', left: 2 },
    ])
    await server.asOwner('POST', `/api/menu/${fries}/portions`, { left: null })
    await server.asOwner('PATCH', `/api/menu/${fries}`, { isActive: true })
  })
})

describe('the lines of a set menu', () => {
  const lunchFor = async (quantity: number) => {
    const options = side.options.map(({ id }) => id)
    const more = { diningOption: 'dine-in', tableId: server.table } as const
    return (await place([{ menuItemId: lunch, quantity, options }], quantity * 3600, more)).json<PlacedOrder>()
  }
  const change = (order: PlacedOrder, line: number, quantity: number) =>
    server.asOwner('PATCH', `/api/orders/${order.id}/items/${order.items[line]?.id}`, { quantity })
  const tick = (order: PlacedOrder, line: number) =>
    server.asOwner('POST', `/api/orders/${order.id}/items/${order.items[line]?.id}/done`, { done: true })

  it('are taken off together, each with a slip, and not one by one', async () => {
    const order = await lunchFor(3)
    expect(seen(await change(order, 1, 0)).slice(0, 2)).toEqual([409, 'part_of_order_line'])
    const changed = (await change(order, 0, 1)).json<Order>()
    expect(changed.items.map(({ quantity, removedQuantity }) => [quantity, removedQuantity])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(changed.total).toBe(3600)
    const slips = changed.tickets.filter(({ kind }) => kind === 'removal')
    expect(slips.map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
      [order.items[1]?.id, 2],
      [order.items[2]?.id, 2],
    ])
  })

  it('count with the price of the menu in the reports of who took them off', async () => {
    const report = async () => {
      const day = businessDay(server.clock.now())
      const [part] = (await server.asOwner('GET', `/api/reports?from=${day}&to=${day}`)).json<Report>().parts
      return part?.users.find(({ username }) => username === 'boss')?.takenOffAmount ?? 0
    }
    const before = await report()
    const order = await lunchFor(2)
    await change(order, 0, 1)
    expect((await report()) - before).toBe(3600)
  })

  it('make the order ready with the last part; the menu itself takes no tick', async () => {
    const order = await lunchFor(1)
    expect(seen(await tick(order, 0)).slice(0, 2)).toEqual([409, 'not_cooked'])
    expect((await tick(order, 1)).json<Order>().status).toBe('preparing')
    expect((await tick(order, 2)).json<Order>().status).toBe('ready')
  })
})

it('an option that is deleted has no id in past orders, and its name stays', async () => {
  const group = await addGroup({ name: 'Sauce', options: [{ name: 'Garlic', price: 200 }, { name: 'Chili' }] })
  const dish = await addDish('Kebab', 2000, { optionGroupIds: [group.id] })
  const options = [idOf(group, 'Garlic')]
  const placed = (await place([{ menuItemId: dish.id, quantity: 1, options }], 2200)).json<PlacedOrder>()
  const kept = group.options.filter(({ name }) => name === 'Chili')
  const saved = await server.asOwner('PATCH', `/api/menu/options/${group.id}`, { ...group, options: kept })
  expect([saved.statusCode, saved.json<OptionGroup>().options.map(({ id }) => id)]).toEqual([200, [kept[0]?.id]])
  const order = (await server.asOwner('GET', '/api/orders')).json<Order[]>().find(({ id }) => id === placed.id)
  expect(order?.items[0]?.options).toMatchObject([{ id: null, name: 'Garlic', price: 200 }])
})
