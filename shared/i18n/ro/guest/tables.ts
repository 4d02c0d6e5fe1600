import type * as en from '../../en/guest/tables.ts'

export const tableWords: typeof en.tableWords = {
  waiterMode: 'Mod ospătar',
  leave: 'Renunțați la această masă',
  unknown: 'Această masă nu există. Puteți comanda și fără masă.',
  notChecked: 'Masa nu a putut fi verificată.',
}

export const tableRefusals: typeof en.tableRefusals = {
  table_not_found: 'Această masă nu există',
  table_key: 'Scanați codul de pe masa dumneavoastră',
}
