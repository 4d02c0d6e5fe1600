import type { Page } from '@playwright/test'
import { SHELL_PATH } from '#shared/domain/cached-answers.ts'

/**
 * Serves the menu's page without the dishes that the server renders, as a guest gets it whose language differs, or from
 * the service worker: for journeys about what the page shows while it loads, or with other answers than the server's.
 */
export async function serveWithoutSsr(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/menu',
    (route) => route.continue({ url: new URL(SHELL_PATH, route.request().url()).href }),
  )
}
