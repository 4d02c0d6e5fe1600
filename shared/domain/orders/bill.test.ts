import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesTotal } from '../money.ts'
import { type BilledLine, byGuest, equalParts, guestTotals, MAX_PARTS, MIN_PARTS, mergedLines } from './bill.ts'

const line = (fields: Partial<BilledLine> = {}): BilledLine => ({
  ...{ name: 'Soup', nameRo: 'Ciorbă', price: 2850, quantity: 1, guestName: null, options: [], partOf: null },
  ...fields,
})
const option = (name: string, without = false) => ({ name, nameRo: name, quantity: 1, without })
const anyLines = fc.array(
  fc.record({
    options: fc.constantFrom([], [option('Large')], [option('onion', true)]),
    partOf: fc.constantFrom(null, null, 1),
    name: fc.constantFrom('Soup', 'Pizza', ''),
    nameRo: fc.constantFrom('Ciorbă', 'Pizza', ''),
    price: fc.integer({ min: 0, max: 100_000_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    guestName: fc.option(fc.oneof(fc.constantFrom('Ana', 'Mihai', 'seat 2'), fc.string({ maxLength: 50 }))),
  }),
  { maxLength: 30 },
)
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('the sums of the guests', () => {
  it('are in the order of their first lines, over all rounds; what nobody is named for comes last', () => {
    const lines = [
      line(),
      line({ guestName: 'Mihai', quantity: 2 }),
      line({ guestName: 'Ana', price: 4200 }),
      line({ guestName: 'Mihai', price: 1000 }),
    ]
    expect(guestTotals(lines)).toEqual([
      { guestName: 'Mihai', total: 6700 },
      { guestName: 'Ana', total: 4200 },
      { guestName: null, total: 2850 },
    ])
    expect(guestTotals([])).toEqual([])
  })

  it('equal the total together, whoever ordered what', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        expect(sum(guestTotals(lines).map(({ total }) => total))).toBe(linesTotal(lines))
        expect(byGuest(lines).flatMap((guest) => guest.lines)).toHaveLength(lines.length)
      }),
    )
  })
})

it('mergedLines keeps lines apart that cost the same, but not before a price rule', () => {
  const lowered = line({ price: 980, listPrice: 1400 })
  expect(mergedLines([lowered, line({ price: 980 }), lowered]).map(({ quantity }) => quantity)).toEqual([2, 1])
})

describe('equal parts', () => {
  it.each([
    [13400, 3, [4466, 4466, 4468]],
    [100, 2, [50, 50]],
    [1, 2, [0, 1]],
    [0, 3, [0, 0, 0]],
  ])('of %i for %i are %j', (total, count, parts) => {
    expect(equalParts(total, count)).toEqual(parts)
  })

  it('are equal but for the last, which contains the remainder, and equal the total together', () => {
    const anyTotal = fc.integer({ min: 0, max: 990_000_000_000 })
    fc.assert(
      fc.property(anyTotal, fc.integer({ min: MIN_PARTS, max: MAX_PARTS }), (total, count) => {
        const parts = equalParts(total, count)
        const [first = 0, last = 0] = [parts[0], parts.at(-1)]
        expect([parts.length, sum(parts)]).toEqual([count, total])
        expect(new Set(parts.slice(0, -1))).toEqual(new Set([first]))
        expect(last - first).toBeGreaterThanOrEqual(0)
        expect(last - first).toBeLessThan(count)
      }),
    )
  })
})

describe('merged lines', () => {
  it('have each dish once for each of its prices', () => {
    const lines = [line({ guestName: 'Ana' }), line({ price: 3000 }), line({ quantity: 2 })]
    expect(mergedLines(lines)).toEqual([line({ guestName: 'Ana', quantity: 3 }), line({ price: 3000 })])
  })

  it('are only those with the same options and parts, whatever the quantity', () => {
    const lunch = (quantity: number, drink: string) => [
      line({ name: 'Lunch', quantity }),
      line({ name: drink, price: 0, quantity: 2 * quantity, partOf: 1 }),
    ]
    const lines = [
      ...lunch(1, 'Cola'),
      line({ options: [option('onion', true)] }),
      ...lunch(2, 'Water'),
      line(),
      ...lunch(3, 'Cola'),
      line({ options: [option('onion', true)] }),
    ]
    expect(mergedLines(lines).map(({ name, quantity, options }) => [name, quantity, options.length])).toEqual([
      ['Lunch', 4, 0],
      ['Cola', 8, 0],
      ['Soup', 2, 1],
      ['Lunch', 2, 0],
      ['Water', 4, 0],
      ['Soup', 1, 0],
    ])
  })

  it('cost what the lines cost', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        expect(linesTotal(mergedLines(lines))).toBe(linesTotal(lines))
      }),
    )
  })
})
