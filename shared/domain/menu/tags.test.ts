import { expect, it } from 'vitest'
import { tagsFollowing } from './allergen-tags.ts'
import { knownTags, repeatsAllergens, TAG_KEYS } from './tags.ts'

it('knownTags returns the sixteen known tags, and no others', () => {
  expect(TAG_KEYS.join(', ')).toBe(
    'caffeine, alcohol, beer, gluten, vegan, vegetarian, spicy, fresh, dairy, healthy, allergens, carne, pui, special, premium, italian',
  )
  expect(knownTags([...TAG_KEYS])).toEqual(TAG_KEYS)
  expect(knownTags(['vegan', 'bio', 'Vegan', '', 'toString'])).toEqual(['vegan'])
})

it('knownTags returns a repeated tag once', () => {
  expect(knownTags(['spicy', 'vegan', 'spicy'])).toEqual(['spicy', 'vegan'])
})

it.each([
  [['milk', 'eggs'], ['eggs'], ['gluten', 'allergens', 'vegan']],
  [['milk'], [], ['gluten', 'vegan']],
  [[], ['milk'], ['gluten', 'dairy', 'allergens', 'vegan']],
  [[], [], ['gluten', 'dairy', 'allergens', 'vegan']],
] as const)('a tag goes with the allergen that it repeats (%j becomes %j)', (before, codes, left) => {
  expect(tagsFollowing(['gluten', 'dairy', 'allergens', 'vegan'], before, codes)).toEqual(left)
})

it('a tag repeats an allergen of its name, and “allergens” any', () => {
  const repeating = (codes: ('milk' | 'eggs')[]) => TAG_KEYS.filter((tag) => repeatsAllergens(tag, codes))
  expect([repeating(['milk']), repeating(['eggs']), repeating([])]).toEqual([['dairy', 'allergens'], ['allergens'], []])
})
