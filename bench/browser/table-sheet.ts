/** Measures printing the codes of many tables on a slow tablet: from the tap to the browser's print dialog. */
import type { Browser, Page } from '@playwright/test'
import { withClient } from '#server/testing/databases.ts'
import { alternate } from '../figures.ts'
import { compareAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { SLOW, slowCpu } from './phone.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { takeTablet } from './tablet.ts'

const MAX_MS = 1000
const PRINT_LIMIT_MS = 60_000

export async function measureTableSheet(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await addTables(databaseUrl, plan.codes)
  title(
    `The codes of ${plan.codes} tables, CPU ${SLOW.cpu}×; baseline: the same paper, put into the page as finished HTML`,
  )
  const tablet = await takeTablet(browser, restaurant)
  const { page } = tablet
  try {
    await page.addInitScript(() => {
      window.print = () => Object.assign(window, { printedAt: performance.now() })
    })
    await page.goto(`${restaurant.url}/dashboard?tab=tables`)
    await slowCpu(tablet)
    await printSheets(page)
    const paper = await page.evaluate(() => document.querySelector('.printed-codes')?.outerHTML ?? '')
    const compared = await alternate(
      plan.views,
      () => printSheets(page),
      () => insertHtml(page, paper),
    )
    compareAtMost('sheet', compared, ms, MAX_MS)
  } finally {
    await tablet.close()
  }
}

/** Milliseconds from the tap to the print dialog. Reopens the page's own dialog, which removes the rendered paper. */
async function printSheets(page: Page): Promise<number> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Print all codes…' }).click()
  // The bench's address is this machine's own, so that the button says "Print anyway".
  const button = page.getByRole('dialog').getByRole('button', { name: /^Print/ })
  const printed = await button.evaluate(async (element: HTMLElement, limitMs) => {
    const shared = window as unknown as { printedAt: number }
    shared.printedAt = 0
    const began = performance.now()
    element.click()
    while (shared.printedAt === 0 && performance.now() - began < limitMs) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return shared.printedAt - began
  }, PRINT_LIMIT_MS)
  if (printed < 0) throw new Error(`The print dialog did not open within ${PRINT_LIMIT_MS} ms.`)
  return printed
}

function insertHtml(page: Page, paper: string): Promise<number> {
  return page.evaluate((html) => {
    const began = performance.now()
    const part = document.createElement('div')
    part.innerHTML = html
    document.body.append(part)
    const took = performance.now() - began
    part.remove()
    return took
  }, paper)
}

async function addTables(databaseUrl: string, tables: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into tables (number, capacity, created_at, updated_at)
       select number, 4, now(), now() from generate_series(1, $1) number on conflict do nothing`,
      [tables],
    )
  })
}
