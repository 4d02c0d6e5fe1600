import type { Language } from '../../domain/language.ts'
import { type InLanguage, inLanguage, type WordPairs } from '../pairs.ts'
import { type TFunction, translate, type Values } from '../translate.ts'
import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { firstView } from './first-view.ts'
import { fiscal } from './fiscal.ts'
import { overlays } from './overlays.ts'
import { reserveWords } from './reserve.ts'
import { server } from './server.ts'
import { service } from './service.ts'

/** All words: their shape is the type of every translation key. */
const words = {
  ...firstView,
  ...deferred,
  ...dashboard,
  ...service,
  ...server,
  ...fiscal,
  ...reserveWords,
  // These groups are in several parts, each loaded by those who need it.
  offline: overlays.offline,
  common: { ...firstView.common, ...service.common, ...dashboard.common },
  menu: { ...firstView.menu, ...overlays.menu, ...deferred.menu },
  table: { ...firstView.table, ...overlays.table },
  cart: { ...firstView.cart, ...overlays.cart },
  auth: dashboard.auth,
  orders: { ...service.orders, ...dashboard.orders },
  reservations: { ...service.reservations, ...dashboard.reservations },
  validation: { ...deferred.validation, ...dashboard.validation },
  errors: { ...firstView.errors, ...deferred.errors, ...dashboard.errors, ...server.errors },
} satisfies WordPairs
export type WordsInBoth = typeof words
export type Dictionary = InLanguage<WordsInBoth>

/** For the server and for tests; pages load the parts that they need. */
export const DICTIONARIES: Record<Language, Dictionary> = {
  en: inLanguage(words, 'en'),
  ro: inLanguage(words, 'ro'),
}

/** The translation function of a language, for messages, receipts and notifications. */
export const translator =
  (language: Language): TFunction =>
  (key: string, values?: Values) =>
    translate(DICTIONARIES, language, key, values)
