import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, rings, test } from '../support/fixtures.ts'

/** The orders of the period, as the figures have them. */
const orderCount = async (page: Page) => {
  const said = page
    .getByRole('region', { name: 'Figures', exact: true })
    .locator('dt', { hasText: /^Orders$/ })
    .locator('+ dd')
  return (await said.textContent()) ?? ''
}

test('reports: from the figures to a period, its table and its file, while new orders ring', async ({
  board,
  restaurant,
}) => {
  test.slow()
  await restaurant.order()
  await board.goto('/dashboard?tab=orders&view=preparing')
  await expect(board.getByText('Live', { exact: true })).toBeVisible()
  // What draws charts comes with them alone.
  const loaded: string[] = []
  board.on('request', (request) => loaded.push(request.url()))
  await board.getByRole('link', { name: /^Total orders/ }).click()
  await expect(board).toHaveURL(/\/dashboard\?tab=orders&view=reports$/)
  await expect(board.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused()
  await expect(board).toHaveTitle(/^Reports · /)
  await expect(board.getByRole('region', { name: 'Figures', exact: true })).toBeVisible()
  expect(loaded.filter((url) => url.includes('/reports-view-'))).toHaveLength(1)
  await expectAccessible(board, 'reports')

  // The period is in the address, and stays over a reload.
  await board.getByText('Today', { exact: true }).click()
  await expect(board).toHaveURL(/\/dashboard\?tab=orders&view=reports&period=today$/)
  await board.reload()
  await expect(board.getByRole('radio', { name: 'Today' })).toBeChecked()
  await expect(board.getByText('This period is still under way; the one before it is whole.')).toBeVisible()
  const orders = Number((await orderCount(board)).replace(',', ''))
  expect(orders).toBeGreaterThan(0)

  // A new order rings; the figures wait until somebody asks.
  const before = (await rings(board)).length
  await restaurant.order({ customerName: 'Rings Meanwhile' })
  await expect.poll(async () => (await rings(board)).length).toBeGreaterThan(before)
  expect(await orderCount(board)).toBe(orders.toLocaleString('en-GB'))
  await board.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => orderCount(board)).toBe((orders + 1).toLocaleString('en-GB'))

  const days = board.getByRole('region', { name: 'By business day', exact: true })
  await expect(days.getByRole('img', { name: /^Revenue, .* highest .* LEI\.$/ })).toBeVisible()
  await days.getByRole('button', { name: /^Show as table/ }).click()
  const row = days.getByRole('table', { name: 'By business day' }).getByRole('row').nth(1)
  await expect(row.getByRole('cell').first()).toHaveText((orders + 1).toLocaleString('en-GB'))
  await expectAccessible(board, 'a table of the reports')

  const [download] = await Promise.all([
    board.waitForEvent('download'),
    days.getByRole('link', { name: /^Download CSV/ }).click(),
  ])
  const [head = '', first = ''] = (await readFile(await download.path(), 'utf8')).split(/\r?\n/)
  expect(head.replace('\uFEFF', '')).toBe(
    'Currency,Day,Orders,Revenue,Day (period before),Orders (period before),Revenue (period before)',
  )
  expect(first).toMatch(new RegExp(`^lei,\\d{4}-\\d\\d-\\d\\d,${orders + 1},\\d+\\.\\d\\d,`))

  // Dates of one's own, after a slip.
  await board.getByText('Own dates', { exact: true }).click()
  await board.getByLabel('From', { exact: true }).fill('2026-01-31')
  await board.getByLabel('To', { exact: true }).fill('2026-01-01')
  await board.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(board.getByText('The first day must be before the last one, or the same')).toBeVisible()
  await board.getByLabel('To', { exact: true }).fill('2026-01-31')
  await board.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(board).toHaveURL(/&from=2026-01-31&to=2026-01-31$/)

  // Back to the very sub-tab, with the focus on the tabs.
  await board.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(board).toHaveURL(/\/dashboard\?tab=orders&view=preparing$/)
  await expect(board.getByRole('tab', { name: 'Orders', exact: true })).toBeFocused()
  await expect(board.getByRole('tab', { name: /^Preparing/ })).toHaveAttribute('aria-selected', 'true')
  await board.getByRole('tab', { name: /^Pending/ }).click()
  await expect(board.getByText('Rings Meanwhile')).toBeVisible()
})
