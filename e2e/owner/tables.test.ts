import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'
import { readQrCodes, simulateDistance } from '../support/qr-codes.ts'
import { joinSharedCart, tableTest as test } from '../support/shared-session.ts'
import { translator } from '../support/translator.ts'

// The codes are read from screenshots, at the resolution with which a camera near the paper sees them.
test.use({
  viewport: { width: 1180, height: 820 },
  deviceScaleFactor: 2,
  expectedProblems: /409 (POST|DELETE) .*\/api\/tables/,
})

const CSS_PIXELS_PER_MM = 96 / 25.4

const language = 'ro'
const t = translator(language)
/** Table numbers from this one on are used by no other test. */
const FIRST_NUMBER = 150
const card = (page: Page, number: number) =>
  page.getByRole('listitem', { name: t('common.table', { number }), exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an owner adds, changes, reserves, frees, empties and deletes tables', async ({
  page: dashboard,
  context,
  phones,
  restaurant,
}) => {
  await signIn(context, restaurant)
  await setLanguage(context, language)
  await dashboard.goto('/dashboard?tab=tables')
  const form = dashboard.getByRole('form', { name: t('tables.add') })
  const [number, capacity] = [form.getByLabel(t('tables.number')), form.getByLabel(t('tables.capacity'))]
  const add = form.getByRole('button', { name: t('tables.add') })
  await expect(dashboard.getByRole('note')).toContainText('127.0.0.1')

  // Invalid input.
  await button(dashboard, t('tables.add')).click()
  await expect(number).toBeFocused()
  await number.fill('')
  await add.click()
  await expect(form).toContainText('Completați toate câmpurile')
  await number.fill('0')
  await capacity.fill('0')
  await add.click()
  await expect(form).toContainText(t('validation.tableNumber'))
  await expect(form).toContainText(t('validation.tableCapacity'))
  await expect(number).toBeFocused()
  await number.fill('1')
  await capacity.fill('6')
  await add.click()
  await expect(form).toContainText('Numărul mesei există deja')
  await expectAccessible(dashboard, 'the tables with an error')

  await number.fill(String(FIRST_NUMBER))
  await add.click()
  await expect(card(dashboard, FIRST_NUMBER)).toContainText(t('tables.seats', { count: 6 }))
  await expect(number).toBeFocused()
  await expect(number).toHaveValue(String(FIRST_NUMBER + 1))
  await dashboard.keyboard.press('Enter')
  await expect(card(dashboard, FIRST_NUMBER + 1)).toBeVisible()
  const idOf = async (tableNumber: number) =>
    (await restaurant.query<{ id: number }>('select id::int from tables where number = $1', [tableNumber]))[0]?.id ?? 0
  const [id, otherId] = [await idOf(FIRST_NUMBER), await idOf(FIRST_NUMBER + 1)]
  expect(id).not.toBe(FIRST_NUMBER)

  // The code can be read on the screen, also in the dark theme, and from both files.
  const address = [`${restaurant.url}/menu?table=${id}`]
  await dashboard.emulateMedia({ colorScheme: 'dark' })
  await button(dashboard, t('tables.showCode', { number: FIRST_NUMBER })).click()
  const code = dashboard.getByRole('dialog').getByRole('img', { name: t('tables.code', { number: FIRST_NUMBER }) })
  await expect(dashboard.getByRole('dialog')).toContainText(address[0] ?? '')
  await expect.poll(async () => readQrCodes(await code.locator('..').screenshot())).toEqual(address)
  await expectAccessible(dashboard, 'the code of a table', '[role=dialog]')
  await dashboard.emulateMedia({ colorScheme: null })
  for (const kind of ['svg', 'png'] as const) {
    const saving = dashboard.waitForEvent('download')
    await button(dashboard, t(`tables.file.${kind}`)).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`${t('tables.fileName', { number: FIRST_NUMBER })}.${kind}`)
    const picture = sharp(await readFile(await file.path()))
    expect((await picture.metadata()).width).toBeGreaterThanOrEqual(1024)
    expect(await readQrCodes(await picture.png().toBuffer())).toEqual(address)
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(dashboard, t('tables.copyAddress')).click()
  await expect(dashboard.getByText(t('tables.copied'), { exact: true })).toBeVisible()
  expect(await dashboard.evaluate(() => navigator.clipboard.readText())).toBe(address[0])
  await dashboard
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await expect(dashboard.getByRole('dialog')).toBeHidden()

  await button(dashboard, t('tables.setOf', { status: t('tables.set.reserved'), number: FIRST_NUMBER })).click()
  await expect(card(dashboard, FIRST_NUMBER).getByText(t('tables.status.reserved')).first()).toBeVisible()
  await expect(
    button(dashboard, t('tables.setOf', { status: t('tables.set.reserved'), number: FIRST_NUMBER })),
  ).toBeDisabled()
  await button(dashboard, t('tables.edit', { number: FIRST_NUMBER })).click()
  const editing = dashboard.getByRole('dialog', { name: t('tables.editTitle', { number: FIRST_NUMBER }) })
  await editing.getByLabel(t('tables.number')).fill(String(FIRST_NUMBER + 5))
  await expectAccessible(dashboard, 'a table', '[role=dialog]')
  await editing.getByRole('button', { name: t('tables.save') }).click()
  await expect(editing).toBeHidden()
  await expect(card(dashboard, FIRST_NUMBER + 5)).toContainText(t('tables.status.reserved'))

  // Guests join and order: the card updates by itself.
  const phone = await phones.at({ id, number: FIRST_NUMBER + 5 }, { language })
  await joinSharedCart(phone, 'Ana', language)
  await expect(card(dashboard, FIRST_NUMBER + 5)).toContainText(t('tables.sharedCart', { names: 'Ana' }))
  await expect(card(dashboard, FIRST_NUMBER + 5)).toContainText(/(90|89) min/)
  const served = await restaurant.placeOrder({ tableId: id, diningOption: 'dine-in' })
  await restaurant.asOwner('PATCH', `/api/orders/${served.id}`, { status: 'delivered' })
  const waiting = await restaurant.placeOrder({ tableId: id, diningOption: 'dine-in' })
  await expect(card(dashboard, FIRST_NUMBER + 5)).toContainText(t('tables.orders', { count: 2, total: '' }).trim())

  // Freeing the table asks for confirmation, and names what it ends.
  await button(dashboard, t('tables.setOf', { status: t('tables.set.available'), number: FIRST_NUMBER + 5 })).click()
  const freeing = dashboard.getByRole('alertdialog', { name: t('tables.freeTitle', { number: FIRST_NUMBER + 5 }) })
  await expect(freeing).toContainText(t('tables.free.delivered', { count: 1 }))
  await expect(freeing).toContainText(t('tables.free.open', { count: 1 }))
  await expectAccessible(dashboard, 'freeing a table', '[role=alertdialog]')
  await freeing.getByRole('button', { name: t('tables.freeConfirm') }).click()
  await expect(freeing).toBeHidden()
  await expect(card(dashboard, FIRST_NUMBER + 5)).not.toContainText('Ana')
  const statuses = 'select id::int, status from orders where id = any($1) order by id'
  expect(await restaurant.query(statuses, [[served.id, waiting.id]])).toEqual([
    { id: served.id, status: 'completed' },
    { id: waiting.id, status: 'pending' },
  ])

  // The open order moves to the other table; then this one can be deleted.
  await button(dashboard, t('tables.move', { number: FIRST_NUMBER + 5 })).click()
  const moving = dashboard.getByRole('dialog', { name: t('tables.moving.title', { number: FIRST_NUMBER + 5 }) })
  await moving.getByText(t('common.table', { number: FIRST_NUMBER + 1 }), { exact: true }).click()
  await expectAccessible(dashboard, 'a move', '[role=dialog]')
  await moving.getByRole('button', { name: t('tables.moving.confirmTo', { number: FIRST_NUMBER + 1 }) }).click()
  await expect(moving).toBeHidden()
  await expect(card(dashboard, FIRST_NUMBER + 1)).toContainText(t('tables.orders', { count: 1, total: '' }).trim())
  await expect(card(dashboard, FIRST_NUMBER + 1)).toContainText(t('tables.status.occupied'))
  expect(await restaurant.query('select table_id::int as id from orders where id = $1', [waiting.id])).toEqual([
    { id: otherId },
  ])
  const deleteTable = async (tableNumber: number) => {
    await button(dashboard, t('tables.more', { number: tableNumber })).click()
    await dashboard.getByRole('menuitem', { name: t('tables.delete') }).click()
    const confirmation = dashboard.getByRole('alertdialog', { name: t('tables.deleteTitle', { number: tableNumber }) })
    await confirmation.getByRole('button', { name: t('tables.deleteConfirm') }).click()
    return confirmation
  }
  const rejected = await deleteTable(FIRST_NUMBER + 1)
  await expect(dashboard.getByText(t('errors.table_in_use'), { exact: true })).toBeVisible()
  await rejected.getByRole('button', { name: t('common.cancel') }).click()
  await expect(await deleteTable(FIRST_NUMBER + 5)).toBeHidden()
  await expect(card(dashboard, FIRST_NUMBER + 5)).toHaveCount(0)
  await expect(number).toBeFocused()
  await form.getByRole('button', { name: t('common.close') }).click()
  await expect(button(dashboard, t('tables.add'))).toBeFocused()

  // Another order is entered on the menu beside the board, which asks nobody to order together.
  const newOrder = dashboard.getByRole('button', { name: t('tables.newOrderOf', { number: FIRST_NUMBER + 1 }) })
  await newOrder.click()
  const panel = dashboard.getByRole('complementary', { name: t('dashboard.newOrder.title') })
  const menu = panel.frameLocator('iframe')
  await expect(menu.getByText(t('common.table', { number: FIRST_NUMBER + 1 })).first()).toBeVisible()
  await menu
    .getByRole('button', { name: new RegExp(`^${t('menu.add', { name: '.+' })}$`) })
    .first()
    .click()
  await expect(menu.getByRole('dialog')).toHaveCount(0)
  await expect(dashboard).toHaveURL(/\/dashboard\?tab=tables$/)
  await panel.getByRole('button', { name: t('dashboard.newOrder.back') }).click()
  await expect(panel).toBeHidden()
  await expect(newOrder).toBeFocused()
  await restaurant.asOwner('PATCH', `/api/orders/${waiting.id}`, { status: 'cancelled' })
  await restaurant.asOwner('DELETE', `/api/tables/${otherId}`)
})

