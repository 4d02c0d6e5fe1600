import type { WordPairs } from '../../pairs.ts'

export const priceRuleWords = {
  add: ['Add', 'Adăugați'],
  addFirst: ['Add your first rule', 'Adăugați prima regulă'],
  empty: ['No timed prices yet', 'Nu există încă prețuri pe intervale'],
  emptyDescription: [
    'A rule lowers prices at its hours, as in a happy hour. Guests see the old and the new price.',
    'O regulă scade prețurile la orele ei, ca la happy hour. Clienții văd prețul vechi și pe cel nou.',
  ],
  addTitle: ['New rule', 'Regulă nouă'],
  editTitle: ['Edit rule', 'Modificați regula'],
  percent: ['Discount, %', 'Reducere, %'],
  lowers: ['Lowers the price of', 'Scade prețul la'],
  weekly: ['Only at these hours', 'Numai la aceste ore'],
  always: ['always', 'mereu'],
  listPrices: ['Menu prices', 'Prețurile din meniu'],
  anyDate: ['Empty: no limit', 'Gol: fără limită'],
  examples: ['Guests then pay', 'Exemple'],
  on: ['On', 'Pornită'],
  standing: {
    off: ['Off', 'Oprită'],
    ended: ['Ended', 'Încheiată'],
    idle: ['Lowers no price', 'Nu scade niciun preț'],
    runs: ['Runs now', 'Acum'],
    next: ['Next: {{day}}', 'Urmează: {{day}}'],
  },
  moment: ['What guests pay at…', 'Ce plătesc clienții la…'],
  noneLowered: ['No price is lowered then.', 'Atunci nu scade niciun preț.'],
  conflict: ['Somebody else has changed this rule', 'Altcineva a modificat această regulă'],
  gone: [
    'Somebody has deleted this rule. What you see here is kept: “Save” adds it again.',
    'Altcineva a șters această regulă. Ce vedeți aici s-a păstrat: apăsați „Salvați” pentru a o adăuga din nou.',
  ],
  deleteDescription: [
    'From now on these prices are not lowered. Orders keep what they cost. This cannot be undone.',
    'Aceste prețuri nu mai scad de acum. Comenzile își păstrează prețul. Acțiunea este definitivă.',
  ],
} as const satisfies WordPairs
