import { expect, type Page } from '@playwright/test'
import { type Restaurant, signIn } from './fixtures.ts'
import { setLanguage, translator } from './language.ts'

/* The Tables tab as an owner uses it, in Romanian. */

export const language = 'ro'
export const t = translator(language)

export const card = (page: Page, number: number) =>
  page.getByRole('listitem', { name: t('common.table', { number }), exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signs the page in as the owner, and opens the tab. */
export async function openTablesTab(page: Page, restaurant: Restaurant): Promise<void> {
  await signIn(page.context(), restaurant)
  await setLanguage(page.context(), language)
  await page.goto('/dashboard?tab=tables')
  await expect(button(page, t('tables.add'))).toBeVisible()
}

/** Chooses an action in the menu of a table. */
export async function choose(page: Page, number: number, action: string): Promise<void> {
  await button(page, t('tables.more', { number })).click()
  await page.getByRole('menuitem', { name: action }).click()
}