test('twelve tables fit a phone, and a tap unfolds the actions of one', async ({ page, context, restaurant }) => {
  const publicAddress = 'https://conac.example'
  await restaurant.asOwner('PATCH', '/api/settings', { publicAddress })
  await signIn(context, restaurant)
  await setLanguage(context, language)
  // Advice that is read once on each device.
  await context.addInitScript(() => localStorage.setItem('masa.screen-advice', 'read'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard?tab=tables')
  const rows = page.getByRole('list', { name: t('tables.list') }).getByRole('listitem')
  await expect(rows.nth(11)).toBeVisible()
  const boxes = await rows.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  )
  expect(boxes[0]?.top).toBeLessThanOrEqual(400)
  expect(boxes[11]?.bottom).toBeLessThanOrEqual(1200)
  await expectAccessible(page, 'the tables on a phone')

  const [first] = await restaurant.query<{ number: number }>('select number from tables order by number limit 1')
  const number = first?.number ?? 0
  await expect(button(page, t('tables.newOrderOf', { number }))).toHaveCount(0)
  await button(page, t('tables.actions', { number })).click()
  await expect(button(page, t('tables.newOrderOf', { number }))).toBeVisible()
  await expect(button(page, t('tables.setOf', { status: t('tables.set.reserved'), number }))).toBeVisible()
  await button(page, t('tables.showCode', { number })).click()
  await expect(page.getByRole('dialog', { name: t('tables.code', { number }) })).toContainText(publicAddress)
  await restaurant.asOwner('PATCH', '/api/settings', { publicAddress: null })
})

test('the codes of every printed layout can be scanned', async ({ page, context, restaurant }) => {
  const restaurantName = 'Hanul Boieresc de la Marginea Pădurii – Restaurant, Pensiune și Cramă Țărănească'
  const { restaurantName: nameBefore, language: languageBefore } = (await (
    await fetch(`${restaurant.url}/api/settings`)
  ).json()) as Record<string, string>
  await restaurant.asOwner('PATCH', '/api/settings', { restaurantName, language })
  await signIn(context, restaurant)
  await setLanguage(context, language)
  // The browser's own print dialog would block the page.
  await context.addInitScript(() => {
    const page = window as unknown as { calls: number }
    page.calls = 0
    window.print = () => void page.calls++
  })
  await page.goto('/dashboard?tab=tables')
  await button(page, t('tables.printAll')).click()
  const dialog = page.getByRole('dialog', { name: t('tables.codes.title') })
  await expectAccessible(page, 'the codes to print', '[role=dialog]')
  const tables = await restaurant.query<{ id: number; number: number }>(
    'select id::int, number from tables order by number',
  )
  const addressesOf = (printed: typeof tables) => printed.map(({ id }) => `${restaurant.url}/menu?table=${id}`).sort()

  /** Prints a layout; takes pictures of all pages, and of at most `maxLabels` labels. */
  const print = async (layout: 'sheet' | 'stickers' | 'tents', maxLabels?: number) => {
    const calls = () => page.evaluate(() => (window as unknown as { calls: number }).calls)
    const callsBefore = await calls()
    await dialog.getByText(t(`tables.codes.layouts.${layout}`), { exact: true }).click()
    await button(page, t('tables.codes.print')).click()
    await expect.poll(calls).toBe(callsBefore + 1)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    await page.emulateMedia({ media: 'print' })
    const papers = page.locator('.printed-page')
    const pictures: Buffer[] = []
    for (const paper of await papers.all()) pictures.push(await paper.screenshot())
    const sizes = await papers.evaluateAll((pages) =>
      pages.flatMap((page) =>
        [...page.querySelectorAll('.printed-label')].map((label) => ({
          text: label.textContent ?? '',
          code: label.querySelector('path')?.getBoundingClientRect().width ?? 0,
          codeWithMargin: label.querySelector('svg')?.getBoundingClientRect().width ?? 0,
          // How far the text reaches into the white margin of the code, in pixels.
          textInMargin: (() => {
            const [code, text] = ['svg', '.printed-words'].map((part) =>
              label.querySelector(part)?.getBoundingClientRect(),
            )
            if (!code || !text) return Number.NaN
            const across = Math.min(code.right, text.right) - Math.max(code.left, text.left)
            const down = Math.min(code.bottom, text.bottom) - Math.max(code.top, text.top)
            return Math.min(across, down)
          })(),
          modules: Number(label.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2]),
          isCut:
            label.scrollWidth > label.clientWidth + 1 ||
            label.scrollHeight > label.clientHeight + 1 ||
            [...label.querySelectorAll('p')].some(
              (p) => p.scrollWidth > p.clientWidth + 1 || p.getBoundingClientRect().width === 0,
            ),
        })),
      ),
    )
    const labels: Buffer[] = []
    const printedLabels = (await page.locator('.printed-label').all()).slice(0, maxLabels)
    for (const label of printedLabels) labels.push(await label.screenshot())
    await page.emulateMedia({ media: null })
    for (const { text, code, codeWithMargin, textInMargin, modules, isCut } of sizes) {
      expect(isCut, text).toBe(false)
      expect(code / CSS_PIXELS_PER_MM, `millimetres of ${text}`).toBeGreaterThanOrEqual(35)
      // The margin is four modules wide on each side, and empty.
      expect(textInMargin, `pixels of text in the margin of ${text}`).toBeLessThanOrEqual(0.5)
      expect(codeWithMargin / code).toBeCloseTo(modules / (modules - 8), 2)
      for (const expectedText of [restaurantName, 'Scan, order together', 'Scanați, comandați împreună']) {
        expect(text).toContain(expectedText)
      }
    }
    return { pages: pdf.match(/\/Type \/Page\b/g)?.length, pictures, sizes, labels }
  }
  /** Reads all codes of each page at once, and each label alone as from farther away. */
  const scanPages = async ({ pictures, labels }: { pictures: Buffer[]; labels: Buffer[] }) => {
    const codes = (await Promise.all(pictures.map(readQrCodes))).flat().sort()
    for (const label of labels) {
      const [code] = await readQrCodes(await simulateDistance(label, 0.6, 1.2))
      expect(codes, 'the code read from a smaller, blurred label').toContain(code)
    }
    return codes
  }

  const sheet = await print('sheet')
  expect([sheet.pages, sheet.pictures.length]).toEqual([Math.ceil(tables.length / 12), Math.ceil(tables.length / 12)])
  expect(await scanPages(sheet)).toEqual(addressesOf(tables))
  // Each label has the number and the code of the same table.
  for (const [i, { id, number }] of tables.entries()) {
    expect(sheet.sizes[i]?.text).toContain(t('common.table', { number }))
    expect(await readQrCodes(sheet.labels[i] as Buffer)).toEqual([`${restaurant.url}/menu?table=${id}`])
  }

  // All labels of a layout are alike: a few are read from farther away.
  const stickers = await print('stickers', 4)
  expect(stickers.pages).toBe(Math.ceil(tables.length / 8))
  expect(await scanPages(stickers)).toEqual(addressesOf(tables))

  // Two tents: each has the code on both sides, one side upside down.
  await dialog.getByRole('button', { name: t('tables.codes.none'), exact: true }).click()
  await button(page, t('tables.codes.print')).click()
  await expect(dialog).toContainText(t('tables.codes.chooseTables'))
  for (const { number } of tables.slice(0, 2)) {
    await dialog.getByRole('checkbox', { name: String(number), exact: true }).click()
  }
  const tents = await print('tents')
  expect([tents.pages, tents.sizes.length]).toEqual([2, 4])
  expect(await scanPages(tents)).toEqual(addressesOf(tables.slice(0, 2)))
  const halves = await Promise.all(
    [0, 1].map(async (half) => {
      const { width, height } = await sharp(tents.pictures[0]).metadata()
      const part = { left: 0, top: half * Math.floor(height / 2), width, height: Math.floor(height / 2) }
      const picture = sharp(tents.pictures[0]).extract(part)
      return readQrCodes(await picture.png().toBuffer())
    }),
  )
  expect(halves).toEqual([addressesOf(tables.slice(0, 1)), addressesOf(tables.slice(0, 1))])
  await restaurant.asOwner('PATCH', '/api/settings', { restaurantName: nameBefore, language: languageBefore })
})
