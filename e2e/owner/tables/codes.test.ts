import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expectAccessible } from '../../support/axe.ts'
import { expect, test } from '../../support/fixtures.ts'
import { readQrCodes, simulateDistance } from '../../support/qr-codes.ts'
import { createTable } from '../../support/shared-session.ts'
import { button, choose, language, openTablesTab, t } from '../../support/tables-tab.ts'

// The codes are read from screenshots, at the resolution with which a camera near the paper sees them.
test.use({ viewport: { width: 1180, height: 820 }, deviceScaleFactor: 2 })

const CSS_PIXELS_PER_MM = 96 / 25.4

/** Used by no other test. */
const NUMBER = 151

test('the code of a table can be read on the screen in both themes, and from its files', async ({
  page: dashboard,
  restaurant,
}) => {
  const { id } = await createTable(restaurant, NUMBER)
  // Its id, not its number, is in the code.
  expect(id).not.toBe(NUMBER)
  await openTablesTab(dashboard, restaurant)
  await expect(dashboard.getByRole('note')).toContainText('127.0.0.1')
  const address = [`${restaurant.url}/menu?table=${id}`]
  await dashboard.emulateMedia({ colorScheme: 'dark' })
  const code = dashboard.getByRole('img', { name: t('tables.code', { number: NUMBER }), exact: true })
  await expect.poll(async () => readQrCodes(await code.locator('..').screenshot())).toEqual(address)
  await choose(dashboard, NUMBER, t('tables.saveCode'))
  await expect(dashboard.getByRole('dialog')).toContainText(address[0] ?? '')
  await expectAccessible(dashboard, 'the code of a table', '[role=dialog]')
  await dashboard.emulateMedia({ colorScheme: null })
  for (const kind of ['svg', 'png'] as const) {
    const saving = dashboard.waitForEvent('download')
    await button(dashboard, t(`tables.file.${kind}`)).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`${t('tables.fileName', { number: NUMBER })}.${kind}`)
    const picture = sharp(await readFile(await file.path()))
    expect((await picture.metadata()).width).toBeGreaterThanOrEqual(1024)
    expect(await readQrCodes(await picture.png().toBuffer())).toEqual(address)
  }
  await dashboard
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await expect(dashboard.getByRole('dialog')).toBeHidden()
  await restaurant.asOwner('DELETE', `/api/tables/${id}`)
})

test('the printed codes can be scanned', async ({ page, context, restaurant }) => {
  const restaurantName = 'Hanul Boieresc de la Marginea Pădurii – Restaurant, Pensiune și Cramă Țărănească'
  const { restaurantName: nameBefore, language: languageBefore } = (await (
    await fetch(`${restaurant.url}/api/settings`)
  ).json()) as Record<string, string>
  await restaurant.asOwner('PATCH', '/api/settings', { restaurantName, language })
  // The browser's own print dialog would block the page.
  await context.addInitScript(() => {
    const page = window as unknown as { calls: number }
    page.calls = 0
    window.print = () => void page.calls++
  })
  await openTablesTab(page, restaurant)
  await button(page, t('tables.printAll')).click()
  await expectAccessible(page, 'the codes to print', '[role=dialog]')
  const tables = await restaurant.query<{ id: number; number: number }>(
    'select id::int, number from tables order by number',
  )
  const addressesOf = (printed: typeof tables) => printed.map(({ id }) => `${restaurant.url}/menu?table=${id}`).sort()

  /** Prints, and takes pictures of all pages and labels. */
  const print = async () => {
    const calls = () => page.evaluate(() => (window as unknown as { calls: number }).calls)
    const callsBefore = await calls()
    await button(page, t('tables.codes.printAnyway')).click()
    await expect.poll(calls).toBe(callsBefore + 1)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    await page.emulateMedia({ media: 'print' })
    const papers = page.locator('.printed-codes .printed-page')
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
    for (const label of await page.locator('.printed-codes .printed-label').all()) labels.push(await label.screenshot())
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

  const sheet = await print()
  expect([sheet.pages, sheet.pictures.length]).toEqual([Math.ceil(tables.length / 12), Math.ceil(tables.length / 12)])
  expect(await scanPages(sheet)).toEqual(addressesOf(tables))
  // Each label has the number and the code of the same table.
  for (const [i, { id, number }] of tables.entries()) {
    expect(sheet.sizes[i]?.text).toContain(t('common.table', { number }))
    expect(await readQrCodes(sheet.labels[i] as Buffer)).toEqual([`${restaurant.url}/menu?table=${id}`])
  }

  await restaurant.asOwner('PATCH', '/api/settings', { restaurantName: nameBefore, language: languageBefore })
})
