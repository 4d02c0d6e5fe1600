/** Measures the kitchen's screen on a slow tablet, with many open orders: opening it, and marking a line. */
import type { Browser, Page } from '@playwright/test'
import { withClient } from '#server/testing/databases.ts'
import type { Plan } from '../plan.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { measureTab } from './tablet.ts'

const MAX_OPEN_MS = { alone: 400, beside: 550 }
const MAX_TICK_MS = 50

/** The minimum for a card: one listener that marks a line. */
const MARKING_SCRIPT = `addEventListener('click', ({ target }) => {
  target.closest('button')?.setAttribute('aria-pressed', 'true')
})`

export async function measureKitchen(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await openOrders(databaseUrl, plan.openOrders)
  await measureTab(browser, restaurant, plan, {
    title: `The kitchen's screen on a tablet, ${plan.openOrders} open orders`,
    path: '/kitchen',
    shown: { selector: 'article', name: 'cards' },
    script: MARKING_SCRIPT,
    maxOpenMs: MAX_OPEN_MS,
    measured: [{ what: 'a tap that marks a line', measure: markLine, maxMs: MAX_TICK_MS }],
  })
}

/** Opens as many of the newest orders again as are missing: their lines are not done. */
async function openOrders(databaseUrl: string, open: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `update orders set status = 'preparing', ended_at = null where id in (
         select id from orders where status = 'completed' order by created_at desc
         limit greatest(0, $1 - (select count(*) from orders where status in ('pending', 'preparing'))))`,
      [open],
    )
  })
}

/** Milliseconds from the tap on a line to the frame that shows it as done, or its card gone. */
function markLine(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const line = document.querySelector<HTMLElement>('[data-line][aria-pressed=false]')
    const began = performance.now()
    line?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return took
  })
}
