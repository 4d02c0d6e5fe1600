import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import { SHELL_PATH } from '#shared/domain/cached-responses.ts'
import { UNUSED_FIELDS } from '#shared/domain/menu/published-dish.ts'

/* What a journey serves in place of the server, or holds back. */

/**
 * Serves the menu's page without the dishes that the server renders, as a guest gets it whose language differs, or from
 * the service worker: for journeys about what the page shows while it loads, or with other answers than the server's.
 */
export async function serveWithoutSsr(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/menu',
    (route) => route.continue({ url: new URL(SHELL_PATH, route.request().url()).href }),
  )
}

/** Holds back the page's requests to an address. @returns a function that lets these and later ones go on */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    // The page may have given up a request meanwhile.
    await route.continue().catch(() => {})
  })
  return release
}

/** A dish for serveMenu, valid without further fields; optional fields are empty, except for the descriptions. */
export function makeDish(id: number, fields: Partial<MenuItem> = {}): MenuItem {
  const input = z.parse(dishInputSchema, {
    name: `Dish ${id}`,
    nameRo: `Preparat ${id}`,
    description: `About dish ${id}`,
    descriptionRo: `Despre preparatul ${id}`,
    price: 1000 + id,
    category: 'Plates',
    categoryRo: 'Farfurii',
  })
  return z.parse(menuItemSchema, {
    ...UNUSED_FIELDS,
    ...input,
    id,
    soldOutUntil: null,
    position: id,
    version: 1,
    ...fields,
  })
}

/** Responds to the page's requests for the menu with these dishes. */
export async function serveMenu(page: Page, items: readonly MenuItem[]): Promise<void> {
  await serveWithoutSsr(page)
  await page.route('**/api/menu', (route) => route.fulfill({ json: items }))
}

/** The second has no Romanian texts; the texts of the third are too long for the banner. */
export const PROMOTIONS: ShownPromotion[] = [
  { title: 'Soup Monday', titleRo: 'Lunea ciorbelor', description: 'All day', descriptionRo: 'Toată ziua' },
  { title: 'Trout week', titleRo: '', description: 'From the mountain farm', descriptionRo: '' },
  {
    title: 'A very long title that no banner of any restaurant has ever had the room for, not even on paper',
    titleRo:
      'Un titlu foarte lung, pentru care niciun afiș al niciunui restaurant n-a avut vreodată loc, nici pe hârtie',
    description: 'And a description that goes on, and on, and on, until there is no more of the banner left to fill.',
    descriptionRo: 'Și o descriere care continuă, și continuă, și continuă, până când nu mai rămâne nimic de umplut.',
  },
].map((texts, i) => ({ ...texts, id: i + 1, imageUrl: '' }))

/**
 * Responds to requests for promotions with `promotions`.
 * @param options.held delays the response until the returned function is called
 */
export async function servePromotions(
  page: Page,
  promotions: ShownPromotion[],
  { held = false } = {},
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  if (!held) release()
  await serveWithoutSsr(page)
  await page.route('**/api/promotions', async (route) => {
    await released
    await route.fulfill({ json: promotions })
  })
  return release
}
