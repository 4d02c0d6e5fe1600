import type * as en from '../../en/guest/table-choice.ts'

export const tableChoiceWords: typeof en.tableChoiceWords = {
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
  checking: 'Se verifică masa…',
  without: 'Continuați fără masă',
}
