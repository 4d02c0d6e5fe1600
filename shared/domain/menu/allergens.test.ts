import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLERGEN_CODES, allergenDeclaration, allergenWarning, recogniseAllergens } from './allergens.ts'

const codes = fc.subarray([...ALLERGEN_CODES])

it('there are 14 allergens, as in Annex II of Regulation (EU) No 1169/2011', () => {
  expect(new Set(ALLERGEN_CODES).size).toBe(14)
})

describe('what a dish declares of its allergens', () => {
  it.each([
    [['milk'], null, false, 'codes'],
    [['milk'], 'Urme de nuci', true, 'codes'],
    [[], 'Urme de nuci', false, 'text'],
    [[], 'Urme de nuci', true, 'text'],
    [[], null, true, 'none'],
    [[], '', true, 'none'],
    [[], null, false, 'undeclared'],
    [[], '', false, 'undeclared'],
  ] as const)(
    'with the codes %j, the text %j and checked %s is %s',
    (allergenCodes, allergens, checked, declaration) => {
      expect(allergenDeclaration({ allergenCodes, allergens, allergensChecked: checked })).toBe(declaration)
    },
  )

  it('is what its courses declare, for a set menu that declares nothing itself', () => {
    const menu = { allergenCodes: [], allergens: null, allergensChecked: false, isSetMenu: true }
    expect(allergenDeclaration(menu)).toBe('courses')
    // Nothing says "none of the 14" of it: the courses may contain them.
    expect(allergenDeclaration({ ...menu, allergensChecked: true })).toBe('courses')
    expect(allergenDeclaration({ ...menu, partsUndeclared: true })).toBe('undeclared')
    expect(allergenDeclaration({ ...menu, allergenCodes: ['milk'] })).toBe('codes')
    expect(allergenWarning(menu, ['milk'])).toBeUndefined()
    expect(allergenWarning({ ...menu, requiredAllergenCodes: ['milk'] }, ['milk'])).toMatchObject({ codes: ['milk'] })
  })
})

describe('the warning for a guest who avoids allergens', () => {
  const dish = (fields: object) => ({ allergenCodes: [], allergens: null, allergensChecked: false, ...fields })

  it('names the allergens that the dish contains and the guest has marked, in the dish’s order', () => {
    expect(allergenWarning(dish({ allergenCodes: ['milk', 'gluten'] }), ['gluten', 'milk', 'fish'])).toEqual({
      kind: 'contains',
      codes: ['milk', 'gluten'],
    })
    fc.assert(
      fc.property(codes, codes, (allergenCodes, marked) => {
        fc.pre(allergenCodes.length > 0)
        const warning = allergenWarning(dish({ allergenCodes }), marked)
        const avoided = warning?.kind === 'contains' ? warning.codes : []
        for (const code of ALLERGEN_CODES) {
          expect(avoided.includes(code)).toBe(allergenCodes.includes(code) && marked.includes(code))
        }
      }),
    )
  })

  it('says of a dish without codes what the kitchen wrote, or that nothing is declared, unless the owner has checked it', () => {
    expect(allergenWarning(dish({}), ['milk'])).toEqual({ kind: 'undeclared' })
    expect(allergenWarning(dish({ allergens: 'Urme de nuci' }), ['milk'])).toEqual({
      kind: 'text',
      text: 'Urme de nuci',
    })
    expect(allergenWarning(dish({ allergensChecked: true }), ['milk'])).toBeUndefined()
  })

  it('is a note where the owner has checked a dish that has words and no codes', () => {
    const note = { kind: 'note', text: 'Fără gluten' }
    expect(allergenWarning(dish({ allergens: 'Fără gluten', allergensChecked: true }), ['gluten'])).toEqual(note)
    expect(allergenWarning(dish({ allergens: 'Fără gluten' }), ['gluten'])).toEqual({ ...note, kind: 'text' })
    // Codes count before words.
    const coded = dish({ allergens: 'Urme de nuci', allergenCodes: ['milk'], allergensChecked: true })
    expect(allergenWarning(coded, ['milk'])).toEqual({ kind: 'contains', codes: ['milk'] })
  })

  it('is missing for a guest who has marked nothing', () => {
    for (const fields of [{}, { allergens: 'Urme' }, { allergenCodes: ['milk'] }])
      expect(allergenWarning(dish(fields), [])).toBeUndefined()
  })
})

describe('recogniseAllergens', () => {
  it('returns the known codes of a stored list, each once, in the order of the regulation', () => {
    expect(recogniseAllergens(['nuts', 'milk', 'sugar', 3, null, 'milk'])).toEqual(['milk', 'nuts'])
  })

  it.each([null, 'milk', 7, { milk: true }])('returns no code for %j', (stored) => {
    expect(recogniseAllergens(stored)).toEqual([])
  })
})
