import type * as en from '../../en/guest/landing.ts'

export const landingWords: typeof en.landingWords = {
  welcome: '{{name}} vă urează bun venit',
  welcomeMasa: 'Bine ați venit',
  subheading: 'Răsfoiți meniul, comandați de la masă sau la pachet, iar de restul ne ocupăm noi.',
  viewMenu: 'Vedeți meniul',
  login: 'Conectare',
  dashboard: 'Panou de administrare',
  findUs: 'Unde ne găsiți',
}

export const notFoundWords: typeof en.notFoundWords = {
  title: '404 Pagina nu a fost găsită',
  description: 'La această adresă nu există nicio pagină.',
  toMenu: 'Spre meniu',
}
