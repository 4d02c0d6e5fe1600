import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ROUND_TO } from '#shared/domain/menu/offers.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { type PriceChangeInput, parsePriceChange } from './bulk-forms.tsx'
import { decimalText, knownPrice, readPrice, wholeNumbersAre } from './price-input.tsx'

describe('price input', () => {
  describe('the text of a price field', () => {
    it.each([
      ['2850', { kind: 'known', minor: 2850 }],
      ['1000', { kind: 'known', minor: 1000 }],
      ['0', { kind: 'known', minor: 0 }],
      ['28,5', { kind: 'known', minor: 2850 }],
      [' 28.50 ', { kind: 'known', minor: 2850 }],
      ['0,05', { kind: 'known', minor: 5 }],
      ['1.250', { kind: 'known', minor: 1250 }],
      ['1', { kind: 'unclear', minor: 1, major: 100 }],
      ['999', { kind: 'unclear', minor: 999, major: 99_900 }],
      ['', { kind: 'none' }],
      ['-5', { kind: 'none' }],
      ['28,50 lei', { kind: 'known', minor: 2850 }],
      ['28 lei', { kind: 'known', minor: 2800 }],
      ['€12', { kind: 'none' }],
      ['28 kg', { kind: 'none' }],
    ])('%j means %j', (text, meaning) => {
      expect(readPrice(text, 'lei')).toEqual(meaning)
    })

    describe('with decimals', () => {
      beforeEach(() => void stubStorage())
      afterEach(() => void vi.unstubAllGlobals())

      it.each([undefined, 'major' as const])('means the same, whatever whole numbers mean: %s', (whole) => {
        wholeNumbersAre.write(whole)
        fc.assert(
          fc.property(fc.oneof(fc.integer({ min: 0, max: 1100 }), fc.integer({ min: 0, max: MAX_PRICE })), (minor) => {
            expect(knownPrice(decimalText(minor))).toBe(minor)
          }),
        )
      })

      it.each([
        ['29', 2900],
        ['2900', 290_000],
        ['29,5', 2950],
      ])('%s is %i once whole numbers are amounts', (text, minor) => {
        wholeNumbersAre.write('major')
        expect(readPrice(text, 'lei')).toEqual({ kind: 'known', minor })
      })
    })
  })
})

describe('bulk price', () => {
  const input = (text: string, fields: Partial<PriceChangeInput> = {}): PriceChangeInput => ({
    direction: 'raise',
    unit: 'percent',
    roundTo: 50,
    text,
    ...fields,
  })

  describe('parsePriceChange', () => {
    it.each([
      [input('10'), { percent: 10, roundTo: 50 }],
      [input(' 7,5 '), { percent: 7.5, roundTo: 50 }],
      [input('7.5', { direction: 'lower' }), { percent: -7.5, roundTo: 50 }],
      [input('1000'), { percent: 1000, roundTo: 50 }],
      [input('100', { direction: 'lower' }), { percent: -100, roundTo: 50 }],
      [input('1500', { unit: 'amount' }), { add: 1500, roundTo: 50 }],
      [input('1,5', { unit: 'amount', direction: 'lower', roundTo: 1 }), { add: -150, roundTo: 1 }],
      [input('100000000', { unit: 'amount' }), { add: 100_000_000, roundTo: 50 }],
    ])('parses %j to %j', (change, priceChange) => {
      expect(parsePriceChange(change, 'lei')).toEqual({ price: priceChange })
    })

    it.each([
      input(''),
      input('0'),
      input('-5'),
      input('1001'),
      input('101', { direction: 'lower' }),
      input('ten'),
      input('1.000'),
      input('1 000'),
      input('1,2,3'),
      input('150', { unit: 'amount' }),
      input('0', { unit: 'amount' }),
      input('1.5.0', { unit: 'amount' }),
      input('100000001', { unit: 'amount' }),
    ])('returns undefined for %j', (change) => {
      expect(parsePriceChange(change, 'lei')).toBeUndefined()
    })

    it('parses every accepted percentage to the number that it represents', () => {
      fc.assert(
        fc.property(fc.string(), fc.constantFrom(...ROUND_TO), (text, roundTo) => {
          const change = parsePriceChange(input(text, { roundTo }), 'lei')
          if (change) expect(change).toEqual({ price: { percent: Number(text.trim().replace(',', '.')), roundTo } })
        }),
      )
    })
  })
})
