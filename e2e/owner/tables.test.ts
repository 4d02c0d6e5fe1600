import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGES } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { decode, fromAfar } from '../support/codes.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { join, tableTest as test } from '../support/shared-table.ts'
import { words } from '../support/words.ts'

// As sharp as a camera near the paper sees it.
test.use({
  viewport: { width: 1180, height: 820 },
  deviceScaleFactor: 2,
  expected: /409 (POST|DELETE) .*\/api\/tables/,
})

const NUMBERS = { en: 140, ro: 150 }
const CSS_PIXELS_PER_MM = 96 / 25.4

for (const language of LANGUAGES) {
  const t = words(language)
  const first = NUMBERS[language]
  const card = (page: Page, number: number) =>
    page.getByRole('listitem', { name: t('common.table', { number }), exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test(`tables are added, changed, reserved, freed, emptied and deleted (${language})`, async ({
    page: board,
    context,
    phones,
    restaurant,
  }) => {
    test.slow()
    await signIn(context, restaurant)
    await speak(context, language)
    await board.goto('/dashboard?tab=tables')
    const form = board.getByRole('form', { name: t('tables.add') })
    const [number, capacity] = [form.getByLabel(t('tables.number')), form.getByLabel(t('tables.capacity'))]
    const add = form.getByRole('button')
    await expect(board.getByRole('note')).toContainText('127.0.0.1')
    const items = board.getByRole('list', { name: t('tables.list') }).getByRole('listitem')
    const tops = await items.evaluateAll((cards) => cards.slice(0, 3).map((card) => card.getBoundingClientRect().top))
    expect(new Set(tops).size, 'three cards in a row on a tablet').toBe(1)

    // Slips first.
    await number.fill('')
    await add.click()
    await expect(form).toContainText(language === 'en' ? 'Please fill in all fields' : 'Completați toate câmpurile')
    await number.fill('0')
    await capacity.fill('0')
    await add.click()
    await expect(form).toContainText(t('validation.tableNumber'))
    await expect(form).toContainText(t('validation.tableCapacity'))
    await expect(number).toBeFocused()
    await number.fill('1')
    await capacity.fill('6')
    await add.click()
    await expect(form).toContainText(language === 'en' ? 'Table number already exists' : 'Numărul mesei există deja')
    await expectAccessible(board, 'the tables, with a refusal')

    await number.fill(String(first))
    await add.click()
    await expect(card(board, first)).toContainText(t('tables.seats', { count: 6 }))
    await expect(number).toBeFocused()
    await expect(number).toHaveValue(String(first + 1))
    await board.keyboard.press('Enter')
    await expect(card(board, first + 1)).toBeVisible()
    const idOf = async (ofNumber: number) =>
      (await restaurant.query<{ id: number }>('select id::int from tables where number = $1', [ofNumber]))[0]?.id ?? 0
    const [id, otherId] = [await idOf(first), await idOf(first + 1)]
    expect(id).not.toBe(first)

    // On the screen, also in the dark, and in the two files.
    const leadsTo = [`${restaurant.url}/menu?table=${id}`]
    await board.emulateMedia({ colorScheme: 'dark' })
    const code = card(board, first).getByRole('img', { name: t('tables.code', { number: first }) })
    // Its card may only just have come into view.
    await expect.poll(async () => decode(await code.locator('..').screenshot())).toEqual(leadsTo)
    await board.emulateMedia({ colorScheme: null })
    for (const kind of ['svg', 'png'] as const) {
      await button(board, t('tables.download', { number: first })).click()
      const saving = board.waitForEvent('download')
      await board.getByRole('menuitem', { name: t(`tables.file.${kind}`) }).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe(`${t('tables.fileName', { number: first })}.${kind}`)
      const picture = sharp(await readFile(await file.path()))
      expect((await picture.metadata()).width).toBeGreaterThanOrEqual(1024)
      expect(await decode(await picture.png().toBuffer())).toEqual(leadsTo)
    }

    await button(board, t('tables.setOf', { status: t('tables.set.reserved'), number: first })).click()
    await expect(card(board, first).getByText(t('tables.status.reserved')).first()).toBeVisible()
    await expect(button(board, t('tables.setOf', { status: t('tables.set.reserved'), number: first }))).toBeDisabled()
    await button(board, t('tables.edit', { number: first })).click()
    const editing = board.getByRole('dialog', { name: t('tables.editTitle', { number: first }) })
    await editing.getByLabel(t('tables.number')).fill(String(first + 5))
    await expectAccessible(board, 'a table', '[role=dialog]')
    await editing.getByRole('button', { name: t('tables.save') }).click()
    await expect(editing).toBeHidden()
    await expect(card(board, first + 5)).toContainText(t('tables.status.reserved'))

    // Guests come, and one of their orders is served: the card tells it by itself.
    const phone = await phones.at({ id, number: first + 5 }, language)
    await join(phone, 'Ana', language)
    await expect(card(board, first + 5)).toContainText(t('tables.sharedCart', { names: 'Ana' }))
    await expect(card(board, first + 5)).toContainText(/(90|89) min/)
    const served = await restaurant.order({ tableId: id, diningOption: 'dine-in' })
    await restaurant.asOwner('PATCH', `/api/orders/${served.id}`, { status: 'delivered' })
    const waiting = await restaurant.order({ tableId: id, diningOption: 'dine-in' })
    await expect(card(board, first + 5)).toContainText(t('tables.orders', { count: 2, total: '' }).trim())

    // Freeing asks, and names what ends.
    await button(board, t('tables.setOf', { status: t('tables.set.available'), number: first + 5 })).click()
    const freeing = board.getByRole('alertdialog', { name: t('tables.freeTitle', { number: first + 5 }) })
    await expect(freeing).toContainText(t('tables.free.delivered', { count: 1 }))
    await expect(freeing).toContainText(t('tables.free.open', { count: 1 }))
    await expectAccessible(board, 'freeing a table', '[role=alertdialog]')
    await freeing.getByRole('button', { name: t('tables.freeConfirm') }).click()
    await expect(freeing).toBeHidden()
    await expect(card(board, first + 5)).not.toContainText('Ana')
    const statuses = 'select id::int, status from orders where id = any($1) order by id'
    expect(await restaurant.query(statuses, [[served.id, waiting.id]])).toEqual([
      { id: served.id, status: 'completed' },
      { id: waiting.id, status: 'pending' },
    ])

    // What still waits goes to the other table; then nothing keeps this one.
    await button(board, t('tables.move', { number: first + 5 })).click()
    const moving = board.getByRole('dialog', { name: t('tables.moving.title', { number: first + 5 }) })
    await moving.getByRole('combobox').click()
    await board.getByRole('option', { name: new RegExp(`^${t('common.table', { number: first + 1 })}`) }).click()
    await expectAccessible(board, 'a move', '[role=dialog]')
    await moving.getByRole('button', { name: t('tables.moving.confirmTo', { number: first + 1 }) }).click()
    await expect(moving).toBeHidden()
    await expect(card(board, first + 1)).toContainText(t('tables.orders', { count: 1, total: '' }).trim())
    await expect(card(board, first + 1)).toContainText(t('tables.status.occupied'))
    expect(await restaurant.query('select table_id::int as id from orders where id = $1', [waiting.id])).toEqual([
      { id: otherId },
    ])
    const deleting = async (ofNumber: number) => {
      await button(board, t('tables.more', { number: ofNumber })).click()
      await board.getByRole('menuitem', { name: t('tables.delete') }).click()
      const asked = board.getByRole('alertdialog', { name: t('tables.deleteTitle', { number: ofNumber }) })
      await asked.getByRole('button', { name: t('tables.deleteConfirm') }).click()
      return asked
    }
    const refused = await deleting(first + 1)
    await expect(board.getByText(t('errors.table_in_use'), { exact: true })).toBeVisible()
    await refused.getByRole('button', { name: t('common.cancel') }).click()
    await expect(await deleting(first + 5)).toBeHidden()
    await expect(card(board, first + 5)).toHaveCount(0)
    await expect(number).toBeFocused()

    // A second round for the other one.
    await board.getByRole('link', { name: t('tables.newOrderOf', { number: first + 1 }) }).click()
    await expect(board).toHaveURL(new RegExp(`/menu\\?table=${otherId}$`))
    await restaurant.asOwner('PATCH', `/api/orders/${waiting.id}`, { status: 'cancelled' })
    await restaurant.asOwner('DELETE', `/api/tables/${otherId}`)
  })

  test(`printed codes are read from each layout (${language})`, async ({ page, context, restaurant }) => {
    test.slow()
    const restaurantName = 'Hanul Boieresc de la Marginea Pădurii – Restaurant, Pensiune și Cramă Țărănească'
    await restaurant.asOwner('PATCH', '/api/settings', { restaurantName, language })
    await signIn(context, restaurant)
    await speak(context, language)
    // The browser's own dialog would stand in the way.
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
    const leadTo = (of: typeof tables) => of.map(({ id }) => `${restaurant.url}/menu?table=${id}`).sort()

    const print = async (layout: 'sheet' | 'stickers' | 'tents') => {
      const calls = () => page.evaluate(() => (window as unknown as { calls: number }).calls)
      const before = await calls()
      await dialog.getByText(t(`tables.codes.layouts.${layout}`), { exact: true }).click()
      await button(page, t('tables.codes.print')).click()
      await expect.poll(calls).toBe(before + 1)
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
            withQuiet: label.querySelector('svg')?.getBoundingClientRect().width ?? 0,
            // As much of the words as stands in the white around the code.
            inQuiet: (() => {
              const [code, words] = ['svg', '.printed-words'].map((part) =>
                label.querySelector(part)?.getBoundingClientRect(),
              )
              if (!code || !words) return Number.NaN
              const across = Math.min(code.right, words.right) - Math.max(code.left, words.left)
              const down = Math.min(code.bottom, words.bottom) - Math.max(code.top, words.top)
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
      for (const label of await page.locator('.printed-label').all()) labels.push(await label.screenshot())
      await page.emulateMedia({ media: null })
      for (const { text, code, withQuiet, inQuiet, modules, isCut } of sizes) {
        expect(isCut, text).toBe(false)
        expect(code / CSS_PIXELS_PER_MM, `millimetres of ${text}`).toBeGreaterThanOrEqual(35)
        // Four modules at each side, and nothing in them.
        expect(inQuiet, `pixels of words in the white around ${text}`).toBeLessThanOrEqual(0.5)
        expect(withQuiet / code).toBeCloseTo(modules / (modules - 8), 2)
        for (const said of [restaurantName, 'Scan, order together', 'Scanați, comandați împreună']) {
          expect(text).toContain(said)
        }
      }
      return { pages: pdf.match(/\/Type \/Page\b/g)?.length, pictures, sizes, labels }
    }
    /** All codes at once, and each alone from farther away. */
    const read = async ({ pictures, labels }: { pictures: Buffer[]; labels: Buffer[] }) => {
      const codes = (await Promise.all(pictures.map(decode))).flat().sort()
      const afar: string[] = []
      for (const label of labels) afar.push(...(await decode(await fromAfar(label, 0.6, 1.2))))
      expect([...new Set(afar)].sort(), 'smaller and blurred').toEqual(codes)
      return codes
    }

    const sheet = await print('sheet')
    expect([sheet.pages, sheet.pictures.length]).toEqual([Math.ceil(tables.length / 12), Math.ceil(tables.length / 12)])
    expect(await read(sheet)).toEqual(leadTo(tables))
    // Each number stands at its own code.
    for (const [i, { id, number }] of tables.entries()) {
      expect(sheet.sizes[i]?.text).toContain(t('common.table', { number }))
      expect(await decode(sheet.labels[i] as Buffer)).toEqual([`${restaurant.url}/menu?table=${id}`])
    }

    const stickers = await print('stickers')
    expect(stickers.pages).toBe(Math.ceil(tables.length / 8))
    expect(await read(stickers)).toEqual(leadTo(tables))

    // Two tents: each with both sides, one of them on its head.
    await dialog.getByRole('button', { name: t('tables.codes.none'), exact: true }).click()
    await button(page, t('tables.codes.print')).click()
    await expect(dialog).toContainText(t('tables.codes.chooseTables'))
    for (const { number } of tables.slice(0, 2)) {
      await dialog.getByRole('checkbox', { name: String(number), exact: true }).click()
    }
    const tents = await print('tents')
    expect([tents.pages, tents.sizes.length]).toEqual([2, 4])
    expect(await read(tents)).toEqual(leadTo(tables.slice(0, 2)))
    const halves = await Promise.all(
      [0, 1].map(async (half) => {
        const { width, height } = await sharp(tents.pictures[0]).metadata()
        const part = { left: 0, top: half * Math.floor(height / 2), width, height: Math.floor(height / 2) }
        const picture = sharp(tents.pictures[0]).extract(part)
        return decode(await picture.png().toBuffer())
      }),
    )
    expect(halves).toEqual([leadTo(tables.slice(0, 1)), leadTo(tables.slice(0, 1))])
  })
}
