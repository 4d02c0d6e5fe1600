import type { Language } from '../domain/language.ts'

/** The offer of the menu in a language, in that language. */
export const LANGUAGE_OFFERS: Record<Language, { title: string; accept: string }> = {
  en: { title: 'The menu is also in English.', accept: 'Read in English' },
  ro: { title: 'Meniul este și în română.', accept: 'Citiți în română' },
}

/** The page shown without a network at an address that is not stored; the time follows `menuOf`. */
export const OFFLINE_PAGE: Record<Language, { title: string; retry: string; menuOf: string }> = {
  en: { title: 'No connection', retry: 'Try again', menuOf: 'The menu as of' },
  ro: { title: 'Fără conexiune', retry: 'Încercați din nou', menuOf: 'Meniul de la' },
}
