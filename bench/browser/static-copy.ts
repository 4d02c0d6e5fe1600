/** Takes a drawn page as it stands, for a page of the same look that is static. */
import type { Browser, Page } from '@playwright/test'
import { type Child, startChild } from '../calls.ts'
import type { StaticPageCalls } from '../limits/static-page.ts'
import { openWhole, takePhone } from './phone.ts'

/** What adding to a cart costs at least: one listener that writes a number where the "+" was. */
const COUNTING = `addEventListener('click', ({ target }) => {
  const plus = target.closest('[id^="dish-"] > :last-child button')
  if (plus) plus.textContent = String(Number(plus.textContent) + 1)
})`

export interface StaticCopy {
  url: string
  close(): Promise<void>
}

/** The guest's menu. */
export async function serveStaticCopy(browser: Browser, origin: string, counts: boolean): Promise<StaticCopy> {
  const phone = await takePhone(browser)
  await openWhole(phone, origin)
  const copy = await serveCopyOf(phone.page, counts ? COUNTING : '')
  await phone.close()
  return copy
}

/** @param script all that runs in the copy */
export async function serveCopyOf(page: Page, script: string): Promise<StaticCopy> {
  const html = await page.evaluate((scripts) => {
    for (const unneeded of document.querySelectorAll('script, link[rel=modulepreload], link[rel=preload]'))
      unneeded.remove()
    return `<!doctype html>${document.documentElement.outerHTML.replace('</body>', () => `${scripts}</body>`)}`
  }, script && `<script>${script}</script>`)
  const { origin, pathname, search } = new URL(page.url())
  const server: Child<StaticPageCalls> = await startChild(new URL('../limits/static-page.ts', import.meta.url))
  const port = await server.call('serve', { html, path: `${pathname}${search}`, origin })
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
