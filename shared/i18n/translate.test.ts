import { describe, expect, it } from 'vitest'
import { type Dictionaries, type TFunction, translate, type Values } from './translate.ts'
import { DICTIONARIES } from './words/index.ts'

const dictionaries: Dictionaries = {
  en: {
    dishes_one: 'one dish',
    dishes_other: '{{count, number}} dishes',
    menu: { title: 'Menu of {{name}}', only: { english: 'In English' } },
  },
  ro: {
    dishes_one: 'un preparat',
    dishes_other: '{{count, number}} de preparate',
    menu: { title: 'Meniul {{name}}, {{name}}', search_other: 'Căutare' },
  },
}
const text = (language: 'en' | 'ro', key: string, values?: Record<string, unknown>) =>
  translate(dictionaries, language, key, values)

describe('translate', () => {
  it.each([
    ['en', 1, 'one dish'],
    ['en', 0, '0 dishes'],
    ['en', 1234, '1\u00a0234 dishes'],
    ['ro', 1, 'un preparat'],
    ['ro', 0, '0 preparate'],
    ['ro', 19, '19 preparate'],
    ['ro', 20, '20 de preparate'],
    ['ro', 101, '101 preparate'],
    ['ro', 1.5, '1.5 preparate'],
  ] as const)('chooses in %s the form for %d: “%s”', (language, count, expected) => {
    expect(text(language, 'dishes', { count })).toBe(expected)
  })

  it('writes values as they are, each where it is named, and nothing for a missing one', () => {
    expect(text('ro', 'menu.title', { name: '$& {{name}} <b>' })).toBe('Meniul $& {{name}} <b>, $& {{name}} <b>')
    expect(text('en', 'menu.title', { name: 0 })).toBe('Menu of 0')
    for (const name of [undefined, null, '']) expect(text('en', 'menu.title', { name })).toBe('Menu of ')
  })

  it('takes the text without a form if there is none for the count, as for a count that is text', () => {
    expect(text('en', 'menu.title', { count: 2, name: 'Masa' })).toBe('Menu of Masa')
    expect(text('ro', 'dishes_other', { count: '2' })).toBe('2 de preparate')
  })

  it('falls back to English with the English form, then to the key', () => {
    expect(text('ro', 'menu.only.english')).toBe('In English')
    expect(translate({ en: dictionaries.en ?? {} }, 'ro', 'dishes', { count: 2 })).toBe('2 dishes')
    const missing = ['menu', 'menu.title.length', 'menu.constructor', 'toString', 'no.such.key', 'menu.search', '']
    expect(missing.map((key) => text('ro', key))).toEqual(missing)
  })

  it('is typed by its text: the compiler finds what is missing, misspelt, of no number or of no use', () => {
    const t: TFunction = (key: string, values?: Values) => translate(DICTIONARIES, 'en', key, values)
    expect(t('common.table', { number: 4 })).toBe('Table 4')
    // @ts-expect-error: the number is missing
    expect(t('common.table')).toBe('Table ')
    // @ts-expect-error: it is misspelt
    expect(t('common.table', { nummber: 4 })).toBe('Table ')
    // @ts-expect-error: the text has no values
    expect(t('common.close', { name: 'Mici' })).toBe('Close')
    // @ts-expect-error: a count is a number
    expect(t('tables.addedSeveral', { count: '2' })).toBe('tables.addedSeveral')
  })
})
