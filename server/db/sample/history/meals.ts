import { sampleMenu } from '../menu/index.ts'
import type { SampleLine } from '../orders.ts'
import type { Chance } from './chance.ts'
import type { Meal } from './rhythm.ts'

/** The probability that one person orders from a category at a meal, and whether only in the restaurant. */
type Habit = [category: string, probability: number, dineInOnly?: 'dine-in only']

const HABITS: Record<Meal, Habit[]> = {
  breakfast: [
    ['Breakfast', 0.8],
    ['Coffee & tea', 0.85],
    ['Lemonades & soft drinks', 0.2],
  ],
  lunch: [
    ['Soups', 0.5],
    ['Sides & sauces', 0.22],
    ['Desserts', 0.14],
    ['Lemonades & soft drinks', 0.45],
    ['Coffee & tea', 0.15, 'dine-in only'],
    ['Beer & cider', 0.1, 'dine-in only'],
  ],
  afternoon: [
    ['Desserts', 0.65],
    ['Coffee & tea', 0.65],
    ['Lemonades & soft drinks', 0.3],
    ['Wood-fired pizza', 0.08],
  ],
  dinner: [
    ['Starters', 0.28],
    ['Soups', 0.18],
    ['Sides & sauces', 0.25],
    ['Desserts', 0.28],
    ['Lemonades & soft drinks', 0.25],
    ['Beer & cider', 0.35, 'dine-in only'],
    ['Wine', 0.35, 'dine-in only'],
    ['Spirits & cocktails', 0.12, 'dine-in only'],
  ],
}

/** Categories of the main course at lunch and dinner, with weights. */
const MAINS: [category: string, share: number][] = [
  ['Romanian classics', 28],
  ['From the charcoal grill', 24],
  ['Wood-fired pizza', 20],
  ['Pasta & risotto', 15],
  ['Fish & seafood', 7],
  ['Salads', 8],
]

/** Popular dishes, ordered six times as often as others. */
const POPULAR_DISHES = new Set([
  'Omletă țărănească cu telemea și ceapă verde',
  'Salată de vinete pe pâine de casă prăjită',
  'Ciorbă de burtă cu smântână și ardei iute',
  'Ciorbă rădăuțeană',
  'Salată Caesar cu pui la grătar',
  'Sarmale în foi de varză cu mămăligă și smântână',
  'Tochitură moldovenească cu mămăligă și ou ochi',
  'Mici cu muștar, 4 bucăți',
  'Ceafă de porc la grătar cu cartofi prăjiți și murături',
  'Păstrăv la tigaie cu mămăligă și mujdei',
  'Pizza Quattro Formaggi',
  'Pizza Diavola',
  'Spaghete carbonara',
  'Cartofi prăjiți tăiați în casă',
  'Papanași cu smântână și dulceață de afine',
  'Espresso, 30 ml',
  'Cappuccino, 180 ml',
  'Limonadă cu mentă și miere, 400 ml',
  'Apă minerală plată, 0,5 l',
  'Bere blondă la halbă, 0,4 l',
  'Fetească Neagră, roșu sec, pahar, 150 ml',
])

/** Guests' notes by category. */
const NOTES: Record<string, readonly [string, ...string[]]> = {
  Soups: ['fără smântână', 'ardeiul iute separat', 'fără usturoi', 'extra pâine, vă rog'],
  Salads: ['fără ceapă', 'dressingul separat', 'no onions, please'],
  'Romanian classics': ['fără smântână', 'mai puțină sare', 'o porție mai mică de mămăligă'],
  'From the charcoal grill': ['bine făcut', 'mediu', 'fără muștar', 'well done, please'],
  'Wood-fired pizza': ['blatul mai crocant', 'fără busuioc', 'tăiată în opt'],
  'Pasta & risotto': ['fără parmezan', 'al dente', 'fără piper'],
  'Coffee & tea': ['cu lapte vegetal', 'fără zahăr', 'decofeinizată'],
  'Lemonades & soft drinks': ['fără gheață', 'puțin zahăr'],
}

const dishesOf = new Map(sampleMenu.map(({ name, dishes }) => [name, dishes]))
const categoryOf = new Map(sampleMenu.flatMap(({ name, dishes }) => dishes.map(({ nameRo }) => [nameRo, name])))

/**
 * The order of a party.
 * @param isDineIn whether they eat in the restaurant: takeaway orders have no glasses of wine
 * @param favourite Romanian name of a dish that one of them usually orders
 */
export function mealOf(
  meal: Meal,
  people: number,
  isDineIn: boolean,
  favourite: string | undefined,
  chance: Chance,
): SampleLine[] {
  const quantities = new Map<string, number>()
  const add = (nameRo: string) => quantities.set(nameRo, (quantities.get(nameRo) ?? 0) + 1)
  const addFrom = (category: string) => {
    // Bottles are ordered below, for parties of three or more.
    const dishes = (dishesOf.get(category) ?? []).filter(({ nameRo }) => !nameRo.includes('sticlă, 0,75'))
    add(chance.weighted(dishes, ({ nameRo }) => (POPULAR_DISHES.has(nameRo) ? 6 : 1)).nameRo)
  }
  if (favourite && chance.happens(0.7)) add(favourite)
  const hasMain = meal === 'lunch' || meal === 'dinner'
  for (let person = 0; person < people; person++) {
    if (hasMain && chance.happens(0.92)) addFrom(chance.weighted(MAINS, ([, share]) => share)[0])
    for (const [category, probability, dineInOnly] of HABITS[meal]) {
      if ((isDineIn || !dineInOnly) && chance.happens(probability)) addFrom(category)
    }
  }
  if (isDineIn && meal === 'dinner' && people >= 3 && chance.happens(0.35)) {
    const bottles = (dishesOf.get('Wine') ?? []).filter(({ nameRo }) => nameRo.includes('sticlă, 0,75'))
    add(chance.weighted(bottles, ({ price }) => 1 / price).nameRo)
  }
  if (quantities.size === 0) addFrom(hasMain ? 'Soups' : 'Coffee & tea')
  return [...quantities].map(([nameRo, quantity]): SampleLine => {
    const notes = NOTES[categoryOf.get(nameRo) ?? '']
    return notes && chance.happens(0.06) ? [nameRo, quantity, chance.pick(notes)] : [nameRo, quantity]
  })
}
