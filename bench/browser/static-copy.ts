/** Serves a static copy of a rendered page, which looks the same as the page. */
import type { Browser, Page } from '@playwright/test'
import type { StaticPageCalls } from '../baselines/static-page.ts'
import { type Child, startChild } from '../calls.ts'
import { openAllDishes, takePhone } from './phone.ts'

/** The minimum for adding to a cart: one listener that replaces the "+" by a number. */
const MINIMAL_SCRIPT = `addEventListener('click', ({ target }) => {
  const plus = target.closest('[id^="dish-"] > :last-child button')
  if (plus) plus.textContent = String(Number(plus.textContent) + 1)
})`

export interface StaticCopy {
  url: string
  close(): Promise<void>
}

/** Serves a copy of the guest's menu. @param counts whether its "+" buttons count taps */
export async function serveStaticCopy(browser: Browser, origin: string, counts: boolean): Promise<StaticCopy> {
  const phone = await takePhone(browser)
  await openAllDishes(phone, origin)
  const copy = await serveCopyOf(phone.page, counts ? MINIMAL_SCRIPT : '')
  await phone.close()
  return copy
}

/** @param script the only script of the copy */
export async function serveCopyOf(page: Page, script: string): Promise<StaticCopy> {
  const html = await page.evaluate((scripts) => {
    const unneededParts = 'script, noscript, link[rel=modulepreload], link[rel=preload]'
    for (const unneeded of document.querySelectorAll(unneededParts)) unneeded.remove()
    // Where the styles of the first view are in the page, those of its later parts delay nothing.
    if (document.querySelector('head > style')) {
      document.body.append(...document.querySelectorAll('link[rel=stylesheet]'))
    }
    return `<!doctype html>${document.documentElement.outerHTML.replace('</body>', () => `${scripts}</body>`)}`
  }, script && `<script>${script}</script>`)
  const { origin, pathname, search } = new URL(page.url())
  return serve(html, `${pathname}${search}`, origin)
}

/** Serves as many bare cards as the menu has dishes: nothing but their names, prices and buttons. */
export async function serveCards(origin: string): Promise<StaticCopy> {
  const menu = (await (await fetch(`${origin}/api/menu`)).json()) as { id: number; name: string; price: number }[]
  const cards = menu.map(
    ({ id, name, price }) =>
      `<li id="dish-${id}"><h3><button>${name}</button></h3><p>${(price / 100).toFixed(2)} lei</p><button>+</button></li>`,
  )
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Menu</title>'
  return serve(`<!doctype html>${head}<ul>${cards.join('')}</ul>`, '/menu', origin)
}

async function serve(html: string, path: string, origin: string): Promise<StaticCopy> {
  const server: Child<StaticPageCalls> = await startChild(new URL('../baselines/static-page.ts', import.meta.url))
  const port = await server.call('serve', { html, path, origin })
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
