/** Measures a tab of the dashboard on a slow tablet, beside the same page as static HTML. */
import type { Browser, Page } from '@playwright/test'
import { alternate } from '../figures.ts'
import { compareAtMost, ms, title } from '../parts/report.ts'
import type { Plan } from '../plan.ts'
import { BENCH_OWNER } from '../product.ts'
import { type PhonePage, SLOW, slowCpu } from './phone.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { type StaticCopy, serveCopyOf } from './static-copy.ts'

/** Time until a tab has rendered everything. */
const SETTLE_MS = 4000

/** One action of an owner in a tab, and how to measure it. */
interface Measured {
  what: string
  measure: (page: Page) => Promise<number>
  /** How to measure it on the static page, if that differs. */
  measureBaseline?: (page: Page) => Promise<number>
  maxMs: number
}

interface MeasuredTab {
  title: string
  path: string
  /** The main content of the tab: the selector of one item, and a plural for the report. */
  shown: { selector: string; name: string }
  /** The only script of the static page: the minimum for such a tab. */
  script: string
  /** How long opening may take, alone and while a second tablet shows the same tab. */
  maxOpenMs: { alone: number; beside: number }
  measured: readonly Measured[]
}

/** Measures how long opening the tab takes, alone and beside a second tablet, and then each action in it. */
export async function measureTab(
  browser: Browser,
  restaurant: BenchRestaurant,
  plan: Plan,
  tab: MeasuredTab,
): Promise<void> {
  title(`${tab.title}, CPU ${SLOW.cpu}×; baseline: the same page as static HTML`)
  const pauseMs = SETTLE_MS * plan.pauses
  const copy = await serveCopyOfTab(browser, restaurant, tab, pauseMs)
  const product = await takeTablet(browser, restaurant)
  const baseline = await takeTablet(browser, restaurant)
  try {
    for (const tablet of [product, baseline]) {
      await slowCpu(tablet)
      await reportFirst(tablet, tab.shown.selector)
    }
    const address = { product: `${restaurant.url}${tab.path}`, baseline: `${copy.url}${tab.path}` }
    const measureOpening = () =>
      alternate(
        plan.views,
        () => visitTab(product, address.product, pauseMs),
        () => visitTab(baseline, address.baseline, pauseMs),
      )
    const opened = `from the address to the ${tab.shown.name}`
    compareAtMost(opened, await measureOpening(), ms, tab.maxOpenMs.alone)
    const second = await takeTablet(browser, restaurant)
    try {
      await slowCpu(second)
      await second.page.goto(address.product)
      await second.page.waitForSelector(tab.shown.selector)
      await second.page.waitForTimeout(pauseMs)
      compareAtMost(`${opened}, beside a second tablet`, await measureOpening(), ms, tab.maxOpenMs.beside)
    } finally {
      await second.close()
    }
    await openTab(product, address.product, pauseMs)
    await openTab(baseline, address.baseline, pauseMs)
    for (const { what, measure, measureBaseline = measure, maxMs } of tab.measured) {
      const compared = await alternate(
        plan.views,
        () => measure(product.page),
        () => measureBaseline(baseline.page),
      )
      compareAtMost(what, compared, ms, maxMs)
    }
  } finally {
    for (const tablet of [product, baseline]) await tablet.close()
    await copy.close()
  }
}

/**
 * Milliseconds from opening the address to the frame that shows the first item. Scripts and styles are cached by the
 * previous visit, as on the restaurant's own tablet.
 */
async function openTab({ page, devtools }: PhonePage, address: string, pauseMs: number): Promise<number> {
  await page.bringToFront()
  const shown = new Promise<number>((resolve) => {
    devtools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
  })
  await page.goto(address, { waitUntil: 'commit' })
  const took = await shown
  await page.waitForTimeout(pauseMs)
  return took
}

/** Opens the tab and leaves it, so that it does nothing while another one is measured. */
async function visitTab(tablet: PhonePage, address: string, pauseMs: number): Promise<number> {
  const took = await openTab(tablet, address, pauseMs)
  await tablet.page.goto('about:blank')
  return took
}

/** Opens the owner's tablet, signed in. */
export async function takeTablet(browser: Browser, { url }: BenchRestaurant): Promise<PhonePage> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, hasTouch: true })
  const response = await context.request.post(`${url}/api/login`, { data: BENCH_OWNER })
  if (!response.ok()) throw new Error(`the owner could not sign in: ${response.status()}`)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return { page, devtools, close: () => context.close() }
}

/**
 * Makes each page of the tablet notify the bench when its first item was rendered. Waiting by Playwright's methods would
 * add its scripts to the page while it opens: 70 ms of its main thread, and four times that on the slowed processor.
 */
async function reportFirst({ devtools }: PhonePage, selector: string): Promise<void> {
  await devtools.send('Page.enable')
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: 'notifyBench' })
  const source = `(${notifyOfFirst})(${JSON.stringify(selector)})`
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source })
}

/** Runs in the page before its own scripts. */
function notifyOfFirst(selector: string): void {
  const isShown = () => document.querySelector(selector) !== null
  const notify = () => requestAnimationFrame(() => setTimeout(() => window.notifyBench?.(String(performance.now()))))
  const observer = new MutationObserver(() => {
    if (!isShown()) return
    observer.disconnect()
    notify()
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function serveCopyOfTab(
  browser: Browser,
  restaurant: BenchRestaurant,
  tab: MeasuredTab,
  pauseMs: number,
): Promise<StaticCopy> {
  const tablet = await takeTablet(browser, restaurant)
  await tablet.page.goto(`${restaurant.url}${tab.path}`)
  await tablet.page.waitForSelector(tab.shown.selector)
  await tablet.page.waitForTimeout(pauseMs)
  const copy = await serveCopyOf(tablet.page, tab.script)
  await tablet.close()
  return copy
}
