import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLERGEN_CODES, allergensToAvoid, recogniseAllergens } from './allergens.ts'

const codes = fc.subarray([...ALLERGEN_CODES])

it('there are 14 allergens, as in Annex II of Regulation (EU) No 1169/2011', () => {
  expect(new Set(ALLERGEN_CODES).size).toBe(14)
})

describe('the allergens that a guest must avoid in a dish', () => {
  it('are those that the dish contains and the guest has chosen', () => {
    expect(allergensToAvoid(['milk', 'gluten'], ['milk', 'fish'])).toEqual(['milk'])
    expect(allergensToAvoid(['milk'], [])).toEqual([])
    expect(allergensToAvoid([], ['milk'])).toEqual([])
  })

  it('are exactly the intersection of both lists', () => {
    fc.assert(
      fc.property(codes, codes, (contained, chosen) => {
        const avoided = allergensToAvoid(contained, chosen)
        for (const code of ALLERGEN_CODES) {
          expect(avoided.includes(code)).toBe(contained.includes(code) && chosen.includes(code))
        }
      }),
    )
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
