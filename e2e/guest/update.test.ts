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
import { findStage, SHORT_MENU } from '../support/stage.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Installation {
  url: string
  /** Where its pages lie. */
  pages: string
  /** Ends the server, puts a build in the place of its pages as `npm start` would, and starts it again. */
  update(build: string): Promise<void>
}

/** A server whose pages a journey replaces, and two builds with the same look and other names. */
const test = base.extend<{ installation: Installation }, { builds: { second: string; third: string } }>({
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-builds-'))
      const made = { second: path.join(folder, 'second'), third: path.join(folder, 'third') }
      for (const [name, outDir] of Object.entries(made)) await buildAnother(name, outDir)
      await use(made)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  installation: async ({ builds: _ }, use, { workerIndex }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-pages-'))
    const pages = path.join(folder, 'client')
    await cp(path.join(ROOT, 'dist', 'client'), pages, { recursive: true })
    const name = `updates_${workerIndex}_${randomBytes(4).toString('hex')}`
    const url = await createDatabase(findStage().databaseServer, name, SHORT_MENU)
    let app = await open(url, pages, 0)
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await use({
      url: `http://127.0.0.1:${port}`,
      pages,
      async update(from) {
        await app.close()
        const built = path.join(folder, 'next')
        await cp(from, built, { recursive: true })
        publishBuild(built, pages)
        app = await open(url, pages, port)
      },
    })
    await app.close()
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

async function open(url: string, pages: string, port: number): Promise<FastifyInstance> {
  const connection = connect(
    () => url,
    () => {},
    { orders: 4, reports: 1 },
  )
  const app = await buildApp({
    config: { publicUrl: undefined, trustProxy: false, timeZone: 'Europe/Bucharest', guestWritesPerMinute: 0 },
    connection,
    clock: systemClock,
    log: recordingLog().log as Log,
    pictures: memoryStore(),
    pages,
  })
  app.addHook('onClose', () => connection.close())
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

const version = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? 'first')
const cards = (page: Page) => page.locator('[id^="dish-"]')

/** Opens a part of the page that is loaded when it is first needed, and not before. */
async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search the menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Another such part. */
const about = (page: Page) => page.getByRole('button', { name: /^Nutrition and allergens:/ }).first()

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('a page left open over an update has its parts; after two it is loaded anew, once, for one that is missing', async ({
  page,
  builds,
  installation,
}) => {
  test.slow()
  const loads = countLoads(page)
  await page.goto('/menu')
  await expect(cards(page).first()).toBeVisible()

  await installation.update(builds.second)
  await search(page)
  expect([loads(), await version(page)]).toEqual([1, 'first'])

  await installation.update(builds.third)
  await about(page).click()
  await expect.poll(() => version(page).catch(() => 'loading')).toBe('third')
  await expect(cards(page).first()).toBeVisible()
  await about(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(loads()).toBe(2)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a newer version waits until the guest takes it, and other pages keep their parts', async ({
    page,
    context,
    builds,
    installation,
  }) => {
    test.slow()
    await page.goto('/menu')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const other = await context.newPage()
    await other.goto('/menu')
    await expect(cards(other).first()).toBeVisible()

    await installation.update(builds.second)
    // The page comes from the browser, and the worker of before gives it; the newer one is only offered.
    const loads = countLoads(page)
    await page.getByRole('button', { name: 'Search the menu' }).click()
    await page.reload()
    expect(await version(page)).toBe('first')
    const offer = page.getByText('A new version is ready', { exact: true }).first()
    await expect(offer).toBeVisible({ timeout: 20_000 })
    expect([loads(), await version(page)]).toEqual([1, 'first'])
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect.poll(() => version(page).catch(() => 'loading')).toBe('second')
    await expect(cards(page).first()).toBeVisible()

    // What the worker kept of the former build is gone; the server still has it.
    await search(other)
    expect(await version(other)).toBe('first')
    await context.setOffline(true)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    expect(await version(page)).toBe('second')
  })

  test('a part that the worker lost and the server no longer has is had by a page of the server’s', async ({
    page,
    context,
    builds,
    installation,
  }) => {
    test.slow()
    await page.goto('/menu')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const asked of await cache.keys()) if (asked.url.includes('/search-palette-')) await cache.delete(asked)
      }
    })
    await installation.update(builds.second)
    await installation.update(builds.third)
    const loads = countLoads(page)
    await page.getByRole('button', { name: 'Search the menu' }).click()
    await expect.poll(() => version(page).catch(() => 'loading')).toBe('third')
    await search(page)
    expect(loads()).toBe(1)
  })
})
