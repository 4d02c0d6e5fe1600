import type * as en from '../../en/guest/tables.ts'

export const tableWords: typeof en.tableWords = {
  waiterMode: 'Mod ospătar',
  leave: 'Renunțați la această masă',
  choose: 'Alegeți o masă',
  chooseDescription: 'Comanda va merge la această masă.',
  scan: 'Scanați codul de pe masă',
  scanLater: 'Văd întâi meniul',
  scanDescription:
    'Pentru a comanda la o masă este nevoie de codul de pe ea. Scanați-l cu camera telefonului: preparatele rămân în coș.',
  placeholder: 'Masa',
  available: 'liberă',
  occupied: 'ocupată',
  none: 'Nu există încă nicio masă.',
  unknown: 'Această masă nu există. Puteți comanda și fără masă.',
  checking: 'Se verifică masa…',
  without: 'Continuați fără masă',
  notChecked: 'Masa nu a putut fi verificată.',
}

export const tableRefusals: typeof en.tableRefusals = {
  table_not_found: 'Această masă nu există',
  table_key: 'Scanați codul de pe masa dumneavoastră',
}
