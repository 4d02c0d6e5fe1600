import { describe, expect, it } from 'vitest'
import {
  dueOf,
  guestDues,
  salesByRate,
  sharesBack,
  sharesOf,
  spread,
  sumsAfter,
  unpaidAfter,
  vatShares,
} from './due.ts'
import { changeOf, countedCash, DENOMINATIONS, roundingOf, tenderedChoices } from './methods.ts'

describe('cash', () => {
  it.each([
    [1204, 10, -4],
    [1205, 10, 5],
    [1206, 10, 4],
    [1202, 5, -2],
    [1203, 5, 2],
    [1203, 0, 0],
    [-1205, 10, -5],
    [2, 5, -2],
  ] as const)('%i is rounded to steps of %i by %i', (sum, step, rounding) => {
    expect(roundingOf(sum, step) + 0).toBe(rounding + 0)
  })

  it('100 given for 62.02 gives 38 back', () => {
    expect(changeOf(10_000, 6202, 10)).toBe(3800)
    expect(changeOf(6199, 6202, 10)).toBe(-1)
  })

  it('offers the sums that guests often give', () => {
    expect(tenderedChoices(6200, 0, 'lei')).toEqual([6200, 7000, 10_000])
    expect(tenderedChoices(6202, 10, 'lei')).toEqual([6200, 7000, 10_000])
    expect(tenderedChoices(5000, 0, 'eur')).toEqual([5000, 10_000])
    expect(tenderedChoices(123_400, 0, 'lei')).toEqual([123_400, 124_000, 130_000])
  })

  it('is counted by its notes and the sum of its coins', () => {
    expect(countedCash(new Map(DENOMINATIONS.lei.map((note) => [note, 2])), 35)).toBe(2 * 88_600 + 35)
  })
})

describe('what is due', () => {
  it('of an order that has ended is what was left then', () => {
    const sums = { total: 1000, paid: 400, unpaid: 0 }
    expect(dueOf({ ...sums, status: 'ready' })).toBe(600)
    expect(dueOf({ ...sums, status: 'completed' })).toBe(0)
    expect(unpaidAfter(sums, 'completed', true)).toBe(600)
    expect(unpaidAfter(sums, 'completed', false)).toBe(0)
    expect(unpaidAfter(sums, 'cancelled', true)).toBe(-400)
    expect(unpaidAfter({ total: 1000, paid: 0 }, 'cancelled', false)).toBe(0)
    expect(unpaidAfter(sums, 'delivered', true)).toBe(0)
  })

  it('is shared: overpaid orders are evened, then the oldest are paid', () => {
    const orders = [
      { id: 1, due: 300 },
      { id: 2, due: -100 },
      { id: 3, due: 0 },
      { id: 4, due: 500 },
    ]
    expect(sharesOf(orders, 700)).toEqual([
      { orderId: 1, amount: 300 },
      { orderId: 2, amount: -100 },
      { orderId: 4, amount: 500 },
    ])
    expect(sharesOf(orders, 50)).toEqual([
      { orderId: 1, amount: 150 },
      { orderId: 2, amount: -100 },
    ])
  })

  it('is given back of overpaid orders, then of the newest', () => {
    const shares = [
      { orderId: 1, amount: 500, due: -100 },
      { orderId: 2, amount: -100, due: 0 },
      { orderId: 3, amount: 300, due: 0 },
    ]
    expect(sharesBack(shares, 50)).toEqual([{ orderId: 1, amount: -50 }])
    expect(sharesBack(shares, 450)).toEqual([
      { orderId: 3, amount: -300 },
      { orderId: 1, amount: -150 },
    ])
  })

  it('of an order that has ended grows by no refund', () => {
    const order = { status: 'completed', total: 1000, paid: 1000, unpaid: 0 } as const
    const back = { orderId: 1, amount: -200 }
    expect(sumsAfter(order, back, true)).toEqual({ paid: 800, unpaid: 0 })
    expect(sumsAfter({ ...order, paid: 1100, unpaid: -100 }, back, true)).toEqual({ paid: 900, unpaid: 0 })
    expect(sumsAfter({ ...order, paid: 700, unpaid: 300 }, back, true)).toEqual({ paid: 500, unpaid: 300 })
    expect(sumsAfter({ ...order, paid: 700, unpaid: 300 }, { orderId: 1, amount: 200 }, false)).toEqual({
      ...{ paid: 900, unpaid: 100 },
    })
    expect(sumsAfter({ ...order, status: 'ready' }, back, true)).toEqual({ paid: 800, unpaid: 0 })
  })

  it('of a guest is never above the bill’s, and never below nothing', () => {
    const guests = [
      { guestName: 'Ana', total: 500 },
      { guestName: 'Dan', total: 700 },
      { guestName: null, total: 300 },
    ]
    const payments = [
      { guestName: 'Ana', amount: 600 },
      { guestName: null, amount: 400 },
      { guestName: 'Dan', amount: 100 },
    ]
    expect(guestDues(guests, payments, 400).map(({ due }) => due)).toEqual([0, 400, 0])
    expect(guestDues(guests, [], -50).map(({ due }) => due)).toEqual([0, 0, 0])
  })
})

describe('sales by VAT rate', () => {
  it('share a set menu by weights, to the last minor unit', () => {
    const shares = vatShares([
      { vatRate: 11, price: 1000, quantity: 1 },
      { vatRate: 21, price: 500, quantity: 2 },
      { vatRate: 11, price: 1000, quantity: 1 },
      { vatRate: null, price: 0, quantity: 1 },
    ])
    expect(shares).toEqual([
      { rate: 11, weight: 2000 },
      { rate: 21, weight: 1000 },
    ])
    const sales = [
      { rate: 9, amount: 1001, shares: shares ?? null },
      { rate: 11, amount: 100, shares: null },
      { rate: null, amount: 7, shares: null },
    ]
    expect(salesByRate(sales)).toEqual([
      { rate: 21, amount: 334 },
      { rate: 11, amount: 767 },
      { rate: null, amount: 7 },
    ])
    expect(vatShares([{ vatRate: 11, price: 0, quantity: 2 }])).toBeUndefined()
  })
})

describe('spreading an amount', () => {
  it.each<[number, number[], number[]]>([
    [1000, [6400, 2800], [696, 304]],
    [1, [1, 1], [1, 0]],
    [2, [1, 1, 1, 1], [1, 1, 0, 0]],
    [0, [0, 0], [0, 0]],
    [5, [0, 5], [0, 5]],
    [999_999_999, [1_000_000_000, 1, 1_000_000_000], [499_999_999, 1, 499_999_999]],
  ])('%i over %j is %j', (amount, weights, parts) => {
    expect(spread(amount, weights)).toEqual(parts)
  })
})
