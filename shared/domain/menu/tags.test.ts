import { expect, it } from 'vitest'
import { knownTags, TAG_KEYS } from './tags.ts'

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
