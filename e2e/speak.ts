import type { Page } from '@playwright/test'
import type { Language } from '../shared/domain/language.ts'

/** The page comes up in this language, as if the guest had chosen it on an earlier visit. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((language) => {
    if (!localStorage.getItem('masa.language')) localStorage.setItem('masa.language', language)
  }, language)
}
