import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, formatMoney, linesTotal, lineTotal, moneyParts } from './money.ts'

const amount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
const currency = fc.constantFrom(...CURRENCIES)
const lines = fc.array(fc.record({ price: fc.nat(1_000_000), quantity: fc.integer({ min: 1, max: 99 }) }))

describe('money', () => {
  it.each([
    [2850, 'lei', '28.50 LEI'],
    [1200, 'eur', '€12.00'],
    [5, 'lei', '0.05 LEI'],
    [0, 'eur', '€0.00'],
    [99, 'lei', '0.99 LEI'],
    [100, 'lei', '1.00 LEI'],
    [123_456_789, 'lei', '1234567.89 LEI'],
    [-5, 'eur', '€-0.05'],
  ] as const)('%i minor units of %s are formatted as %s', (minor, unit, text) => {
    expect(formatMoney(minor, unit)).toBe(text)
  })

  it('has the currencies lei and euro', () => {
    expect(CURRENCIES).toEqual(['lei', 'eur'])
  })

  it('has parts that together are the formatted text', () => {
    fc.assert(
      fc.property(amount, currency, (minor, unit) => {
        const { prefix, figure, suffix } = moneyParts(minor, unit)
        expect([prefix + figure, suffix].filter(Boolean).join(' ')).toBe(formatMoney(minor, unit))
        expect(prefix === '').not.toBe(suffix === '')
      }),
    )
  })

  it('is formatted without rounding', () => {
    fc.assert(
      fc.property(amount, currency, (minor, unit) => {
        const { figure } = moneyParts(minor, unit)
        expect(figure).toMatch(/^-?\d+\.\d\d$/)
        expect(Number(figure.replace('.', ''))).toBe(minor || 0)
      }),
    )
  })

  it('is summed exactly over lines, as price times quantity', () => {
    expect(lineTotal({ price: 1990, quantity: 3 })).toBe(5970)
    expect(linesTotal([])).toBe(0)
    fc.assert(
      fc.property(lines, (cartLines) => {
        let sum = 0
        for (const { price, quantity } of cartLines) sum += price * quantity
        expect(linesTotal(cartLines)).toBe(sum)
        expect(linesTotal([...cartLines].reverse())).toBe(sum)
      }),
    )
  })
})
