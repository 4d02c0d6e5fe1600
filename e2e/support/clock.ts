import { expect, type Page } from '@playwright/test'

const hour = new Date().getUTCHours()
/** A zone in which it is about noon now and clocks never change: what a journey expects of the hour is so at any time. */
export const NOON_ZONE = `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(12 - hour)}`

/**
 * Advances the page's clock, installed with `page.clock.install()`, until the assertion passes. Use it for
 * the product's own timers, such as the pause before it reconnects. While the assertion waits, the page's clock runs as
 * usual: its time-out must be long enough for what needs the network.
 */
export async function advanceUntil(page: Page, assertion: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(6_000)
    await assertion()
  }).toPass({ intervals: [500] })
}
