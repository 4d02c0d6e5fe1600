import { describe, expect, it } from 'vitest'
import { type Declaration, declarationGaps } from './filters.ts'

const VALUES = { saturates: 5, sugars: 0, salt: 1.2 }
const WHOLE: Declaration = {
  ingredients: 'Beans – 300 g, bread – 180 g',
  ingredientsRo: 'Fasole – 300 g, pâine – 180 g',
  nutritionalValues: VALUES,
  allergenCodes: ['celery'],
  allergens: null,
  allergensChecked: false,
}

describe('declarationGaps', () => {
  it.each<[string, Partial<Declaration>, string[]]>([
    ['everything is known', {}, []],
    ['nothing is said of allergens', { allergenCodes: [] }, ['allergens']],
    ['the owner has checked that it contains no allergen', { allergenCodes: [], allergensChecked: true }, []],
    ['the allergens are declared in words', { allergenCodes: [], allergens: 'Urme de nuci' }, []],
    ['there are no English ingredients', { ingredients: '' }, ['ingredients']],
    ['there are no Romanian ingredients', { ingredientsRo: ' \n' }, ['ingredientsRo']],
    ['no value is known', { nutritionalValues: null }, ['nutrition']],
    ['one value is not known', { nutritionalValues: { ...VALUES, sugars: null } }, ['sugars']],
    ['two values are zero', { nutritionalValues: { ...VALUES, saturates: 0, salt: 0 } }, []],
    [
      'several are missing',
      { ingredients: '', nutritionalValues: { ...VALUES, saturates: null, salt: null } },
      ['ingredients', 'saturates', 'salt'],
    ],
  ])('returns the missing parts if %s', (_, changed, gaps) => {
    expect(declarationGaps({ ...WHOLE, ...changed })).toEqual(gaps)
  })
})
