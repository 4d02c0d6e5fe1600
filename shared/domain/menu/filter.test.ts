import { describe, expect, it } from 'vitest'
import { tagsFollowing } from './allergen-tags.ts'
import type { DeclaredAllergens } from './allergens.ts'
import {
  isLeftOut,
  isRestricting,
  knownTags,
  type MenuFilter,
  NO_FILTER,
  repeatsAllergens,
  TAG_KEYS,
} from './filter.ts'

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

const dish = (fields: Partial<DeclaredAllergens & { tags: string[] }> = {}) => ({
  allergenCodes: [],
  allergens: null,
  allergensChecked: true,
  tags: [],
  ...fields,
})
const filter = (fields: Partial<MenuFilter>) => ({ ...NO_FILTER, ...fields })
const NO_MILK = filter({ allergens: ['milk'], leavesOut: true })

describe('a guest’s filter', () => {
  it.each([
    ['contains what the guest avoids', dish({ allergenCodes: ['eggs', 'milk'] }), true],
    ['contains only other allergens', dish({ allergenCodes: ['eggs'] }), false],
    ['contains other allergens, unchecked', dish({ allergenCodes: ['eggs'], allergensChecked: false }), false],
    ['is not declared', dish({ allergensChecked: false }), true],
    ['is described in words that nobody checked', dish({ allergens: 'Urme', allergensChecked: false }), true],
    ['is described in words, and contains none as checked', dish({ allergens: 'Fără gluten' }), false],
    ['contains none of the 14, as checked', dish(), false],
  ])('leaves out a dish that %s', (_, item, isOut) => {
    expect(isLeftOut(item, NO_MILK)).toBe(isOut)
    // Marked alone, it stays.
    expect(isLeftOut(item, filter({ allergens: ['milk'] }))).toBe(false)
    expect(isLeftOut(item, filter({ leavesOut: true }))).toBe(false)
  })

  it.each([
    [[], ['noAlcohol']],
    [['vegetarian'], ['vegetarian', 'noAlcohol']],
    [['vegan'], ['vegetarian', 'vegan', 'noAlcohol']],
    [
      ['vegan', 'alcohol'],
      ['vegetarian', 'vegan'],
    ],
    [['beer'], []],
  ])('shows a dish tagged %j under %j alone', (tags, diets) => {
    const shown = (['vegetarian', 'vegan', 'noAlcohol'] as const).filter(
      (diet) => !isLeftOut(dish({ tags }), filter({ diets: [diet] })),
    )
    expect(shown).toEqual(diets)
  })

  it('applies all that is chosen together', () => {
    const chosen = filter({ ...NO_MILK, diets: ['vegetarian', 'noAlcohol'] })
    expect(isLeftOut(dish({ tags: ['vegetarian'] }), chosen)).toBe(false)
    expect(isLeftOut(dish({ tags: ['vegetarian', 'alcohol'] }), chosen)).toBe(true)
    expect(isLeftOut(dish({ tags: ['vegetarian'], allergenCodes: ['milk'] }), chosen)).toBe(true)
  })

  it('restricts the menu only by a diet, or by allergens that are left out', () => {
    expect([NO_FILTER, filter({ allergens: ['milk'] }), filter({ leavesOut: true })].some(isRestricting)).toBe(false)
    expect([NO_MILK, filter({ diets: ['noAlcohol'] })].every(isRestricting)).toBe(true)
  })
})
