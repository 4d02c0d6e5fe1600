import type { BrowserContext, Page } from '@playwright/test'
import type { Language } from '#shared/domain/language.ts'
import { test as base, expect, type Restaurant } from './fixtures.ts'
import { speak } from './language.ts'
import { words } from './words.ts'

export interface Table {
  id: number
  number: number
}

interface Phones {
  /** A phone of another guest at a table, with the menu open. */
  at(table: Table, language?: Language, url?: string): Promise<Page>
}

export const tableTest = base.extend<{
  /** Each a browser of its own; they are closed when the test ends. */
  phones: Phones
}>({
  phones: async ({ browser, restaurant }, use) => {
    const contexts: BrowserContext[] = []
    await use({
      at: async (table, language = 'en', url = restaurant.url) => {
        const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
        contexts.push(context)
        await speak(context, language)
        const page = await context.newPage()
        await page.goto(`/menu?table=${table.id}`)
        return page
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** A table that no other test sits at; its id is not its number. */
export async function tableOf({ query }: Restaurant, number: number): Promise<Table> {
  await query(
    `insert into tables (number, capacity, created_at, updated_at) values ($1, 6, now(), now()) on conflict do nothing`,
    [number],
  )
  const [table] = await query<Table>('select id::int, number from tables where number = $1', [number])
  if (!table) throw new Error(`no table ${number}`)
  return table
}

export async function join(page: Page, name: string, language: Language = 'en'): Promise<void> {
  await giveName(page, name, language)
  await expect(joinDialog(page)).toBeHidden()
  // The connection says who this is, and the cart is there.
  const guests = words(language)('sharedTable.guests')
  await expect(page.getByRole('button', { name: new RegExp(`^${guests}: [1-9]`) })).toBeVisible()
}

/** Sends the join dialog with a name, and does not wait for the answer. */
export async function giveName(page: Page, name: string, language: Language = 'en'): Promise<void> {
  const t = words(language)
  const dialog = joinDialog(page)
  await dialog.getByLabel(t('sharedTable.yourName')).fill(name)
  await dialog.getByRole('button', { name: t('sharedTable.join'), exact: true }).click()
}

const joinDialog = (page: Page) =>
  page.getByRole('dialog', { name: /Order together at table|Comandați împreună la masa/ })

export async function openCart(page: Page, language: Language = 'en') {
  await page.getByRole('button', { name: language === 'en' ? /^Open the cart/ : /^Deschideți coșul(:|$)/ }).click()
  return page.getByRole('dialog', { name: /^(Shared cart for table|Coș comun pentru masa) \d/ })
}

/** The menu's button that puts a dish on one's own line. */
export const own = (page: Page, dish: string) => page.getByRole('button', { name: `Add ${dish} to the cart` })
