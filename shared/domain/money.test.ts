import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, formatMoney, linesTotal, lineTotal, moneyParts, plainMoney, readAmount } from './money.ts'

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
    [123_456_789, 'lei', '1\u00a0234\u00a0567.89 LEI'],
    [-123_456, 'eur', '€-1\u00a0234.56'],
  ] as const)('%i minor units of %s are formatted as %s, on paper without other characters', (minor, unit, text) => {
    expect(formatMoney(minor, unit)).toBe(text)
    expect(plainMoney(minor, unit)).toBe(text.replaceAll('\u00a0', ''))
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
        expect(figure).toMatch(/^-?\d{1,3}(\u00a0\d{3})*\.\d\d$/)
        expect(Number(figure.replace(/[.\u00a0]/g, ''))).toBe(minor || 0)
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

describe('an amount that a person wrote', () => {
  it.each([
    ['28,50', 2850],
    ['28.50', 2850],
    ['28,5', 2850],
    ['28.5', 2850],
    ['0,05', 5],
    ['0.00', 0],
    ['1250,00', 125_000],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['1 234,50', 123_450],
    ['1\u00A0234,50', 123_450],
    ['1.250.000,5', 125_000_050],
    [' 28,50\n', 2850],
  ])('%j has decimals and is %i minor units', (text, value) => {
    expect(readAmount(text)).toEqual({ kind: 'amount', value })
  })

  it.each([
    ['28', 28],
    ['0', 0],
    ['2850', 2850],
    ['1.250', 1250],
    ['1,250', 1250],
    ['1 250', 1250],
    ['1.250.000', 1_250_000],
    ['999999999', 999_999_999],
  ])('%j is the whole number %i', (text, value) => {
    expect(readAmount(text)).toEqual({ kind: 'whole', value })
  })

  it.each([
    ['28 lei', 2800, 'lei'],
    ['28,50 lei', 2850, 'lei'],
    ['28.50 RON', 2850, 'lei'],
    ['1 leu', 100, 'lei'],
    ['RON 1.250', 125_000, 'lei'],
    ['28,50\u00A0Lei.', 2850, 'lei'],
    ['€12', 1200, 'eur'],
    ['€ 12.50', 1250, 'eur'],
    ['12 €', 1200, 'eur'],
    ['12 euro', 1200, 'eur'],
    ['28,-', 2800, undefined],
    ['28.-', 2800, undefined],
  ])('%j has a unit and is %i minor units', (text, value, unit) => {
    expect(readAmount(text)).toEqual({ kind: 'amount', value, ...(unit && { unit }) })
  })

  it.each([
    '',
    ' ',
    '00',
    '0712',
    '01.250',
    '0.505',
    '28,',
    ',50',
    '28,505,',
    '28,5050',
    '1.25.0',
    '1,25,50',
    '1.250.50',
    '1.250,500,2',
    '1234567890',
    '-5',
    '+5',
    '12a',
    '1e3',
    'lei',
    '€',
    '28 kg',
    '28 bani',
    '28 lei 50',
    '€12 lei',
    '€12,-',
    '$12',
    '28,- lei',
    '28 leilei',
    `28${' '.repeat(50)}lei`,
    '28 5',
    '٢٨',
    '２８',
  ])('%j is none', (text) => {
    expect(readAmount(text)).toBeUndefined()
  })

  it('is read back from every notation of every price', () => {
    const notation = fc.constantFrom(['.', ','], [',', '.'], [' ', ','], ['', ','], ['', '.'])
    fc.assert(
      fc.property(fc.nat(100_000_000), notation, (price, [group = '', decimal = '']) => {
        const whole = String(Math.floor(price / 100)).replace(/\B(?=(\d{3})+$)/g, group)
        const text = `${whole}${decimal}${String(price % 100).padStart(2, '0')}`
        expect(readAmount(text)).toEqual({ kind: 'amount', value: price })
      }),
    )
  })
})
