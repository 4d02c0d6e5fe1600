import type * as en from '../../en/owner/bills.ts'

export const billWords: typeof en.billWords = {
  title: 'Nota mesei {{number}}',
  openOf: 'Nota mesei {{number}}',
  loading: 'Se încarcă nota',
  how: 'Cum se plătește',
  whole: 'Întreagă',
  byGuest: 'Pe persoană',
  equal: 'Părți egale',
  wholeTable: 'Pentru toată masa',
  people: 'Persoane',
  fewer: 'O persoană mai puțin',
  more: 'O persoană în plus',
  each: 'Fiecare plătește',
  last: 'Ultimul plătește',
  total: 'Total',
  empty: 'Nimic de plătit',
  emptyDescription: 'Masa nu are nicio comandă deschisă.',
  print: 'Tipăriți',
  printAll_one: 'Tipăriți {{count}} notă',
  printAll_few: 'Tipăriți {{count}} note',
  printAll_other: 'Tipăriți {{count}} de note',
  printOf: 'Tipăriți nota: {{guest}}',
  notRecorded: 'S-a tipărit, dar nu s-a putut înregistra la comenzi',
}

export const billRefusals: typeof en.billRefusals = {
  mixed_currencies: 'Comenzile acestei mese sunt în două monede: tipăriți nota fiecărei comenzi din panoul de comenzi',
  bill_too_long: 'Masa are prea multe comenzi deschise pentru o singură notă: finalizați-le întâi pe cele vechi',
}
