/** A guest's phone: the machine's Chromium, throttled by the DevTools protocol. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../e2e/support/chromium.ts'
import { recordAll } from './watch.ts'

const PAINT_TIMEOUT_MS = 60_000

/** A cheap phone on a slow network. */
export const SLOW = { cpu: 4, kilobitsPerSecond: 1600, roundTripMs: 150 }

/** The network in a cellar. */
export const CELLAR_KILOBITS_PER_SECOND = 400

function network(kilobitsPerSecond: number) {
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8
  return {
    offline: false,
    latency: SLOW.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  }
}

export interface PhonePage {
  page: Page
  devtools: CDPSession
  close(): Promise<void>
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM)
}

/** A phone with an empty cache and storage. @param serviceWorkers whether pages may register service workers */
export async function takePhone(browser: Browser, serviceWorkers: 'allow' | 'block' = 'allow'): Promise<PhonePage> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers,
  })
  return openTab(context)
}

/** Opens a new tab on the same phone, which keeps its cache and storage. */
export async function reopen({ page }: PhonePage): Promise<PhonePage> {
  const context = page.context()
  await page.close()
  return openTab(context)
}

async function openTab(context: BrowserContext): Promise<PhonePage> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  return { page, devtools, close: () => context.close() }
}

export interface Opening {
  kilobitsPerSecond?: number
  /** When a visit ends: once a dish's name is painted, or once the page works with the tapped dish in its cart. */
  until?: 'dishes' | 'works'
}

/** Opens a menu on a slow phone, and waits for its dishes. The page records when they were painted. */
export async function openUntilDishes(
  phone: PhonePage,
  address: string,
  { kilobitsPerSecond = SLOW.kilobitsPerSecond, until = 'dishes' }: Opening = {},
): Promise<void> {
  await slowCpu(phone)
  await slowNetwork(phone, kilobitsPerSecond)
  const { devtools, page } = phone
  // Playwright's own methods would add scripts to the page and slow it down.
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${recordAll})(${until === 'works'})` })
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: 'notifyBench' })
  const painted = new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`no dish was painted at ${address}`)), PAINT_TIMEOUT_MS)
    const expected = new Set(until === 'works' ? ['dishes', 'added', 'works'] : ['dishes'])
    devtools.on('Runtime.bindingCalled', ({ payload }) => {
      expected.delete(payload)
      if (expected.size === 0) resolve(clearTimeout(timeout))
    })
  })
  await page.goto(address, { waitUntil: 'commit' })
  await painted
}

export async function slowCpu({ devtools }: PhonePage, rate: number = SLOW.cpu): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

export async function slowNetwork(
  { devtools }: PhonePage,
  kilobitsPerSecond: number = SLOW.kilobitsPerSecond,
): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', network(kilobitsPerSecond))
}

/**
 * Throttles the network of the phone's service worker, which the page's throttling does not cover. An attached worker
 * also stays running, so the time to start it is not measured.
 */
export async function slowWorkersNetwork(browser: Browser, { page }: PhonePage): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  const { origin } = new URL(page.url())
  const { targetInfos } = await devtools.send('Target.getTargets')
  const workers = targetInfos.filter(({ type, url }) => type === 'service_worker' && url.startsWith(origin))
  for (const { targetId } of workers) {
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
    const send = (id: number, method: string, params: object) =>
      devtools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    await send(1, 'Network.enable', {})
    await send(2, 'Network.emulateNetworkConditions', network(SLOW.kilobitsPerSecond))
  }
}

/** Opens the menu and waits for all of its dishes. */
export async function openAllDishes({ page }: PhonePage, origin: string, dishes?: number): Promise<void> {
  await page.goto(`${origin}/menu`, { waitUntil: 'networkidle' })
  const minCount = dishes ?? ((await (await fetch(`${origin}/api/menu`)).json()) as unknown[]).length
  const isRendered = (min: number) => document.querySelectorAll('[id^="dish-"]').length >= min
  await page.waitForFunction(isRendered, minCount, { timeout: 60_000 })
}
