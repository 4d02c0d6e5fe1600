import { LANGUAGES } from '#shared/domain/language.ts'
import { LANGUAGE_OFFERS } from '#shared/i18n/offers.ts'
import { storedWord } from '../../lib/browser/storage.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { chooseLanguage } from '../../lib/words/load-words.ts'
import { toast } from '../../ui/index.ts'

const storedOffer = storedWord('language-offered', ['yes'])

/**
 * Offers the phone's language, once, if the page is in the other of the two (docs/product/everywhere.md#everywhere-offer).
 */
export function offerLanguage(): void {
  const language = LANGUAGES.find((candidate) => navigator.language.startsWith(candidate))
  if (!language || language === currentLanguage() || storedOffer.read()) return
  storedOffer.write('yes')
  const { title, accept } = LANGUAGE_OFFERS[language]
  toast({ title, lang: language, action: { label: accept, onAct: () => void chooseLanguage(language) } })
}
