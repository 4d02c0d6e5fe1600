import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/domain/language.ts'
import type { Words } from '#shared/i18n/translate.ts'
import { i18n, language } from '../../ui/translation.ts'
import { storedWord } from '../browser/storage.ts'
import { importWithRetry, WITHOUT_STYLES } from '../loading/import-with-retry.ts'

const storedChoice = storedWord<Language>('language', LANGUAGES)
// Without storage, the choice lasts as long as the page.
let chosenOnPage: Language | undefined

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  return storedChoice.read() ?? chosenOnPage
}

/** Starts in the language chosen in this browser, or else the document's, which is the restaurant's. */
export function startI18n(): void {
  const { documentElement } = document
  i18n.onLanguageChange(() => {
    documentElement.lang = language
  })
  i18n.changeLanguage(chosenLanguage() ?? (isLanguage(documentElement.lang) ? documentElement.lang : DEFAULT_LANGUAGE))
}

/* Words in parts and languages, each a file; a component is rendered only after its part is loaded. */
const LOADERS = {
  firstView: {
    en: async () => (await import('#shared/i18n/words/first-view.ts?en')).firstView,
    ro: async () => (await import('#shared/i18n/words/first-view.ts?ro')).firstView,
  },
  overlays: {
    en: async () => (await import('#shared/i18n/words/overlays.ts?en')).overlays,
    ro: async () => (await import('#shared/i18n/words/overlays.ts?ro')).overlays,
  },
  deferred: {
    en: async () => (await import('#shared/i18n/words/deferred.ts?en')).deferred,
    ro: async () => (await import('#shared/i18n/words/deferred.ts?ro')).deferred,
  },
} satisfies Record<string, Loader>
type Loader = Record<Language, () => Promise<Words>>
/** Those of staff's pages, which guests' pages do not even name (staff-words.ts). */
type StaffLoaders = Record<'service' | 'dashboard' | 'fiscal', Loader>
type Bundle = keyof typeof LOADERS | keyof StaffLoaders
const loaders: Partial<Record<Bundle, Loader>> = LOADERS

export function addStaffWords(added: StaffLoaders): void {
  Object.assign(loaders, added)
}

/** A part in the page's language, or `:all` of its languages. */
export type NeededWords = Bundle | `${Bundle}:all`
/** For code that writes texts in the restaurant's language, whatever the page's is. */
export const DOCUMENT_WORDS = ['firstView:all', 'service:all'] as const

/** The parts that this page needs in any language that it changes to. */
const neededBundles = new Set<Bundle>()
const loaded = new Set<`${Language} ${Bundle}`>()

/** Loads a part of the words in the page's language, and from then on in each language that the page changes to. */
export async function loadWords(part: Bundle): Promise<Bundle> {
  neededBundles.add(part)
  // The page may change its language while the words are on their way.
  while (!isLoaded(part, language)) await add(part, language)
  return part
}

/** Loads a part in both languages: for pages that print or send texts in the language of somebody else. */
export async function loadWordsInAllLanguages(part: Bundle): Promise<void> {
  neededBundles.add(part)
  await Promise.all(LANGUAGES.map((language) => add(part, language)))
}

export async function withWords<Module>(words: NeededWords, module: Promise<Module>): Promise<Module> {
  const [part, inAll] = words.split(':') as [Bundle, string?]
  const [code] = await Promise.all([module, inAll === undefined ? loadWords(part) : loadWordsInAllLanguages(part)])
  return code
}

let wanted: Language | undefined

/** Changes the page's language once all its words are loaded, so that no text is missing or in the other language. */
async function showLanguage(language: Language): Promise<Language> {
  for (;;) {
    const missing = [...neededBundles].filter((part) => !isLoaded(part, language))
    if (missing.length === 0) break
    await Promise.all(missing.map((part) => add(part, language)))
  }
  // The last choice counts, also if the words of an earlier one arrive later.
  if (wanted === language) i18n.changeLanguage(language)
  return language
}

const isLoaded = (part: Bundle, language: Language) => loaded.has(`${language} ${part}`)

async function add(part: Bundle, language: Language): Promise<void> {
  const words = await loaders[part]?.[language]()
  if (!words) throw new Error(`this page has no words of ${part} (lib/words)`)
  i18n.addWords(language, words)
  loaded.add(`${language} ${part}`)
}

/** Overrides the restaurant's default. @returns when its words are loaded, however long there is no network */
export function chooseLanguage(language: Language): Promise<void> {
  storedChoice.write(language)
  chosenOnPage = storedChoice.read() ? undefined : language
  return change(language)
}

/** Changes to the restaurant's default language, unless another was chosen in this browser. */
export async function followDefaultLanguage(restaurants: Language): Promise<void> {
  if (!chosenLanguage() && (wanted ?? language) !== restaurants) await change(restaurants)
}

async function change(language: Language): Promise<void> {
  wanted = language
  await importWithRetry(() => showLanguage(language), WITHOUT_STYLES)()
}
