import type { BrowserContext, Page } from '@playwright/test'
import type { Language } from '#shared/domain/language.ts'

/** A page, or all of a browser, comes up in this language, as if the guest had chosen it on an earlier visit. */
export async function speak(where: BrowserContext | Page, language: Language): Promise<void> {
  await where.addInitScript((language) => {
    // Frames without an address, and those that show a PDF, have no storage.
    if (!location.protocol.startsWith('http') || !localStorage) return
    if (!localStorage.getItem('masa.language')) localStorage.setItem('masa.language', language)
  }, language)
}
