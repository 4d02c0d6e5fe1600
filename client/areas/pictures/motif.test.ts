import { expect, it } from 'vitest'
import { motifOf } from './motif.tsx'

const dish = (name: string, fields: Partial<Parameters<typeof motifOf>[0]> = {}) => ({
  name,
  nameRo: '',
  tags: [],
  ...fields,
})

it.each([
  ['Espresso', 'cup'],
  ['Ceai negru cu lămâie', 'cup'],
  ['Peach iced tea', 'tumbler'],
  ['Green tea', 'cup'],
  ['Limonadă cu mentă', 'tumbler'],
  ['Draught lager', 'beer'],
  ['Fetească Neagră', 'wine'],
  ['Ciorbă rădăuțeană', 'soup'],
  ['Salată grecească', 'salad'],
  ['Pizza Margherita', 'pizza'],
  ['Tagliatelle cu ciuperci', 'pasta'],
  ['Păstrăv la grătar', 'fish'],
  ['Piept de pui la grătar', 'chicken'],
  ['Ceafă de porc', 'meat'],
  ['Omletă', 'egg'],
  ['Papanași cu smântână', 'dessert'],
  ['Înghețată de vanilie', 'ice'],
  ['Negroni', 'cocktail'],
  ['Țuică de prune', 'shot'],
  ['Sandviș cu șuncă', 'sandwich'],
  ['Risotto', 'rice'],
  ['Clătite cu dulceață', 'pancakes'],
  ['Sarmale cu mămăligă', 'pot'],
  ['Cartofi prăjiți', 'fries'],
  ['Platou de brânzeturi', 'cheese'],
  ['Vinaigrette', 'cloche'],
  ['', 'cloche'],
])('a plate for “%s” shows: %s', (name, motif) => {
  expect(motifOf(dish(name))).toBe(motif)
  expect(motifOf(dish('', { nameRo: name }))).toBe(motif)
})

it.each([
  // A category that names one kind of dish decides.
  ['Papanași', 'Desserts', 'dessert'],
  ['Chicken soup cake', 'Deserturi', 'dessert'],
  ['Hot chocolate', 'Coffee & tea', 'cup'],
  ['Espresso martini', 'Cocktailuri', 'cocktail'],
  // In a broad one the name does.
  ['Espresso', 'Drinks', 'cup'],
  ['Bere la halbă', 'Băuturi', 'beer'],
  ['Tomato and celery', 'Băuturi răcoritoare', 'tumbler'],
  ['Omelette', 'Mic dejun', 'egg'],
  ['Porridge', 'Mic dejun', 'bread'],
  ['Păstrăv', 'La grătar', 'fish'],
  ['Chef’s choice', 'La grătar', 'meat'],
  ['Chef’s choice', 'Specials', 'cloche'],
])('a plate for “%s” in the category “%s” shows: %s', (name, category, motif) => {
  expect(motifOf(dish(name, { category }))).toBe(motif)
})

it('the tags decide if no word is known', () => {
  expect(motifOf(dish('Chef’s choice', { tags: ['spicy', 'pui'] }))).toBe('chicken')
  expect(motifOf(dish('House special', { tags: ['alcohol', 'vegan'] }))).toBe('wine')
})
