import { describe, expect, it } from 'vitest'
import type { ChoosableGroup } from '../menu/options.ts'
import type { CartLine } from './cart.ts'
import { takeawayFees } from './cart-orders.ts'
import { cartOptions, reconcileCart } from './cart-repair.ts'

interface Dish {
  id: number
  price: number
  name?: string
}

const NOW = new Date('2026-11-20T12:00:00Z')
const soup: Dish = { id: 1, price: 2850 }
const fish: Dish = { id: 2, price: 4900 }
const cart: CartLine<Dish>[] = [
  { dish: soup, quantity: 2 },
  { dish: fish, quantity: 1, notes: 'no salt' },
]
const option = { times: 1, allergenCodes: [], menuItemId: null, isActive: true, soldOutUntil: null, price: 0 }
const size: ChoosableGroup = {
  name: 'Size',
  nameRo: 'Mărime',
  without: false,
  min: 1,
  max: 1,
  options: [
    { ...option, id: 4, name: 'Small', nameRo: 'Mică' },
    { ...option, id: 5, name: 'Large', nameRo: 'Mare', price: 900 },
  ],
}
const leftOut = {
  ...size,
  name: 'Without',
  without: true,
  min: 0,
  options: [{ ...option, id: 6, name: 'onion', nameRo: 'ceapă' }],
}
const groups = [size, leftOut]

describe("reconciling a stored cart with today's menu", () => {
  const reconcile = (menu: Dish[], lines = cart) => reconcileCart(lines, menu, () => [], NOW)

  it('changes nothing if the menu is unchanged', () => {
    expect(reconcile([fish, soup])).toEqual({ lines: cart, repriced: [], gone: [], unfit: [] })
  })

  it('updates price and name, keeps quantity and note, and lists the repriced lines', () => {
    const moreExpensive = { id: 2, price: 5200, name: 'Trout' }
    const repriced = { dish: moreExpensive, quantity: 1, notes: 'no salt' }
    expect(reconcile([soup, moreExpensive])).toEqual({
      lines: [cart[0], repriced],
      repriced: [repriced],
      gone: [],
      unfit: [],
    })
  })

  it('does not list a line as repriced if only its name changed', () => {
    const renamed = { ...soup, name: 'Bean soup' }
    const { lines, repriced } = reconcile([renamed, fish])
    expect(lines[0]).toEqual({ dish: renamed, quantity: 2 })
    expect(repriced).toEqual([])
  })

  it('removes the lines of dishes that are not on the menu, and lists them', () => {
    expect(reconcile([fish])).toMatchObject({ lines: [cart[1]], gone: [cart[0]] })
    expect(reconcile([])).toMatchObject({ lines: [], gone: cart })
  })
})

describe('options of a stored line', () => {
  const line = (ids: number[]): CartLine<Dish> => ({ dish: soup, quantity: 1, options: cartOptions(groups, ids) })
  const reconcile = (lines: CartLine<Dish>[], today: ChoosableGroup[] | undefined) =>
    reconcileCart(lines, [soup], () => today, NOW)

  it('are those left out first, with names and prices', () => {
    expect(line([5, 6]).options).toEqual([
      { id: 6, name: 'onion', nameRo: 'ceapă', price: 0, quantity: 1, without: true },
      { id: 5, name: 'Large', nameRo: 'Mare', price: 900, quantity: 1 },
    ])
  })

  it('follow the menu: a price that has changed is reported', () => {
    const dearer = { ...size, options: size.options.map((one) => ({ ...one, price: 1000 })) }
    const { repriced, lines } = reconcile([line([5])], [dearer])
    expect(repriced).toEqual(lines)
    expect(lines[0]?.options).toMatchObject([{ id: 5, price: 1000 }])
  })

  it('get their names from the menu, which is no change of the price', () => {
    const nameless = { ...soup, price: 3750 }
    const returned = { dish: nameless, quantity: 1, options: [{ id: 5, name: '', nameRo: '', price: 0, quantity: 1 }] }
    expect(reconcile([returned], groups)).toEqual({ lines: [line([5])], repriced: [], gone: [], unfit: [] })
  })

  it('that no longer fit, or are missing, leave the line in the cart, and it is listed', () => {
    const withoutLarge = { ...size, options: size.options.slice(0, 1) }
    for (const [lines, today] of [
      [[line([5])], [withoutLarge]],
      [[{ dish: soup, quantity: 1 }], groups],
      [[line([5])], []],
    ] as const)
      expect(reconcile([...lines], [...today])).toEqual({ lines, unfit: lines, repriced: [], gone: [] })
  })

  it('stay as they are until the groups are known', () => {
    const lines = [line([5])]
    expect(reconcile(lines, undefined)).toEqual({ lines, repriced: [], gone: [], unfit: [] })
  })
})

it('fees of takeaway are summed by name over dishes and named dishes, for each portion that can be ordered', () => {
  const deposit = { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true }
  const box = { name: 'Packaging', nameRo: 'Ambalaj', amount: 100, deposit: false }
  const cola = { id: 7, name: 'Cola', nameRo: 'Cola', price: 0, quantity: 2, takeawayFee: deposit }
  const lines: CartLine[] = [
    { dish: { ...soup, takeawayFee: box }, quantity: 3, options: [cola] },
    { dish: { ...fish, takeawayFee: deposit }, quantity: 1 },
    { dish: { ...fish, takeawayFee: deposit }, quantity: 9, isOrderable: false },
  ]
  expect(takeawayFees(lines)).toEqual([
    { ...box, amount: 300 },
    { ...deposit, amount: 350 },
  ])
})
