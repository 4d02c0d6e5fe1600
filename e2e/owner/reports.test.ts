import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, soundPlays, test } from '../support/fixtures.ts'

/** The number of orders in the period, as the page shows it. */
const orderCount = async (page: Page) => {
  const figure = page
    .getByRole('region', { name: 'Figures', exact: true })
    .locator('dt', { hasText: /^Orders$/ })
    .locator('+ dd')
  return (await figure.textContent()) ?? ''
}

test('an owner opens the reports, chooses a period and downloads it as CSV, while the sound of new orders still plays', async ({
  dashboard,
  restaurant,
}) => {
  await restaurant.placeOrder()
  await dashboard.goto('/dashboard?tab=orders&list=preparing')
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
  // Their code is loaded only with the reports.
  const requestedUrls: string[] = []
  dashboard.on('request', (request) => requestedUrls.push(request.url()))
  await dashboard.getByRole('link', { name: /^Total orders/ }).click()
  await expect(dashboard).toHaveURL(/\/dashboard\?tab=orders&list=preparing&view=reports$/)
  await expect(dashboard.getByRole('heading', { name: 'Reports', exact: true })).toBeFocused()
  await expect(dashboard).toHaveTitle(/^Reports · /)
  await expect(dashboard.getByRole('region', { name: 'Figures', exact: true })).toBeVisible()
  expect(requestedUrls.filter((url) => url.includes('/static/reports-'))).toHaveLength(1)
  await expectAccessible(dashboard, 'reports')

  // The period is in the address and survives a reload.
  const period = dashboard.getByRole('combobox', { name: 'Period' })
  await period.click()
  await dashboard.getByRole('option', { name: 'Today' }).click()
  await expect(dashboard).toHaveURL(/\/dashboard\?tab=orders&list=preparing&view=reports&period=today$/)
  await dashboard.reload()
  await expect(period).toHaveText('Today')
  await expect(dashboard.getByText('This period is not over yet; the one before it is complete.')).toBeVisible()
  const orders = Number((await orderCount(dashboard)).replace(',', ''))
  expect(orders).toBeGreaterThan(0)

  // A new order plays the sound; the figures change on refresh.
  const playsBefore = (await soundPlays(dashboard)).length
  await restaurant.placeOrder({ customerName: 'Rings Meanwhile' })
  await expect.poll(async () => (await soundPlays(dashboard)).length).toBeGreaterThan(playsBefore)
  await dashboard.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => orderCount(dashboard)).toBe((orders + 1).toLocaleString('en-GB'))

  const days = dashboard.getByRole('region', { name: 'By business day', exact: true })
  const row = days.getByRole('table', { name: 'By business day' }).getByRole('row').nth(1)
  await expect(row.getByRole('cell').last()).toContainText((orders + 1).toLocaleString('en-GB'))
  const [download] = await Promise.all([
    dashboard.waitForEvent('download'),
    days.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('\nlei,')

  // The link back leads to the same sub-tab, and focuses the tabs.
  await dashboard.getByRole('link', { name: 'Back to the board' }).click()
  await expect(dashboard).toHaveURL(/\/dashboard\?tab=orders&list=preparing$/)
  await expect(dashboard.getByRole('tab', { name: 'Orders', exact: true })).toBeFocused()
  await expect(dashboard.getByRole('tab', { name: /^Preparing/ })).toHaveAttribute('aria-selected', 'true')
  await dashboard.getByRole('tab', { name: /^Pending/ }).click()
  await expect(dashboard.getByText('Rings Meanwhile')).toBeVisible()
})
