import type { Page } from '@playwright/test'
import type { MenuItem } from '#shared/contracts/menu.ts'

/** A dish as the menu's answer gives it, for menus that a journey makes up. */
export function dish(id: number, more: Partial<MenuItem> = {}): MenuItem {
  return {
    id,
    name: `Dish ${id}`,
    nameRo: `Preparat ${id}`,
    description: `About dish ${id}`,
    descriptionRo: `Despre preparatul ${id}`,
    price: 1000 + id,
    category: 'Plates',
    categoryRo: 'Farfurii',
    imageUrl: '',
    tags: [],
    isActive: true,
    allergens: null,
    allergenCodes: [],
    nutritionalValues: null,
    ingredients: '',
    ingredientsRo: '',
    soldOutUntil: null,
    version: 1,
    ...more,
  }
}

/** Answers the page's question for the menu with these dishes. */
export async function serveMenu(page: Page, items: readonly MenuItem[]): Promise<void> {
  await page.route('**/api/menu', (route) => route.fulfill({ json: items }))
}
