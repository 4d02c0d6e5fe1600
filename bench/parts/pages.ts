/** Measures the guest's page and the owner's tabs in a real browser, beside the same pages as static HTML. */
import type { Browser } from '@playwright/test'
import { createDatabase } from '#server/testing/databases.ts'
import { openTemporary } from '#server/testing/temporary-database.ts'
import { measureBook } from '../browser/book.ts'
import { measureFirstView } from '../browser/first-view.ts'
import { measureKitchen } from '../browser/kitchen.ts'
import { measureManyDishes } from '../browser/many-dishes.ts'
import { measureMenuTab } from '../browser/menu-tab.ts'
import { measureOrdersTab } from '../browser/orders-tab.ts'
import { openBrowser } from '../browser/phone.ts'
import { type BenchRestaurant, openRestaurant } from '../browser/restaurant.ts'
import { measureSecondVisit } from '../browser/second-visit.ts'
import { serveCards, serveStaticCopy } from '../browser/static-copy.ts'
import { measureTableSheet } from '../browser/table-sheet.ts'
import { checkThrottling } from '../browser/throttling.ts'
import type { Plan } from '../plan.ts'
import type { Open } from '../product.ts'

/** Measures the guest's page, the owner's tabs, or both. */
export async function measurePages(open: Open, plan: Plan, wanted: { guests: boolean; owner: boolean }): Promise<void> {
  const database = open(await openTemporary())
  const databaseUrl = await createDatabase(database.url, 'bench_pages')
  const restaurant = open(await openRestaurant(databaseUrl))
  const browser = open(await openBrowser())
  if (wanted.guests) await measureGuests(open, browser, restaurant, plan)
  if (!wanted.owner) return
  // This runs after the guest's page, which the many orders would change.
  await restaurant.growTo(plan.dishes.tab)
  await measureOrdersTab(browser, restaurant, databaseUrl, plan)
  await measureKitchen(browser, restaurant, databaseUrl, plan)
  await measureTableSheet(browser, restaurant, databaseUrl, plan)
  await measureMenuTab(browser, restaurant, plan)
  await measureBook(browser, restaurant, databaseUrl, plan)
}

async function measureGuests(open: Open, browser: Browser, restaurant: BenchRestaurant, plan: Plan): Promise<void> {
  const sampleCopy = open(await serveStaticCopy(browser, restaurant.url, false))
  const cards = open(await serveCards(restaurant.url))
  await measureFirstView(browser, { product: restaurant.url, baseline: sampleCopy.url, cards: cards.url }, plan)
  await measureSecondVisit(browser, restaurant.url, plan)
  await checkThrottling(browser, sampleCopy.url)

  await restaurant.growTo(plan.dishes.phone)
  const largeCopy = open(await serveStaticCopy(browser, restaurant.url, true))
  await measureManyDishes(browser, { product: restaurant.url, baseline: largeCopy.url }, plan)
}
