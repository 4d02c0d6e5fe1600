import type { WordPairs } from '../../pairs.ts'

export const priceRuleWords = {
  add: ['Add rule', 'Adăugați regulă'],
  addFirst: ['Add your first rule', 'Adăugați prima regulă'],
  empty: ['No prices by the hour yet', 'Nu există încă prețuri pe ore'],
  emptyDescription: [
    'A rule lowers prices at its hours, as in a happy hour. Guests see the old and the new price.',
    'O regulă scade prețurile la orele ei, ca la happy hour. Clienții văd prețul vechi și pe cel nou.',
  ],
  addTitle: ['New rule', 'Regulă nouă'],
  editTitle: ['Edit rule', 'Modificați regula'],
  percent: ['Lower prices by, %', 'Prețuri mai mici cu, %'],
  lowers: ['Lowers the price of', 'Scade prețul la'],
  weekly: ['Only at these hours', 'Numai la aceste ore'],
  always: ['always', 'mereu'],
  listPrices: ['Menu prices', 'Prețurile din meniu'],
  anyDate: ['Empty: no limit', 'Gol: fără limită'],
  examples: ['Guests then pay', 'Clienții plătesc atunci'],
  on: ['On', 'Pornită'],
  standing: {
    off: ['Off', 'Oprită'],
    ended: ['Ended', 'Încheiată'],
    idle: ['Lowers no price', 'Nu scade niciun preț'],
    runs: ['Runs now {{time}}', 'Acum {{time}}'],
    next: ['Next: {{time}}', 'Urmează: {{time}}'],
  },
  until: ['until {{time}}', 'până la {{time}}'],
  moment: ['Prices at a moment', 'Prețurile la un moment ales'],
  day: ['Day', 'Ziua'],
  time: ['Time', 'Ora'],
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
} satisfies WordPairs
