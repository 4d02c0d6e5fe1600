import type { BrowserContext, Page } from '@playwright/test'
import type { Language } from '#shared/domain/language.ts'
import { type TFunction, translate, type Values } from '#shared/i18n/translate.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'

/** Opens pages in this language, as if the guest had chosen it on an earlier visit. Call it before the page loads. */
export async function setLanguage(target: BrowserContext | Page, language: Language): Promise<void> {
  await target.addInitScript((language) => {
    // Frames without an address and frames that show a PDF have no storage.
    if (!location.protocol.startsWith('http') || !localStorage) return
    if (!localStorage.getItem('masa.language')) localStorage.setItem('masa.language', language)
  }, language)
}

/** The product's texts in a language. Tests write out the texts that docs/product/README.md specifies. */
export const translator =
  (language: Language): TFunction =>
  (key: string, values?: Values) =>
    translate(DICTIONARIES, language, key, values)
