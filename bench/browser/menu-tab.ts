/** The owner's Menu tab on a slow tablet, with a thousand dishes: opening it, finding one, hiding one. */
import type { Browser, Page } from '@playwright/test'
import { type Child, startChild } from '../calls.ts'
import { alternate, type Compared } from '../figures.ts'
import type { StaticPageCalls } from '../limits/static-page.ts'
import type { Plan } from '../plan.ts'
import { compareAtMost, ms, title } from '../report.ts'
import { takeTablet } from './orders-tab.ts'
import { SLOW, slowCpu } from './phone.ts'
import type { BenchRestaurant } from './restaurant.ts'

export const MANY_ON_TAB = 1000
const MOST_OPEN_MS = 1000
const MOST_TYPED_MS = 100
const MOST_TAP_MS = 100
const SETTLE_MS = 4000
const FIRST_DISH = '[data-main-action]'

/** What a page costs at least that shows a letter and keeps the dishes that have it. */
const FINDING = `addEventListener('input', ({ target }) => {
  const typed = target.value.toLowerCase()
  for (const row of document.querySelectorAll('main li:has(${FIRST_DISH})'))
    row.hidden = !row.textContent.toLowerCase().includes(typed)
})
addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button) button.setAttribute('aria-checked', button.getAttribute('aria-checked') === 'false')
})`

/** @param restaurant with `MANY_ON_TAB` dishes */
export async function measureMenuTab(browser: Browser, restaurant: BenchRestaurant, plan: Plan): Promise<void> {
  title(
    `The Menu tab on a tablet, ${MANY_ON_TAB.toLocaleString('en')} dishes, CPU ${SLOW.cpu}×; limit: the same page as static HTML`,
  )
  const copy = await serveCopy(browser, restaurant)
  const sides = {
    product: await takeTablet(browser, restaurant, FIRST_DISH),
    limit: await takeTablet(browser, restaurant, FIRST_DISH),
  }
  const origins = { product: restaurant.url, limit: copy.url }
  try {
    for (const tablet of Object.values(sides)) await slowCpu(tablet)
    const each = (measure: (page: Page, origin: string) => Promise<number>): Promise<Compared> =>
      alternate(
        plan.views,
        () => measure(sides.product.page, origins.product),
        () => measure(sides.limit.page, origins.limit),
      )
    compareAtMost('from the address to the dishes', await each(opened), ms, MOST_OPEN_MS)
    compareAtMost('a letter of a search', await each(typed), ms, MOST_TYPED_MS)
    compareAtMost('a tap that hides a dish', await each(tapped), ms, MOST_TAP_MS)
  } finally {
    for (const tablet of Object.values(sides)) await tablet.close()
    await copy.server.close()
  }
}

/** From the address to the frame that shows the first dish; code and style were cached by the visit before. */
async function opened(page: Page, origin: string): Promise<number> {
  await page.bringToFront()
  await page.goto(`${origin}/dashboard?tab=menu`)
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => (window as { firstShown?: number }).firstShown ?? Number.NaN)
}

/** The longest of three letters, each from the key to the frame after it; the list may follow later, but no letter waits. */
async function typed(page: Page): Promise<number> {
  await page.bringToFront()
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('main search input, main [inputmode=search]')
    if (!field) return Number.NaN
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const type = async (text: string) => {
      const began = performance.now()
      setValue?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const took = performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, 400))
      return took
    }
    const letters = [await type('c'), await type('ci'), await type('cio')]
    await type('')
    return Math.max(...letters)
  })
}

/** From the tap on a dish's switch to the next frame. */
async function tapped(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('main li:has([data-main-action]) [role=switch]')
    if (!button) return Number.NaN
    button.scrollIntoView({ block: 'center' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    button.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return took
  })
}

async function serveCopy(browser: Browser, restaurant: BenchRestaurant) {
  const tablet = await takeTablet(browser, restaurant, FIRST_DISH)
  await tablet.page.goto(`${restaurant.url}/dashboard?tab=menu`)
  await tablet.page.waitForSelector(FIRST_DISH)
  await tablet.page.waitForTimeout(SETTLE_MS)
  const html = await tablet.page.evaluate((script) => {
    for (const unneeded of document.querySelectorAll('script, link[rel=modulepreload]')) unneeded.remove()
    return `<!doctype html>${document.documentElement.outerHTML.replace('</body>', () => `<script>${script}</script></body>`)}`
  }, FINDING)
  await tablet.close()
  const server: Child<StaticPageCalls> = await startChild(new URL('../limits/static-page.ts', import.meta.url))
  const port = await server.call('serve', { html, path: '/dashboard?tab=menu', origin: restaurant.url })
  return { server, url: `http://127.0.0.1:${port}` }
}
