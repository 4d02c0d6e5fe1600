import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { installPrinter, printedText } from '../support/printer.ts'

test('a receipt is printed from its own window, on one page 80 mm wide', { tag: '@firefox' }, async ({
  dashboard,
  restaurant,
}) => {
  const { id } = await restaurant.placeOrder({ customerName: 'Ștefan Țurcanu', notes: '<b>fără</b> ceapă' })
  // As on some systems, the print dialog does not block the page.
  await dashboard.context().addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await dashboard.goto('/dashboard')
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  const opening = dashboard.waitForEvent('popup')
  await card.getByRole('button', { name: 'Print receipt' }).click()
  const paper = await opening
  await expect(paper.getByText('Client:          Ștefan Țurcanu')).toBeVisible()
  await expect(paper.getByText('Mențiuni: <b>fără</b> ceapă')).toBeVisible()
  await expect(paper.getByText('Nu este bon fiscal')).toBeVisible()
  expect(await paper.title()).toBe(`Receipt #${id}`)
  const tooWide = await paper.evaluate(() =>
    [...document.querySelectorAll('div')]
      .filter((line) => line.scrollWidth > line.clientWidth)
      .map((line) => line.textContent),
  )
  expect(tooWide).toEqual([])
  const pdf = await getDocumentProxy(new Uint8Array(await paper.pdf({ preferCSSPageSize: true })))
  expect(pdf.numPages).toBe(1)
  // 80 mm in points.
  expect((await pdf.getPage(1)).getViewport({ scale: 1 }).width).toBeCloseTo(226.8, 0)
  await pdf.loadingTask.destroy()

  await expect(card).toContainText(/Sent to print: Receipt \d\d:\d\d \(patron\)/)
  // The window may close before it has answered, or be closed already.
  await paper.evaluate(() => window.dispatchEvent(new Event('afterprint'))).catch(() => {})
  await expect.poll(() => paper.isClosed()).toBe(true)
})

test.describe('with two tablets that print automatically', () => {
  // 409: the other tablet has already claimed the ticket.
  test.use({ expectedProblems: /^409 POST .*\/print-claim$/ })

  test('each kitchen ticket is printed once, at its station where there are several', async ({
    dashboard,
    browser,
    restaurant,
  }) => {
    const kitchen = { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }
    await restaurant.asOwner('PATCH', '/api/settings', { stations: [kitchen] })
    const second = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
    await signIn(second, restaurant)
    const other = await second.newPage()
    for (const page of [dashboard, other]) {
      await installPrinter(page.context())
      await page.goto('/dashboard')
      // No order needs to be pending.
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
    }
    const ids: number[] = []
    for (let i = 0; i < 4; i++) ids.push((await restaurant.placeOrder({})).id)
    for (const id of ids) {
      const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
      await expect(card).toContainText(/Sent to print: Kitchen ticket \d\d:\d\d \(patron\)/)
    }
    const paper = (await printedText(dashboard)) + (await printedText(other))
    expect(ids.map((id) => paper.split(`#${id} `).length - 1)).toEqual([1, 1, 1, 1])

    // Then the restaurant gets a bar, whose tickets the second tablet prints, and the first those of the kitchen.
    const changed = await restaurant.asOwner('PATCH', '/api/settings', { stations: [kitchen, { name: 'Bar' }] })
    const bar = ((await changed.json()) as Settings).stations?.[1]
    const [dish] = restaurant.menu
    const drink = restaurant.menu.find(({ category }) => category !== dish?.category)
    if (!dish || !drink) throw new Error('the menu has only one category')
    const categories = (await (await restaurant.asOwner('GET', '/api/menu/categories')).json()) as MenuCategory[]
    const drinks = categories.find(({ name }) => name === drink.category)
    await restaurant.asOwner('PATCH', `/api/menu/categories/${drinks?.id}`, { stationId: bar?.id })
    for (const [page, notPrinted] of [
      [dashboard, 'Bar'],
      [other, 'Kitchen'],
    ] as const) {
      await page.getByRole('button', { name: 'Printer', exact: true }).click()
      await page.getByRole('checkbox', { name: notPrinted }).uncheck()
      await page.keyboard.press('Escape')
    }
    const { id } = await restaurant.placeOrder({
      items: [dish, drink].map((item) => ({ menuItemId: item.id, quantity: 1 })),
      total: dish.price + drink.price,
    })
    const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
    await expect(card).toContainText(/Kitchen ticket · Kitchen \d\d:\d\d/)
    await expect(card).toContainText(/Kitchen ticket · Bar \d\d:\d\d/)
    const ticketOf = async (page: Page) => (await printedText(page)).split('\n').slice(-12).join('\n')
    expect(await ticketOf(dashboard)).toMatch(new RegExp(`KITCHEN\n[^]*#${id} [^]*1 x `))
    expect(await ticketOf(other)).toMatch(new RegExp(`BAR\n[^]*#${id} [^]*1 x `))
    await restaurant.asOwner('PATCH', '/api/settings', { stations: [kitchen] })
    await second.close()
  })
})
