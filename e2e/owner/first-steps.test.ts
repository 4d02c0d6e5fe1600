import type { Locator } from '@playwright/test'
import { createDatabase, dropDatabase } from '#server/testing/databases.ts'
import { startProcess } from '#server/testing/process.ts'
import { expectAccessible } from '../support/axe.ts'
import { test as base, expect, recordSoundPlays, soundPlays } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { sharedEnvironment } from '../support/shared-environment.ts'

/* The straight path of a new owner, from an empty database to the first order (docs/product/first-steps.md). */

const MAX_TAPS = 70
const SECONDS_PER_TAP = 1.5
const SECONDS_PER_CHARACTER = 0.3

const PRICE_LIST = `Ciorbe
Ciorbă de burtă 28,50
Ciorbă de perișoare 24,00
Supă cu găluște 22,00
Feluri principale
Sarmale cu mămăligă 42,00
Mici la grătar 36,00
Tochitură moldovenească 46,50
Șnițel de pui 38,00
Desert
Papanași cu smântână 32,00
Plăcintă cu mere 24,00
Băuturi
Limonadă cu mentă 18,00
Apă plată 9,00
Cafea 12,00`

/** A server on an empty database. */
const test = base.extend<{ emptyUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the parameter.
  emptyUrl: async ({}, use, { workerIndex }) => {
    const { databaseServerUrl, dataDir } = sharedEnvironment()
    const name = `e2e_empty_${workerIndex}`
    const DATABASE_URL = await createDatabase(databaseServerUrl, name)
    const server = await startProcess({ DATABASE_URL, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' })
    await use(server.url)
    await server.end('SIGTERM')
    await dropDatabase(databaseServerUrl, name)
  },
})

/** A person's hand, which counts what it does. */
function countingHand() {
  const counts = { taps: 0, characters: 0 }
  return {
    counts,
    tap: async (target: Locator) => {
      counts.taps += 1
      await target.click()
    },
    type: async (field: Locator, text: string) => {
      counts.taps += 1
      counts.characters += text.length
      await field.fill(text)
    },
    /** Holds the field, and chooses "Paste". */
    paste: async (field: Locator, text: string) => {
      counts.taps += 2
      await field.fill(text)
    },
    minutes: () => (counts.taps * SECONDS_PER_TAP + counts.characters * SECONDS_PER_CHARACTER) / 60,
  }
}

const language = 'ro'

test.describe('a new owner', () => {
  test.use({ locale: 'ro-RO' })

  test('gets from an empty database to the first order with few taps, by what the screens say', async ({
    browser,
    emptyUrl,
  }) => {
    const t = translator(language)
    const { tap, type, paste, counts, minutes } = countingHand()
    const context = await browser.newContext({
      baseURL: emptyUrl,
      locale: 'ro-RO',
      viewport: { width: 1180, height: 820 },
    })
    await recordSoundPlays(context)
    await context.addInitScript(() => {
      window.print = () => {}
    })
    const page = await context.newPage()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const step = (name: 'name' | 'menu' | 'hours' | 'tables' | 'team' | 'order') =>
      page.getByRole('listitem', {
        name: t(name === 'order' ? 'firstSteps.test.title' : `checks.${name}.name`),
        exact: true,
      })
    const progress = (done: number) =>
      expect(page.getByText(t('firstSteps.progress', { done, all: 6 }), { exact: true }).first()).toBeVisible()

    // The owner's account: the address that the server printed leads to it.
    await page.goto('/')
    await tap(page.getByRole('link', { name: t('auth.firstOwner.title') }))
    await expect(page.getByLabel(t('auth.isOwner'))).toBeChecked()
    await type(page.getByLabel(t('auth.username')), 'maria')
    await type(page.getByLabel(t('auth.password'), { exact: true }), 'parola-mea')
    await tap(button(t('auth.register')))

    // Name and language.
    await expect(page.getByRole('heading', { name: t('firstSteps.title') })).toBeVisible()
    await progress(0)
    // A phone has all six in sight, whichever is open.
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['name', 'menu', 'hours', 'tables', 'team'] as const) {
      if (name !== 'name') await step(name).getByRole('button').last().click()
      await expect
        .poll(async () => {
          const { y = 0, height = 0 } = (await step('order').boundingBox()) ?? {}
          return y + height + (await page.evaluate(() => scrollY))
        }, name)
        .toBeLessThanOrEqual(844)
    }
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.reload()
    await type(page.getByRole('textbox', { name: t('settings.restaurantName') }), 'La Conac')
    await tap(step('name').getByRole('button', { name: t('common.save') }))
    await progress(1)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectAccessible(page, 'first steps')

    // Twelve dishes.
    await tap(page.getByRole('link', { name: t('firstSteps.menu.list.go') }))
    const dialog = page.getByRole('dialog')
    await paste(dialog.getByRole('textbox', { name: t('menuImports.kinds.list') }), PRICE_LIST)
    await tap(dialog.getByRole('button', { name: t('menuImports.preview') }))
    await tap(dialog.getByRole('button', { name: t('menuImports.confirm', { count: 12 }), exact: true }))
    await expect(dialog).toHaveCount(0)
    await progress(2)
    await tap(button(t('firstSteps.goOn')))

    await expect(step('menu')).toContainText(t('checks.menu.some', { count: 12 }))

    // It never closes.
    await tap(step('hours').getByRole('button', { name: t('firstSteps.hours.always') }))
    await progress(3)

    // Six tables, and the sheet of their codes.
    await type(step('tables').getByLabel(t('tables.number'), { exact: true }), '1-6')
    await tap(step('tables').getByRole('button', { name: t('tables.addSeveral', { count: 6 }) }))
    await progress(4)
    await tap(step('tables').getByRole('link', { name: t('firstSteps.tables.print') }))
    await expect(dialog).toContainText(t('tables.codes.codes', { count: 6 }))
    await tap(dialog.getByRole('button', { name: t('tables.codes.printAnyway'), exact: true }))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await tap(button(t('firstSteps.goOn')))

    // Nobody else works here.
    await tap(step('team').getByRole('button', { name: t('firstSteps.team.alone') }))
    await progress(5)

    // A test order, which is heard, cancelled at once.
    await tap(step('order').getByRole('button', { name: t('firstSteps.test.open') }))
    await expect.poll(async () => (await soundPlays(page)).length).toBeGreaterThan(0)
    const card = page.getByRole('article')
    await expect(card).toContainText(t('firstSteps.test.note'))
    await expect(card.getByRole('heading')).toHaveText(t('common.table', { number: 1 }))
    await progress(6)
    await tap(button(t('firstSteps.test.cancel')).last())
    await expect(card).toHaveCount(0)
    await expect(page.getByRole('heading', { name: t('firstSteps.complete') })).toBeVisible()
    await tap(button(t('firstSteps.close')))
    await tap(page.getByRole('tab', { name: t('orders.tabs.cancelled') }))
    // A test that was cancelled is nowhere.
    await expect(page.getByText(t('orders.empty.cancelled'))).toBeVisible()
    await expect(card).toHaveCount(0)

    process.stdout.write(
      `${language}: ${counts.taps} taps, ${counts.characters} characters, ${minutes().toFixed(1)} minutes of a hand\n`,
    )
    expect(counts.taps).toBeLessThanOrEqual(MAX_TAPS)

    // It is done for the restaurant: the next page does not show the list.
    await page.reload()
    await expect(page.getByRole('tab', { name: t('orders.tabs.pending') })).toBeVisible()
    await expect(page.getByText(t('firstSteps.title'))).toHaveCount(0)
    await context.close()
  })
})
