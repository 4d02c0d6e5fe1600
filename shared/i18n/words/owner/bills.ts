import type { WordPairs } from '../../pairs.ts'

export const billWords = {
  title: ['Bill of table {{number}}', 'Nota mesei {{number}}'],
  loading: ['The bill is loading', 'Se încarcă nota'],
  how: ['How to pay', 'Cum se plătește'],
  whole: ['Whole bill', 'Toată nota'],
  byGuest: ['By guest', 'Pe persoană'],
  equal: ['Equal parts', 'Părți egale'],
  wholeTable: ['For the whole table', 'Pentru toată masa'],
  people: ['People', 'Persoane'],
  each: ['Each pays', 'Fiecare plătește'],
  last: ['The last one pays', 'Ultimul plătește'],
  empty: ['Nothing to pay', 'Nimic de plătit'],
  emptyDescription: ['This table has no open order.', 'Masa nu are nicio comandă deschisă.'],
  printAll_one: ['Print {{count}} bill', 'Tipăriți {{count}} notă'],
  printAll_few: [null, 'Tipăriți {{count}} note'],
  printAll_other: ['Print {{count}} bills', 'Tipăriți {{count}} de note'],
  printOf: ['Print the bill: {{guest}}', 'Tipăriți nota: {{guest}}'],
} as const satisfies WordPairs
