/**
 * Measures the owner's Orders tab on a slow tablet, with a year's orders: opening it, changing sub-tabs, tapping, and
 * an order that arrives.
 */
import type { Browser, Page } from '@playwright/test'
import { multiplyOrders } from '../load/day.ts'
import type { Plan } from '../plan.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { measureTab } from './tablet.ts'

const MAX_OPEN_MS = { alone: 600, beside: 750 }
const MAX_CHANGE_MS = 80
const MAX_TAP_MS = 80
const MAX_TASK_MS = 200
/** Time in which the board has shown an order that was placed. */
const ARRIVAL_MS = 2500

/** The minimum for a card: one listener that counts taps. */
const MINIMAL_SCRIPT = `addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button) button.dataset.taps = Number(button.dataset.taps ?? 0) + 1
})`

export async function measureOrdersTab(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await multiplyOrders(databaseUrl, plan.tabOrders, plan.openOrders)
  await measureTab(browser, restaurant, plan, {
    title: `The Orders tab on a tablet, ${plan.tabOrders.toLocaleString('en')} orders, ${plan.openOrders} of them open, ${plan.dishes.tab} dishes`,
    path: '/dashboard',
    shown: { selector: 'article', name: 'cards' },
    script: MINIMAL_SCRIPT,
    maxOpenMs: MAX_OPEN_MS,
    measured: [
      { what: 'another sub-tab', measure: changeSubTab, maxMs: MAX_CHANGE_MS },
      { what: 'a tap on a dish', measure: (page) => tapOnCard(page, 'ul li button'), maxMs: MAX_TAP_MS },
      { what: 'a tap on a heading', measure: (page) => tapOnCard(page, 'h2 button'), maxMs: MAX_TAP_MS },
      {
        what: 'longest task, an order arrives',
        measure: (page) => longestTaskDuring(page, placeOrder),
        measureBaseline: (page) => longestTaskDuring(page, insertCard),
        maxMs: MAX_TASK_MS,
      },
    ],
  })
}

/** Milliseconds from the tap on the other sub-tab to the frame that shows its cards. */
function changeSubTab(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tablist]')].at(-1)?.querySelectorAll('[role=tab]')
    const [pending, preparing] = tabs ? [...tabs] : []
    const next = (pending?.getAttribute('aria-selected') === 'true' ? preparing : pending) as HTMLElement
    const began = performance.now()
    next.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return took
  })
}

/** Milliseconds from the tap on a card's button, which opens its dialog, to the next frame. */
function tapOnCard(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const cards = document.querySelectorAll('article')
    const button = cards[Math.floor(cards.length / 2)]?.querySelector<HTMLElement>(selector)
    button?.scrollIntoView({ block: 'center' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    button?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 500))
    document.querySelector<HTMLElement>('[role=dialog] button')?.click()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return took
  }, selector)
}

/** The main thread's longest task while `act` shows another order, in milliseconds; 0 if none takes 50 ms. */
async function longestTaskDuring(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const longest = page.evaluate(async (settleMs) => {
    const tasks = [0]
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)))
    observer.observe({ type: 'longtask' })
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    observer.disconnect()
    return Math.max(...tasks)
  }, ARRIVAL_MS)
  const [duration] = await Promise.all([longest, act(page)])
  return duration
}

/** The least that a page does when an order arrives: it inserts a copy of the first card. */
function insertCard(page: Page): Promise<void> {
  return page.evaluate(() => {
    const card = document.querySelector('article')?.closest('li')
    if (card) card.before(card.cloneNode(true))
  })
}

/** Places an order for one dish, as a guest. */
async function placeOrder(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const menu = await fetch(`${origin}/api/menu`)
  const dishes = (await menu.json()) as { id: number; price: number; soldOutUntil?: string }[]
  // A dish in a promotion has another price, and the server then rejects the order.
  for (const { id, price } of dishes.filter(({ soldOutUntil }) => soldOutUntil === undefined).slice(0, 20)) {
    const placed = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        items: [{ menuItemId: id, quantity: 1 }],
        total: price,
        diningOption: 'takeaway',
        customerName: 'Radu Ionescu',
        phoneNumber: '40723118402',
      }),
    })
    if (placed.status === 201) return
  }
  throw new Error('no order could be placed')
}
