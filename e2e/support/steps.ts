import { expect, type Locator, type Page } from '@playwright/test'
import type { TFunction } from '#shared/i18n/translate.ts'

/* Steps that several journeys take. */

/** Presses a button of the dashboard's header, in English. */
export const chooseInHeader = (dashboard: Page, name: 'Settings' | 'Log out'): Promise<void> =>
  dashboard.getByRole('banner').getByRole('button', { name, exact: true }).click()

export async function logOut(dashboard: Page): Promise<void> {
  await chooseInHeader(dashboard, 'Log out')
  await dashboard.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
}

/** Taps the logo five times in a row, which opens the table dialog; client/pages/menu tests the time between taps. */
export async function openTableDialog(page: Page): Promise<void> {
  const logo = page.getByRole('banner').getByRole('button').first()
  await logo.evaluate(async (element: HTMLElement) => {
    for (let tap = 0; tap < 5; tap++) {
      element.click()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
}

/** The badge of the table for which an English page orders. */
export function tableBadge(page: Page): Locator {
  return page.getByRole('banner').getByText(/^Table \d+/)
}

/** Closes the confirmation of an order, which also closes by itself after five seconds. */
export async function closeSuccess(success: Locator, t: TFunction): Promise<void> {
  const close = success.getByRole('button', { name: t('common.close') })
  await close.click({ timeout: 6_000 }).catch(() => {})
  await expect(success).toBeHidden()
}

/** Puts a dish into the cart and fills the form, in English, without submitting the order. */
export async function fillOrder(page: Page, dish: string | undefined, guest: string): Promise<void> {
  await page.goto('/menu')
  await page.getByRole('button', { name: new RegExp(`^(Add|One more:) ${dish}`) }).click()
  await page.getByRole('button', { name: /^View cart/ }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Name').fill(guest)
  await page.getByLabel('Phone').fill('0712345678')
}
