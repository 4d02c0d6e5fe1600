/** The owner's Orders tab on a slow tablet, with all the orders of a year: opening it, changing sub-tabs, tapping. */
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { type Child, startChild } from '../calls.ts'
import { alternate, type Compared } from '../figures.ts'
import type { StaticPageCalls } from '../limits/static-page.ts'
import type { Plan } from '../plan.ts'
import { BENCH_OWNER } from '../product.ts'
import { compareAtMost, ms, title } from '../report.ts'
import { type PhonePage, SLOW, slowCpu } from './phone.ts'
import type { BenchRestaurant } from './restaurant.ts'

const ORDERS = 10_000
/** In each of the two sub-tabs that are changed between. */
const OPEN = 90
const MOST_OPEN_MS = 1000
const MOST_CHANGE_MS = 100
const MOST_TAP_MS = 50
const SETTLE_MS = 4000

/** What a card costs at least: one listener that writes a number. */
const COUNTING = `addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button) button.dataset.taps = Number(button.dataset.taps ?? 0) + 1
})`

export async function measureOrdersTab(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await multiplyOrders(databaseUrl)
  title(
    `The Orders tab on a tablet, ${ORDERS.toLocaleString('en')} orders, ${OPEN} of them pending and as many being made, CPU ${SLOW.cpu}×; limit: the same page as static HTML`,
  )
  const copy = await serveCopy(browser, restaurant)
  const sides = {
    product: await takeTablet(browser, restaurant, 'article'),
    limit: await takeTablet(browser, restaurant, 'article'),
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
    compareAtMost('from the address to the cards', await each(opened), ms, MOST_OPEN_MS)
    compareAtMost('another sub-tab', await each(changed), ms, MOST_CHANGE_MS)
    compareAtMost('a tap on a card', await each(tapped), ms, MOST_TAP_MS)
  } finally {
    for (const tablet of Object.values(sides)) await tablet.close()
    await copy.server.close()
  }
}

/** From the address to the frame that shows the first card; code and style were cached by the visit before, as on the restaurant's own tablet. */
async function opened(page: Page, origin: string): Promise<number> {
  await page.bringToFront()
  await page.goto(`${origin}/dashboard`)
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => (window as { firstShown?: number }).firstShown ?? Number.NaN)
}

/** Runs in the page, before anything of it. */
function noteFirst(shown: string): void {
  const seen = () => document.querySelector(shown) !== null
  const note = () =>
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { firstShown: performance.now() })))
  const watching = new MutationObserver(() => {
    if (!seen()) return
    watching.disconnect()
    note()
  })
  watching.observe(document, { childList: true, subtree: true })
}

/** From the tap on the other sub-tab to the frame that shows its cards. */
function changed(page: Page): Promise<number> {
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

/** From the tap on a line, which opens its dialog, to the next frame. */
function tapped(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cards = document.querySelectorAll('article')
    const line = cards[Math.floor(cards.length / 2)]?.querySelector<HTMLElement>('li button')
    line?.scrollIntoView({ block: 'center' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    line?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 500))
    document.querySelector<HTMLElement>('[role=dialog] button')?.click()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return took
  })
}

/** The owner's tablet, signed in. @param shown what its pages note the first drawing of, as `firstShown` */
export async function takeTablet(browser: Browser, { url }: BenchRestaurant, shown: string): Promise<PhonePage> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, hasTouch: true })
  const answer = await context.request.post(`${url}/api/login`, { data: BENCH_OWNER })
  if (!answer.ok()) throw new Error(`the owner could not sign in: ${answer.status()}`)
  const page = await context.newPage()
  await page.addInitScript(noteFirst, shown)
  const devtools = await context.newCDPSession(page)
  return { page, devtools, close: () => context.close() }
}

async function serveCopy(browser: Browser, restaurant: BenchRestaurant) {
  const tablet = await takeTablet(browser, restaurant, 'article')
  await tablet.page.goto(`${restaurant.url}/dashboard`)
  await tablet.page.waitForSelector('article')
  await tablet.page.waitForTimeout(SETTLE_MS)
  const html = await tablet.page.evaluate((script) => {
    for (const unneeded of document.querySelectorAll('script, link[rel=modulepreload]')) unneeded.remove()
    return `<!doctype html>${document.documentElement.outerHTML.replace('</body>', () => `<script>${script}</script></body>`)}`
  }, COUNTING)
  await tablet.close()
  const server: Child<StaticPageCalls> = await startChild(new URL('../limits/static-page.ts', import.meta.url))
  const port = await server.call('serve', { html, path: '/dashboard', origin: restaurant.url })
  return { server, url: `http://127.0.0.1:${port}` }
}

/** The sample's orders again and again: 90 pending, 90 being made, the others over. */
async function multiplyOrders(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const columns =
      'customer_id, customer_name, phone_number, email, dining_option, table_id, table_number, notes, total, currency, ' +
      'version, changed_version, tickets, token_hash, search_text, updated_at, seen_at'
    const lines = 'menu_item_id, quantity, name, name_ro, price, notes, guest_name'
    await client.query(
      `with wanted as (
         select o.*, row_number() over (order by n, o.id) as nth from orders o, generate_series(1, $1::int) n
       ), placed as (
         insert into orders (${columns}, status, created_at)
         select ${columns}, case when nth <= $2 then 'pending' when nth <= 2 * $2::int then 'preparing' else 'completed' end,
           now() - nth * interval '20 seconds'
         from wanted where nth <= $1
         returning id
       ), with_lines as (select id from placed)
       insert into order_items (order_id, ${lines})
       select placed.id, ${lines
         .split(', ')
         .map((column) => `i.${column}`)
         .join(', ')}
       from placed join lateral (
         select * from order_items where order_id = 1 + placed.id % (select count(*) from orders)
       ) i on true`,
      [ORDERS, OPEN],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
