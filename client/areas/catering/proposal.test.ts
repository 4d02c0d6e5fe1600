import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventInputSchema } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { sampleDish } from '../../testing/samples.ts'
import {
  type ChosenDish,
  EMPTY_DETAILS,
  eventPhone,
  linesOf,
  parseDiscount,
  parseQuantity,
  requestOf,
  sortedByName,
} from './draft.ts'

it.each([
  ['0712 345 678', '40712345678'],
  ['+40 712 345 678', '40712345678'],
  ['0040712345678', '40712345678'],
  ['40712345678', '40712345678'],
  // Other text is sent as typed; the server rejects it.
  [' +49 30 901820 ', '+49 30 901820'],
  ['call me', 'call me'],
  ['0712', '0712'],
])('eventPhone converts %j to %j', (input, sent) => {
  expect(eventPhone(input)).toBe(sent)
})

it.each([
  ['', 0],
  ['0', 0],
  ['00', 0],
  ['1', 1],
  [' 40 ', 40],
  ['9999', 9999],
])('parseQuantity parses %j as %d', (input, quantity) => {
  expect(parseQuantity(input)).toEqual({ quantity })
})

it.each([
  ['-1', 'validation.eventQuantity'],
  ['1.5', 'validation.wholeNumber'],
  ['x', 'validation.number'],
  ['10000', 'validation.atMost 9999'],
])('parseQuantity returns 0 and an error for %j', (input, error) => {
  expect(parseQuantity(input)).toEqual({ quantity: 0, error })
})

it.each([
  ['', 0],
  ['0', 0],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0.07', 0.07],
  ['100', 100],
])('parseDiscount parses %j as %d percent', (input, discount) => {
  expect(parseDiscount(input)).toEqual({ discount })
})

it.each([
  ['-0.01', 'validation.atLeast 0'],
  ['100.01', 'validation.atMost 100'],
  ['0.005', 'validation.twoDecimals'],
  ['ten', 'validation.number'],
])('parseDiscount returns 0 and an error for %j', (input, error) => {
  expect(parseDiscount(input)).toEqual({ discount: 0, error })
})

describe('linesOf', () => {
  const oldSoup: ChosenDish = { name: 'Old soup', nameRo: 'Ciorbă veche', price: 1000, quantity: '2' }
  const soup = sampleDish({ id: 7, price: 2850 })

  it('takes names and prices from the menu, and those of deleted dishes from the choice', () => {
    const menu = new Map([[7, soup]])
    expect(linesOf({ 7: oldSoup, 8: oldSoup }, menu, 'en')).toEqual([
      { menuItemId: 8, name: 'Old soup', nameRo: 'Ciorbă veche', priceAtTimeOfEvent: 1000, quantity: 2 },
      { menuItemId: 7, name: 'Sour soup', nameRo: 'Ciorbă', priceAtTimeOfEvent: 2850, quantity: 2 },
    ])
  })

  it('omits dishes without a valid quantity', () => {
    const chosen = Object.fromEntries(['', '0', '-1', '1.5', '3'].map((quantity, i) => [i, { ...oldSoup, quantity }]))
    expect(linesOf(chosen, new Map(), 'en')).toMatchObject([{ menuItemId: 4, quantity: 3 }])
  })

  it('sorts names by the rules of the language', () => {
    const names = ['Zmeură', 'Țelină', 'Supă', 'Tartă', 'Șuncă', 'Avocado'].map((nameRo) => ({ name: '', nameRo }))
    expect(sortedByName(names, 'ro').map(({ nameRo }) => nameRo)).toEqual([
      'Avocado',
      'Supă',
      'Șuncă',
      'Tartă',
      'Țelină',
      'Zmeură',
    ])
  })
})

it('requestOf returns a valid request whatever is typed as quantities and discount', () => {
  const input = fc.oneof(fc.string({ maxLength: 6 }), fc.float().map(String), fc.integer().map(String))
  const details = {
    ...EMPTY_DETAILS,
    customerName: 'Ana',
    customerEmail: 'ana@example.com',
    customerPhone: '0712 345 678',
    eventDate: '2032-06-19',
    numberOfGuests: '40',
  }
  fc.assert(
    fc.property(
      fc.array(input, { maxLength: 5 }),
      input,
      fc.constantFrom(...LANGUAGES),
      (quantities, percent, language) => {
        const chosen = Object.fromEntries(
          quantities.map((quantity, i) => [i + 1, { name: 'Soup', nameRo: '', price: 2850, quantity }]),
        )
        const request = requestOf(details, percent, linesOf(chosen, new Map(), language), language)
        expect(eventInputSchema.safeParse(request).error?.issues).toBeUndefined()
      },
    ),
  )
})
