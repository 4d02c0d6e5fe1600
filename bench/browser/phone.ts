/** A guest's phone: the machine's Chromium, slowed down by its own means (the DevTools protocol). */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../e2e/chromium.ts'

/** What the figures are for: a cheap phone on a bad line. */
export const SLOW = { cpu: 4, kilobitsPerSecond: 1600, roundTripMs: 150 }

export interface PhonePage {
  page: Page
  devtools: CDPSession
  close(): Promise<void>
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM)
}

/** A phone that has never been here: nothing is cached or stored. */
export async function takePhone(browser: Browser): Promise<PhonePage> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  return { page, devtools, close: () => context.close() }
}

export async function slowCpu({ devtools }: PhonePage, rate: number = SLOW.cpu): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

export async function slowNetwork({ devtools }: PhonePage): Promise<void> {
  const bytesPerSecond = (SLOW.kilobitsPerSecond * 1000) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Opens the menu and waits for all of its dishes. */
export async function openWhole({ page }: PhonePage, origin: string, dishes?: number): Promise<void> {
  await page.goto(`${origin}/menu`, { waitUntil: 'networkidle' })
  const wanted = dishes ?? ((await (await fetch(`${origin}/api/menu`)).json()) as unknown[]).length
  const drawn = (least: number) => document.querySelectorAll('[id^="dish-"]').length >= least
  await page.waitForFunction(drawn, wanted, { timeout: 60_000 })
}
