import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { serveWithoutSsr } from './ssr.ts'

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
  return { ...input, id, nameIsFallback: false, soldOutUntil: null, position: id, version: 1, ...fields }
}

/** Responds to the page's requests for the menu with these dishes. */
export async function serveMenu(page: Page, items: readonly MenuItem[]): Promise<void> {
  await serveWithoutSsr(page)
  await page.route('**/api/menu', (route) => route.fulfill({ json: items }))
}
