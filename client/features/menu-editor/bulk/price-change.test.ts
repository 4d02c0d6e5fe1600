import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROUND_TO } from '#shared/contracts/menu-editing.ts'
import { priceChangeOf, type TypedPriceChange } from './price-change.ts'

const typed = (text: string, fields: Partial<TypedPriceChange> = {}): TypedPriceChange => ({
  direction: 'raise',
  by: 'percent',
  roundTo: 50,
  typed: text,
  ...fields,
})

describe('a typed change of prices', () => {
  it.each([
    [typed('10'), { percent: 10, roundTo: 50 }],
    [typed(' 7,5 '), { percent: 7.5, roundTo: 50 }],
    [typed('7.5', { direction: 'lower' }), { percent: -7.5, roundTo: 50 }],
    [typed('1000'), { percent: 1000, roundTo: 50 }],
    [typed('100', { direction: 'lower' }), { percent: -100, roundTo: 50 }],
    [typed('150', { by: 'amount' }), { add: 150, roundTo: 50 }],
    [typed('150', { by: 'amount', direction: 'lower', roundTo: 1 }), { add: -150, roundTo: 1 }],
    [typed('100000000', { by: 'amount' }), { add: 100_000_000, roundTo: 50 }],
  ])('%j is meant as %j', (change, price) => {
    expect(priceChangeOf(change)).toEqual({ price })
  })

  it.each([
    typed(''),
    typed('0'),
    typed('-5'),
    typed('1001'),
    typed('101', { direction: 'lower' }),
    typed('ten'),
    typed('1.000'),
    typed('1 000'),
    typed('1,2,3'),
    typed('1.5', { by: 'amount' }),
    typed('100000001', { by: 'amount' }),
  ])('%j is not taken', (change) => {
    expect(priceChangeOf(change)).toBeUndefined()
  })

  it('is never taken for anything else than what was typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...ROUND_TO), (text, roundTo) => {
        const change = priceChangeOf(typed(text, { roundTo }))
        if (change) expect(change).toEqual({ price: { percent: Number(text.trim().replace(',', '.')), roundTo } })
      }),
    )
  })
})
