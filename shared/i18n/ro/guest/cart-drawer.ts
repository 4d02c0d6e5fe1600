import type * as en from '../../en/guest/cart-drawer.ts'

export const cartDrawerWords: typeof en.cartDrawerWords = {
  title: 'Coșul dumneavoastră',
  sharedTitle: 'Coș comun pentru masa {{table}}',
  empty: 'Coșul este gol',
  emptyDescription: 'Adăugați ceva din meniu cu butonul rotund „+”.',
  backToMenu: 'Înapoi la meniu',
  remove: 'Scoateți {{name}}',
  addNote: 'Adăugați o mențiune',
  noteFor: 'Mențiune pentru {{name}}',
  notePlaceholder: 'De exemplu: fără ceapă',
  notesFull: 'În această comandă nu mai încap alte mențiuni.',
  total: 'Total',
  vatIncluded: 'prețurile includ TVA',
  checkout: 'Continuați comanda',
  validation: { nameRequired: 'Numele trebuie să aibă cel puțin 2 caractere' },
  orderError: 'Comanda nu a putut fi trimisă. Încercați din nou.',
  orderErrorDescription: 'Coșul s-a păstrat; nu s-a pierdut nimic din el.',
}
