import type * as en from '../../en/guest/cart.ts'

export const cartWords: typeof en.cartWords = {
  open: 'Deschideți coșul',
  goTo: 'Mergeți la coș',
  openWith_one: 'Deschideți coșul: un produs',
  openWith_few: 'Deschideți coșul: {{count}} produse',
  openWith_other: 'Deschideți coșul: {{count}} de produse',
  added: '{{name}}: în coș {{count}}',
  changed: '{{name}}: în coș {{count}}',
  removed: 'Am scos din coș: {{name}}',
  unreadable: 'O parte din coșul păstrat de data trecută nu a putut fi citită și a fost scoasă.',
  gone: 'Am scos din coș ce nu mai este în meniu: {{names}}',
  soldOut: 'S-a epuizat azi: {{names}}',
  repriced: 'S-a schimbat prețul: {{names}}',
}
