import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import type { Phone } from '#server/testing/phone.ts'
import { seatAtNewTable } from '#server/testing/users.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
const owner = () => ({ headers: { cookie: server.owner } })

let size: OptionGroup
let side: OptionGroup
let [small, large, withSoup] = [0, 0, 0]
beforeAll(async () => {
  const addGroup = async (group: object) =>
    (await server.call('POST', '/api/menu/options', group, owner())).json<OptionGroup>()
  size = await addGroup({ name: 'Size', min: 1, max: 1, options: [{ name: 'Small' }, { name: 'Large', price: 900 }] })
  side = await addGroup({ name: 'Side', options: [{ menuItemId: server.soup, price: 500, times: 9 }] })
  ;[small = 0, large = 0, withSoup = 0] = [...size.options, ...side.options].map(({ id }) => id)
  const change = { optionGroupIds: [size.id, side.id] }
  expect((await server.call('PATCH', `/api/menu/${server.pizza}`, change, owner())).statusCode).toBe(200)
})

let ana: Phone
let dan: Phone
beforeEach(async () => {
  ;[ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
})

const add = (phone: Phone, options: number[], more: object = {}) =>
  phone.send({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1, options, ...more } })
const linesOf = (phone: Phone) =>
  phone.cart().map(({ quantity, price, options, notes }) => [quantity, price, options, notes])
const waitFor = (phone: Phone, lines: unknown[]) => vi.waitFor(() => expect(linesOf(phone)).toEqual(lines))

describe('a shared cart with options', () => {
  it('has a line for each choice and note, with its price, and adds equal ones together', async () => {
    add(ana, [large])
    add(ana, [small], { notes: 'well done' })
    add(ana, [withSoup, large])
    add(ana, [large, withSoup])
    const lines = [
      [1, 5100, [large], null],
      [1, 4200, [small], 'well done'],
      [2, 5600, [large, withSoup], null],
    ]
    await waitFor(dan, lines)
    await waitFor(ana, lines)
  })

  it('merges a line that becomes equal to another one', async () => {
    add(ana, [large])
    add(ana, [small])
    await vi.waitFor(() => expect(ana.cart()).toHaveLength(2))
    ana.set(ana.cart()[1]?.id ?? 0, 3, { options: [large] })
    await waitFor(dan, [[4, 5100, [large], null]])
  })

  it.each([
    ['without a required choice', () => [], 'item_unavailable'],
    ['with an option that does not exist', () => [small, 99_999], 'item_unavailable'],
    ['with more of one than it may have', () => [small, ...Array(10).fill(withSoup)], 'options_invalid'],
    ['with more than 300', () => Array(301).fill(small), 'malformed_body'],
  ])('refuses a dish %s', async (_, options, code) => {
    add(ana, options())
    expect((await ana.frame('ERROR')).payload.code).toBe(code)
    expect(ana.cart()).toEqual([])
  })

  it('holds no more lines than an order, parts included', async () => {
    // Two phones are used, because one may send only 40 frames at once.
    for (let n = 0; n < 25; n++) for (const phone of [ana, dan]) add(phone, [small, withSoup], { notes: `no ${n}` })
    await vi.waitFor(() => expect(ana.cart().length + ana.framesOf('ERROR').length).toBe(50))
    expect(ana.framesOf('ERROR')).toEqual([])
    add(ana, [small])
    expect((await ana.frame('ERROR')).payload.code).toBe('cart_full')
  })

  it('shows at once that a choice no longer fits, and is ordered with the parts once it fits', async () => {
    add(ana, [large, withSoup])
    await vi.waitFor(() => expect(dan.cart()).toHaveLength(1))
    const soldOut = (is: boolean) =>
      server.call('POST', `/api/menu/options/${size.id}/${large}/sold-out`, { soldOut: is }, owner())
    await soldOut(true)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    await soldOut(false)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(true))
    // The dish that an option names counts too.
    await server.call('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: true }, owner())
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    await server.call('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: false }, owner())
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(true))
    for (const phone of [ana, dan]) phone.send({ type: 'SET_READY', payload: { isReady: true } })
    await ana.frame('ALL_READY')
    const { status, body } = await ana.complete({ total: 5600 })
    expect(status).toBe(200)
    expect(
      (body as PlacedOrder).items.map(({ name, price, partOf, guestName, options }) => [
        name,
        price,
        partOf,
        guestName,
        options.map((option) => option.name),
      ]),
    ).toEqual([
      [expect.stringContaining('izza'), 5100, null, 'Ana', ['Large']],
      ['Bean soup', 500, 1, 'Ana', []],
    ])
  })
})
