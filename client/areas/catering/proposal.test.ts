import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventInputSchema } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { sampleDish } from '../../testing/samples.ts'
import {
  discountOf,
  eventPhone,
  linesOf,
  type ProposalForm,
  proposalSchema,
  quantityOf,
  requestOf,
  sortedByName,
} from './proposal.ts'

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
  [' 40 ', 40],
  ['9999', 9999],
  ['', 0],
  ['00', 0],
  ['-1', 0],
  ['1.5', 0],
  ['1.000', 0],
  ['x', 0],
  ['10000', 0],
])('quantityOf reads %j as %d', (typed, quantity) => {
  expect(quantityOf(typed)).toBe(quantity)
})

it.each([
  ['', 0],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0.07', 0.07],
  ['100', 100],
  ['-0.01', 0],
  ['100.01', 0],
  ['0.005', 0],
  ['ten', 0],
])('discountOf reads %j as %d percent', (typed, discount) => {
  expect(discountOf(typed)).toBe(discount)
})

it('linesOf takes names and prices from the menu, and leaves out what has no quantity or left the menu', () => {
  const menu = [1, 2, 3].map((id) => sampleDish({ id, price: id * 100, name: `Soup ${9 - id}` }))
  const chosen = [
    { id: 1, quantity: '2' },
    { id: 2, quantity: '-1' },
    { id: 8, quantity: '5' },
    { id: 3, quantity: '4' },
  ]
  expect(linesOf(chosen, menu, 'en')).toEqual([
    { id: 3, name: 'Soup 6', nameRo: 'Ciorbă', priceAtTimeOfEvent: 300, quantity: 4, position: 3 },
    { id: 1, name: 'Soup 8', nameRo: 'Ciorbă', priceAtTimeOfEvent: 100, quantity: 2, position: 0 },
  ])
})

it('sortedByName sorts by the rules of the language', () => {
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

it('requestOf returns a valid request of every valid form', () => {
  const typed = fc.oneof(fc.nat(200).map(String), fc.string({ maxLength: 6 }), fc.float().map(String))
  const details = {
    ...{ customerName: 'Ana', customerEmail: 'ana@example.com', customerPhone: '0712 345 678', notes: '' },
    ...{ eventDate: '2032-06-19', numberOfGuests: '40', step: 'preview' as const, key: '' },
  }
  const menu = Array.from({ length: 5 }, (_, i) => sampleDish({ id: i + 1 }))
  let valid = 0
  fc.assert(
    fc.property(
      fc.array(typed, { maxLength: 5 }),
      typed,
      fc.constantFrom(...LANGUAGES),
      (texts, discount, language) => {
        const dishes = texts.map((quantity, i) => ({ id: i + 1, quantity }))
        const form: ProposalForm = { ...details, language, discount, dishes }
        const { data } = proposalSchema.safeParse(form)
        if (!data) return
        valid++
        const request = requestOf(data, linesOf(form.dishes, menu, language), language)
        expect(eventInputSchema.safeParse(request).error?.issues).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
  expect(valid).toBeGreaterThan(0)
})
