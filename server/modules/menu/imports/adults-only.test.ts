import { describe, expect, it } from 'vitest'
import { missingAdultTag } from './plan.ts'

const tagOf = (nameRo: string, category = 'Menu', tags: string[] = []) =>
  missingAdultTag({ name: nameRo, nameRo, category, tags })

describe('alcohol', () => {
  it.each([
    ['Vin roșu 150 ml', 'alcohol'],
    ['House wine', 'alcohol'],
    ['Pahar de vin alb', 'alcohol'],
    ['ȚUICĂ de prune', 'alcohol'],
    ['Pălincă 50ml', 'alcohol'],
    ['Aperol Spritz', 'alcohol'],
    ['Gin tonic', 'alcohol'],
    ['Cocktail de casă', 'alcohol'],
    ['Ursus, bere blondă 0,5', 'beer'],
    ['Draft beer', 'beer'],
    ['IPA', 'beer'],
  ])('is recognized in %s', (name, tag) => {
    expect(tagOf(name)).toBe(tag)
  })

  it.each([
    ['Fetească neagră', 'Vinuri', 'alcohol'],
    ['Corona', 'Beers', 'beer'],
    ['Mușchi de vită', 'Feluri principale', undefined],
    ['Bere fără alcool', 'Bere', undefined],
    ['Virgin mojito', 'Cocktailuri', undefined],
    ['Limonadă', 'Băuturi nealcoolice', undefined],
    ['Tonic', 'Non-alcoholic drinks', undefined],
  ])('is recognized by the category of %s in %s', (name, category, tag) => {
    expect(tagOf(name, category)).toBe(tag)
  })

  it.each([
    'Vinete la grătar',
    'Mușchi în sos de vin roșu',
    'Midii cu vin alb',
    'Coq au vin',
    'Fish in beer batter',
    'Ginger beer',
    'Ginger tea',
    'Berea',
    'Pizza Margherita',
    'Roman salad',
    'Original',
    'Berenice',
    'Salată',
  ])('is not recognized in %s', (name) => {
    expect(tagOf(name)).toBeUndefined()
  })

  it('is recognized in either name, and not if the dish is marked already', () => {
    expect(missingAdultTag({ name: 'Plum brandy', nameRo: 'De prune', category: '', tags: [] })).toBe('alcohol')
    expect(tagOf('Bere', 'Bere', ['beer'])).toBeUndefined()
    expect(tagOf('Bere', 'Bere', ['alcohol'])).toBeUndefined()
  })
})
