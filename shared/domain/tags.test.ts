import { expect, it } from 'vitest'
import { knownTags, TAG_KEYS } from './tags.ts'

it('shows sixteen tags, and none that it does not know', () => {
  expect(TAG_KEYS.join(', ')).toBe(
    'caffeine, alcohol, beer, gluten, vegan, vegetarian, spicy, fresh, dairy, healthy, allergens, carne, pui, special, premium, italian',
  )
  expect(knownTags([...TAG_KEYS])).toEqual(TAG_KEYS)
  expect(knownTags(['vegan', 'bio', 'Vegan', '', 'toString'])).toEqual(['vegan'])
})

it('shows a tag once, however often a dish carries it', () => {
  expect(knownTags(['spicy', 'vegan', 'spicy'])).toEqual(['spicy', 'vegan'])
})
