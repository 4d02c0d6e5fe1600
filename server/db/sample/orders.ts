import { emma, type Guest, radu, stefan } from './history/people.ts'

/** A line: Romanian name of the dish, quantity, and an optional note. */
export type SampleLine = [nameRo: string, quantity: number, notes?: string]

export interface SampleOrder {
  minutesAgo: number
  /** The guest; undefined for an order of a table. */
  guest?: Guest
  table?: number
  diningOption: 'dine-in' | 'takeaway'
  lines: SampleLine[]
  notes?: string
  status: 'pending' | 'preparing' | 'ready' | 'delivered'
}

/** The open orders at the creation of the sample restaurant. Earlier orders are in history/. */
export const sampleOrders: SampleOrder[] = [
  {
    minutesAgo: 74,
    table: 8,
    diningOption: 'dine-in',
    lines: [
      ['Ciorbă de perișoare cu leuștean', 2],
      ['Ceafă de porc la grătar cu cartofi prăjiți și murături', 1],
      ['Păstrăv la tigaie cu mămăligă și mujdei', 1],
      ['Fetească Neagră, roșu sec, pahar, 150 ml', 2],
    ],
    status: 'delivered',
  },
  {
    minutesAgo: 41,
    guest: emma,
    diningOption: 'takeaway',
    lines: [
      ['Papanași cu smântână și dulceață de afine', 2],
      ['Cappuccino, 180 ml', 1],
    ],
    notes: 'I will be there at half past.',
    status: 'ready',
  },
  {
    minutesAgo: 26,
    table: 5,
    diningOption: 'dine-in',
    lines: [
      ['Ciorbă rădăuțeană', 1, 'fără usturoi'],
      ['Salată de roșii cu ceapă roșie', 2],
      ['Ciolan afumat pe varză călită', 1],
    ],
    status: 'preparing',
  },
  {
    minutesAgo: 18,
    guest: radu,
    diningOption: 'takeaway',
    lines: [
      ['Pizza Quattro Formaggi', 2],
      ['Clătite cu dulceață de caise', 1],
      ['Limonadă cu mentă și miere, 400 ml', 3],
    ],
    status: 'preparing',
  },
  {
    minutesAgo: 7,
    table: 2,
    diningOption: 'dine-in',
    lines: [
      ['Tagliatelle cu pui, ciuperci de pădure și smântână', 1, 'fără parmezan'],
      ['Fetească Regală, alb sec, pahar, 150 ml', 2],
    ],
    status: 'pending',
  },
  {
    minutesAgo: 4,
    guest: stefan,
    diningOption: 'takeaway',
    lines: [
      ['Sarmale de post în foi de viță, cu ciuperci și hrișcă', 1],
      ['Papricaș de pui cu găluște', 1],
      ['Plăcintă cu mere și înghețată de vanilie', 1],
    ],
    status: 'pending',
  },
]
