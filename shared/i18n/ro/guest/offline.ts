import type * as en from '../../en/guest/offline.ts'

export const offlineWords: typeof en.offlineWords = {
  youAre: 'Sunteți offline.',
  menuOfTime: 'Acesta este meniul de la ora {{time}}.',
  menuOfDay: 'Acesta este meniul din {{moment}}.',
  menuOfBefore: 'Acesta este ultimul meniu văzut pe acest telefon.',
  ordering: 'O comandă se poate trimite când aveți din nou conexiune.',
  newVersion: 'O versiune nouă este gata',
  reload: 'Reîncărcați',
}
