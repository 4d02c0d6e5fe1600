import type { BrowserContext, Page } from '@playwright/test'

/** The scripts that the page has requested, by name, with the bytes of their compressed bodies. */
export const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\//, ''), bytes: encodedBodySize })),
  )

/** The bytes of scripts together. */
export const bytesOf = (scripts: readonly { bytes: number }[]) => scripts.reduce((total, { bytes }) => total + bytes, 0)

/** The page will never be idle: it loads what its first view needs, and nothing else. */
export const neverIdle = (page: Page | BrowserContext) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
