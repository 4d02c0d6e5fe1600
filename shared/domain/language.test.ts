import { describe, expect, it } from 'vitest'
import {
  categoryIn,
  DEFAULT_LANGUAGE,
  descriptionIn,
  ingredientsIn,
  isLanguage,
  LANGUAGES,
  languageOfHeader,
  nameIn,
  withUnbrokenUnits,
} from './language.ts'

describe('the languages of the product', () => {
  it('are English and Romanian, English by default', () => {
    expect(LANGUAGES).toEqual(['en', 'ro'])
    expect(DEFAULT_LANGUAGE).toBe('en')
  })

  it.each(['de', 'EN', '', null, undefined, 0])('do not include %j', (value) => {
    expect(isLanguage(value)).toBe(false)
  })
})

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ro', 'ro'],
    ['ro-RO', 'ro'],
    ['RO-ro', 'ro'],
    ['ro-RO,ro;q=0.9,en-US;q=0.8,en;q=0.7', 'ro'],
    ['en-GB,en;q=0.9,ro;q=0.8', 'en'],
    ['en;q=0.5, ro;q=0.8', 'ro'],
    ['en; q=0.5, ro; q=0.8', 'ro'],
    ['de-DE,de;q=0.9,ro;q=0.4', 'ro'],
    ['de,fr;q=0.9', 'en'],
    ['*', 'en'],
    ['ro;q=0, en;q=0.1', 'en'],
    ['ro;q=0', 'en'],
    ['ro;q=0.8,en;q=0.8', 'ro'],
    ['ro;level=1;q=0.3,en;q=0.2', 'ro'],
    ['rom,ron', 'en'],
    [';;,,q=', 'en'],
    ['ro;q=nonsense', 'ro'],
  ])('with the header %j is %s', (header, language) => {
    expect(languageOfHeader(header)).toBe(language)
  })
})

describe('the ingredients of a dish', () => {
  it.each([
    ['en', 'Water', 'Apă', 'Water'],
    ['ro', 'Water', 'Apă', 'Apă'],
    ['ro', 'Water', '', 'Water'],
    ['en', '', 'Apă', 'Apă'],
    ['en', '', '', ''],
    ['ro', '', '', ''],
  ] as const)('in %s, from %j and %j, are %j', (language, ingredients, ingredientsRo, expected) => {
    expect(ingredientsIn(language, { ingredients, ingredientsRo })).toBe(expected)
  })
})

describe('the texts of a dish in a language', () => {
  const dish = {
    name: 'Bean soup',
    nameRo: 'Ciorbă de fasole',
    description: 'Thick.',
    descriptionRo: 'Groasă.',
    category: 'Soups',
    categoryRo: 'Ciorbe',
  }
  const textsIn = (language: 'en' | 'ro', texts: typeof dish) => [
    nameIn(language, texts),
    descriptionIn(language, texts),
    categoryIn(language, texts),
  ]

  it('are the Romanian ones in Romanian and the default ones in English', () => {
    expect(textsIn('ro', dish)).toEqual(['Ciorbă de fasole', 'Groasă.', 'Ciorbe'])
    expect(textsIn('en', dish)).toEqual(['Bean soup', 'Thick.', 'Soups'])
  })

  it('are the default ones if the Romanian ones are empty', () => {
    expect(textsIn('ro', { ...dish, nameRo: '', descriptionRo: '', categoryRo: '' })).toEqual([
      'Bean soup',
      'Thick.',
      'Soups',
    ])
    expect(nameIn('ro', { name: 'Pizza' })).toBe('Pizza')
    expect(nameIn('ro', { name: 'Pizza', nameRo: null })).toBe('Pizza')
    expect(descriptionIn('ro', { description: 'Thin.', descriptionRo: null })).toBe('Thin.')
    expect(categoryIn('ro', { category: 'Pizza', categoryRo: null })).toBe('Pizza')
  })
})

it.each([
  ['280 g. Cu 2 ouă', '280\u00a0g. Cu 2 ouă'],
  ['300 ml / 0,5 l', '300\u00a0ml / 0,5\u00a0l'],
  ['2 linguri, 3 grams, 12 luni', '2 linguri, 3 grams, 12 luni'],
])('no line breaks between number and unit in “%s”', (text, unbroken) => {
  expect(withUnbrokenUnits(text)).toBe(unbroken)
})
