import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { knownPrice, priceText, readPrice } from './price-input.tsx'

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

  it('is never unclear for a price that is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 0, max: 1100 }), fc.integer({ min: 0, max: MAX_PRICE })), (minor) => {
        expect(knownPrice(priceText(minor))).toBe(minor)
      }),
    )
  })
})
