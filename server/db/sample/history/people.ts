import type { Chance } from './chance.ts'
import type { Meal } from './rhythm.ts'

export interface Guest {
  name: string
  phone: string
  email?: string
}

/** A guest with the number of visits, usual meals and a favourite dish. */
export interface Regular extends Guest {
  visits: number
  meals: readonly Meal[]
  /** A dish by its Romanian name. */
  favourite?: string
}

/*
 * All people are invented. The Romanian numbers begin with the unassigned 0700 000; the French, German and American
 * ones are from ranges that are reserved for fiction.
 */
const phoneOf = (i: number) => `0700 000 ${String(100 + i)}`

/** Guests who also order on the evening of the first start (orders.ts), except Ioana. */
export const radu = { name: 'Radu Ionescu', phone: phoneOf(0) }
const ioana = { name: 'Ioana Mureșan', phone: phoneOf(1), email: 'ioana.muresan@example.com' }
export const stefan = { name: 'Ștefan Țurcanu', phone: phoneOf(2) }
export const emma = { name: 'Emma Hartley', phone: '+1 212 555 0142', email: 'emma@example.com' }

const NAMED_REGULARS: Regular[] = [
  { ...radu, visits: 16, meals: ['dinner'], favourite: 'Pizza Quattro Formaggi' },
  { ...ioana, visits: 9, meals: ['lunch', 'dinner'], favourite: 'Supă cremă de hribi' },
  { ...stefan, visits: 4, meals: ['lunch', 'dinner'], favourite: 'Mici cu muștar, 4 bucăți' },
  { ...emma, visits: 2, meals: ['afternoon'], favourite: 'Papanași cu smântână și dulceață de afine' },
  {
    name: 'Claire Moreau',
    phone: '+33 6 39 98 41 07',
    visits: 5,
    meals: ['dinner'],
    favourite: 'Linguine cu fructe de mare',
  },
  { name: 'Jonas Weber', phone: '+49 171 3920012', email: 'jonas@example.com', visits: 3, meals: ['dinner'] },
  { name: 'Lena Hoffmann', phone: '+49 171 3920047', visits: 1, meals: ['lunch'] },
  { name: 'Hugo Lambert', phone: '+33 6 39 98 12 60', visits: 1, meals: ['dinner'] },
  { name: 'Maya Whitfield', phone: '+1 212 555 0178', visits: 1, meals: ['breakfast', 'lunch'] },
  {
    name: 'Vasile Crăciun',
    phone: phoneOf(3),
    visits: 37,
    meals: ['breakfast', 'lunch'],
    favourite: 'Espresso, 30 ml',
  },
  { name: 'Doina Rusu', phone: phoneOf(4), visits: 35, meals: ['lunch', 'afternoon'], favourite: 'Ciorbă rădăuțeană' },
]

/** Groups of further guests by number of visits, from gold and silver tiers down to a single visit. */
const CROWD: [guests: number, visits: [min: number, max: number], meals: readonly Meal[]][] = [
  [4, [17, 22], ['lunch']],
  [10, [6, 12], ['lunch', 'dinner']],
  [14, [4, 5], ['lunch', 'dinner', 'afternoon']],
  [30, [2, 3], ['breakfast', 'lunch', 'afternoon', 'dinner']],
  [66, [1, 1], ['breakfast', 'lunch', 'afternoon', 'dinner']],
]

const FIRST_NAMES =
  'Alina Andrei Anca Bogdan Bianca Călin Carmen Cătălin Corina Cosmin Cristina Dan Daria Dragoș Diana Eduard Elena Emil Florina Gabriel Georgiana Horia Ilinca Iulian Laura Liviu Mădălina Marius Mihaela Mircea Nicoleta Octavian Oana Paul Raluca Răzvan Roxana Sebastian Simona Sorin Ștefania Teodor Tudora Valentin Veronica Vlad'.split(
    ' ',
  )
const LAST_NAMES =
  'Albu Anghel Barbu Bălan Bucur Chiriac Ciobanu Cojocaru Cristea Dănilă Dobre Enache Filip Florea Gavrilă Grigore Iacob Iordache Lazăr Lungu Manea Marin Mitrea Moldovan Neagu Oprea Pană Petcu Pintea Preda Rotaru Sandu Simion Stoica Șerban Tănase Toma Ursu Văduva Zamfir'.split(
    ' ',
  )

/** All guests who order by name, each with one phone number, sorted by number of visits, highest first. */
export function inventRegulars(chance: Chance): Regular[] {
  const names = new Set<string>()
  const newName = (): string => {
    const name = `${FIRST_NAMES[chance.between(0, FIRST_NAMES.length - 1)]} ${LAST_NAMES[chance.between(0, LAST_NAMES.length - 1)]}`
    if (names.has(name)) return newName()
    names.add(name)
    return name
  }
  const crowd = CROWD.flatMap(([guests, [min, max], meals]) =>
    Array.from({ length: guests }, () => ({ name: newName(), visits: chance.between(min, max), meals })),
  )
  const invented = crowd.map((guest, i) => ({
    ...guest,
    phone: phoneOf(10 + i),
    ...(chance.happens(0.3) && { email: `${asciiOf(guest.name)}@example.com` }),
  }))
  return [...NAMED_REGULARS, ...invented].sort((a, b) => b.visits - a.visits)
}

function asciiOf(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\W+/g, '.')
}
