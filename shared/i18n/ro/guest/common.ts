import type * as en from '../../en/guest/common.ts'

export const commonWords: typeof en.commonWords = {
  close: 'Închideți',
  cancel: 'Renunțați',
  tryAgain: 'Încercați din nou',
  loading: 'Se încarcă…',
  error: 'Eroare',
  table: 'Masa {{number}}',
  language: 'Limba',
  theme: 'Temă',
  themeLight: 'Luminoasă',
  themeDark: 'Întunecată',
  themeSystem: 'La fel ca pe dispozitiv',
  loadFailed: 'Nu s-a putut încărca.',
  skipToContent: 'Treceți la conținut',
  notification: 'Notificare',
  notificationsHotkey: 'Notificări ({hotkey})',
  noConnection: 'Nu s-a putut lua legătura cu restaurantul. Verificați conexiunea și încercați din nou.',
  pageFailed: 'Pagina nu a putut fi afișată',
  pageFailedDescription: 'Nimic din ce ați comandat nu s-a pierdut. Vă rugăm să reîncărcați pagina.',
  reload: 'Reîncărcați',
}

export const pageErrors: typeof en.pageErrors = {
  internal: 'Ceva nu a mers bine. Încercați din nou.',
}
