import { describe, expect, it } from 'vitest'
import { changeOptionGroup, createOptionGroup } from './menu/options.ts'

const ONE = [{ name: 'One' }]

describe('a group of options', () => {
  it('is accepted with a name and an option', () => {
    expect(createOptionGroup.body.safeParse({ name: 'A', options: ONE }).success).toBe(true)
  })

  it.each<[string, object]>([
    ['a name with |', { name: 'Hot|cold', options: ONE }],
    ['no name at all', { options: ONE }],
    ['a largest number of 0', { name: 'A', max: 0, options: ONE }],
    ['a smallest number of 31', { name: 'A', min: 31, options: ONE }],
    ['a negative price', { name: 'A', options: [{ name: 'One', price: -1 }] }],
    ['an option without a name', { name: 'A', options: [{ price: 1 }] }],
    ['an option ten times', { name: 'A', options: [{ name: 'One', times: 10 }] }],
    ['a price of what is left out', { name: 'A', without: true, options: [{ name: 'onion', price: 1 }] }],
    ['a required “without”', { name: 'A', without: true, min: 1, options: ONE }],
    ['31 options', { name: 'A', options: Array.from({ length: 31 }, (_, i) => ({ name: `${i}` })) }],
    [
      'more preselected than may be chosen',
      { name: 'A', max: 1, options: [1, 2].map((n) => ({ name: `${n}`, preselected: true })) },
    ],
  ])('is refused with %s', (_, group) => {
    expect(createOptionGroup.body.safeParse(group).success).toBe(false)
  })

  it('is replaced as a whole: what is left out, of it or of an option that stays, is no silent reset', () => {
    const stays = { id: 1, name: 'Fries', nameRo: '', price: 200, times: 1, allergenCodes: [], menuItemId: null }
    const option = { ...stays, preselected: false, isActive: false }
    const group = { name: 'Sides', nameRo: '', without: false, min: 1, max: 1, options: [option, { name: 'Rice' }] }
    const missing = (body: object) =>
      changeOptionGroup.body.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(missing(group)).toEqual([])
    expect(missing({ name: 'Sides', without: false, options: [] })).toEqual(['nameRo', 'min', 'max'])
    const { price: _, ...withoutPrice } = option
    expect(missing({ ...group, options: [withoutPrice] })).toEqual(['options.0.price'])
  })
})
