import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLERGEN_CODES, allergensToAvoid, recogniseAllergens } from './allergens.ts'

const codes = fc.subarray([...ALLERGEN_CODES])

it('the groups of Annex II are 14', () => {
  expect(new Set(ALLERGEN_CODES).size).toBe(14)
})

describe('what a guest must avoid in a dish', () => {
  it('is what the dish contains and the guest has marked', () => {
    expect(allergensToAvoid(['milk', 'gluten'], ['milk', 'fish'])).toEqual(['milk'])
    expect(allergensToAvoid(['milk'], [])).toEqual([])
    expect(allergensToAvoid([], ['milk'])).toEqual([])
  })

  it('is never anything else, and nothing of it is left out', () => {
    fc.assert(
      fc.property(codes, codes, (contained, marked) => {
        const avoided = allergensToAvoid(contained, marked)
        for (const code of ALLERGEN_CODES) {
          expect(avoided.includes(code)).toBe(contained.includes(code) && marked.includes(code))
        }
      }),
    )
  })
})

describe('what was kept', () => {
  it('is taken as far as it is known, each once, in the order of the regulation', () => {
    expect(recogniseAllergens(['nuts', 'milk', 'sugar', 3, null, 'milk'])).toEqual(['milk', 'nuts'])
  })

  it.each([null, 'milk', 7, { milk: true }])('and is none where it is %j', (kept) => {
    expect(recogniseAllergens(kept)).toEqual([])
  })
})
