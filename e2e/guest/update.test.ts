import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import type { FastifyInstance } from 'fastify'
import { build } from 'vite'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { recordingLog } from '#server/testing/log.ts'
import { memoryStore } from '#server/testing/pictures.ts'
import { publishBuild } from '../../scripts/publish-build.ts'
import { SHORT_MENU, sharedEnvironment } from '../support/shared-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A server whose pages a test replaces by those of another build. */
interface Installation {
  url: string
  /** The folder of its pages. */
  pages: string
  /** Stops the server, replaces its pages as `npm start` does after an update, and starts it again. */
  update(build: string): Promise<void>
}

/** `builds` are two builds whose pages look the same, with other file names; the first is the one in dist/client. */
const test = base.extend<{ installation: Installation }, { builds: { second: string; third: string } }>({
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-builds-'))
      const folders = { second: path.join(folder, 'second'), third: path.join(folder, 'third') }
      for (const [name, outDir] of Object.entries(folders)) await buildAnother(name, outDir)
      await use(folders)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  installation: async ({ builds: _ }, use, { workerIndex }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-pages-'))
    const pages = path.join(folder, 'client')
    await cp(path.join(ROOT, 'dist', 'client'), pages, { recursive: true })
    const name = `e2e_updates_${workerIndex}_${randomBytes(4).toString('hex')}`
    const url = await createDatabase(sharedEnvironment().databaseServerUrl, name, SHORT_MENU)
    let server = await startServer(url, pages, 0)
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await use({
      url: `http://127.0.0.1:${port}`,
      pages,
      async update(from) {
        await server.close()
        const built = path.join(folder, 'next')
        await cp(from, built, { recursive: true })
        publishBuild(built, pages)
        server = await startServer(url, pages, port)
      },
    })
    await server.close()
    await rm(folder, { recursive: true })
  },

  baseURL: ({ installation }, use) => use(installation.url),
})

async function buildAnother(name: string, outDir: string): Promise<void> {
  await build({
    root: path.join(ROOT, 'client'),
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'another-version',
        transform: (code, id) =>
          id.endsWith('/client/main.tsx') ? `${code}\ndocument.documentElement.dataset.version = '${name}'` : undefined,
      },
    ],
  })
}

interface Server {
  app: FastifyInstance
  close(): Promise<void>
}

async function startServer(url: string, pages: string, port: number): Promise<Server> {
  const connection = connect(() => url, { requests: 4, reports: 1 })
  const app = await buildApp({
    config: { publicUrl: undefined, trustProxy: false, timeZone: 'Europe/Bucharest', guestWritesPerMinute: 0 },
    connection,
    clock: systemClock,
    log: recordingLog().log as Log,
    pictures: memoryStore(),
    clientDir: pages,
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    app,
    // Not in a hook: hooks that are added later run earlier, and what the server still does needs its database.
    async close() {
      await app.close()
      await connection.close()
    },
  }
}

const version = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? 'first')
const cards = (page: Page) => page.locator('[id^="dish-"]')

/** Opens and closes the search, whose script is loaded when it is first needed. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search the menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Opens the sheet of a dish, whose script is also loaded when it is first needed. */
const aboutButton = (page: Page) => page.getByRole('button', { name: /^Details and allergens:/ }).first()

/** @returns a function that returns how often the page has loaded since */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('an open page works after one update; after two it reloads once, when it needs a deleted script', async ({
  page,
  builds,
  installation,
}) => {
  const loads = countLoads(page)
  const live = page.waitForEvent('websocket')
  await page.goto('/menu')
  await expect(cards(page).first()).toBeVisible()
  // A script that the restarting server refuses would be another reason to reload. On a busy machine the page loads that
  // of the live channel only after a pause, so an idle network alone does not show that it has what it loads by itself.
  await live
  await page.waitForLoadState('networkidle')

  await installation.update(builds.second)
  await openSearch(page)
  expect([loads(), await version(page)]).toEqual([1, 'first'])

  await installation.update(builds.third)
  await aboutButton(page).click()
  await expect.poll(() => version(page).catch(() => 'loading')).toBe('third')
  await expect(cards(page).first()).toBeVisible()
  await aboutButton(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(loads()).toBe(2)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a new version is offered until the guest accepts it, and other open pages keep working', async ({
    page,
    context,
    builds,
    installation,
  }) => {
    await page.goto('/menu')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const other = await context.newPage()
    await other.goto('/menu')
    await expect(cards(other).first()).toBeVisible()

    await installation.update(builds.second)
    // The current service worker still serves the old version; the new one is only offered.
    const loads = countLoads(page)
    await page.getByRole('button', { name: 'Search the menu' }).click()
    await page.reload({ waitUntil: 'commit' })
    // The offer stays for five seconds, and longer under the mouse.
    const reload = page.getByRole('button', { name: 'Reload', exact: true })
    await reload.hover()
    await expect(page.getByText('A new version is ready', { exact: true }).first()).toBeVisible()
    expect([loads(), await version(page)]).toEqual([1, 'first'])
    await reload.click()
    await expect.poll(() => version(page).catch(() => 'loading')).toBe('second')
    await expect(cards(page).first()).toBeVisible()

    // The service worker deleted the old build's files; the server still has them.
    await openSearch(other)
    expect(await version(other)).toBe('first')
    await context.setOffline(true)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    expect(await version(page)).toBe('second')
  })

  test('a page reloads from the server when neither the service worker nor the server has the script it needs', async ({
    page,
    context,
    builds,
    installation,
  }) => {
    await page.goto('/menu')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          if (request.url.includes('/search-palette-')) await cache.delete(request)
      }
    })
    await installation.update(builds.second)
    await installation.update(builds.third)
    const loads = countLoads(page)
    await page.getByRole('button', { name: 'Search the menu' }).click()
    await expect.poll(() => version(page).catch(() => 'loading')).toBe('third')
    await openSearch(page)
    expect(loads()).toBe(1)
  })
})
