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

/** The server's data that the page requested before the code of one of its parts: `kitchen`, for example. */
export const requestsBefore = (page: Page, part: string) =>
  page.evaluate((code) => {
    const requests = performance.getEntriesByType('resource').sort((a, b) => a.startTime - b.startTime)
    const paths = requests.map(({ name }) => new URL(name).pathname)
    return paths
      .slice(
        0,
        paths.findIndex((path) => path.startsWith(code)),
      )
      .filter((path) => path.startsWith('/api/'))
  }, `/static/${part}-`)
