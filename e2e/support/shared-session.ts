import type { BrowserContext, Page } from '@playwright/test'
import type { Language } from '#shared/domain/language.ts'
import { test as base, expect, type Restaurant } from './fixtures.ts'
import { setLanguage, translator } from './language.ts'

export interface Table {
  id: number
  number: number
}

interface PhoneOptions {
  /** English by default. */
  language?: Language
  /** The server's URL; by default the restaurant's own. */
  url?: string
  /** Installs a clock that the test can advance (`page.clock`). */
  clock?: boolean
}

interface Phones {
  /** Opens the menu at a table on another guest's phone. */
  at(table: Table, options?: PhoneOptions): Promise<Page>
}

export const tableTest = base.extend<{
  /** Phones of guests: each is a browser context of its own, and is closed when the test ends. */
  phones: Phones
}>({
  phones: async ({ browser, restaurant }, use) => {
    const contexts: BrowserContext[] = []
    await use({
      at: async (table, { language = 'en', url = restaurant.url, clock = false } = {}) => {
        const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
        contexts.push(context)
        await setLanguage(context, language)
        const page = await context.newPage()
        if (clock) await page.clock.install()
        await page.goto(`/menu?table=${table.id}`)
        return page
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Creates a table, with a number that no other test uses; its id differs from its number. */
export async function createTable({ query }: Restaurant, number: number): Promise<Table> {
  await query(
    `insert into tables (number, capacity, created_at, updated_at) values ($1, 6, now(), now()) on conflict do nothing`,
    [number],
  )
  const [table] = await query<Table>('select id::int, number from tables where number = $1', [number])
  if (!table) throw new Error(`no table ${number}`)
  return table
}

export async function joinSharedCart(page: Page, name: string, language: Language = 'en'): Promise<void> {
  await submitName(page, name, language)
  await expect(joinDialog(page)).toBeHidden()
  // The button appears once the live connection has delivered the cart.
  const guests = translator(language)('sharedTable.guests')
  await expect(page.getByRole('button', { name: new RegExp(`^${guests}: [1-9]`) })).toBeVisible()
}

/** Submits the join dialog with a name, and does not wait for the response. */
export async function submitName(page: Page, name: string, language: Language = 'en'): Promise<void> {
  const t = translator(language)
  const dialog = joinDialog(page)
  await dialog.getByLabel(t('sharedTable.yourName')).fill(name)
  await dialog.getByRole('button', { name: t('sharedTable.join'), exact: true }).click()
}

const joinDialog = (page: Page) =>
  page.getByRole('dialog', { name: /Order together at table|Comandați împreună la masa/ })

/** Opens the cart: by the table's chip, which a guest in a shared session has, or else by the bar. */
export async function openCart(page: Page, language: Language = 'en') {
  const t = translator(language)
  const chip = page.getByRole('button', { name: new RegExp(`${t('sharedTable.open')}$`) })
  await chip
    .or(page.getByRole('button', { name: new RegExp(`^${t('cart.view')}`) }))
    .first()
    .click()
  return page.getByRole('dialog', { name: /^(Shared cart for table|Coș comun pentru masa) \d/ })
}

/** The menu's button that adds a dish to the guest's own line. */
export const addDishButton = (page: Page, dish: string) => page.getByRole('button', { name: `Add ${dish} to the cart` })
