import { formatMoney } from '#shared/domain/money.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { neverIdle } from '../support/scripts.ts'
import { serveWithoutSsr } from '../support/serving.ts'
import { closeSuccess, tableBadge } from '../support/steps.ts'

test('a waiter orders for a table by its link, which shows the number and sends the id', {
  tag: ['@daily', '@chromium'],
}, async ({ page, dashboard, restaurant }) => {
  const [table] = await restaurant.query<{ id: number; number: number }>(
    'select id::int, number from tables where number = 7',
  )
  if (!table) throw new Error('no table')
  expect(table.id).not.toBe(table.number)
  const dish = restaurant.menu[5]
  await page.goto(`/order?table=${table.id}`)
  await expect(page).toHaveURL(new RegExp(`/menu\\?table=${table.id}$`))
  // A waiter does not join a session; the dialog opens once per visit.
  await page.getByRole('button', { name: 'Order on my own' }).click()
  await expect(tableBadge(page)).toHaveText('Table 7')
  await expect(page.getByText('waiter mode')).toBeVisible()
  await page.getByRole('button', { name: `Add ${dish?.name} to the cart` }).click()
  await page.getByRole('button', { name: /^View cart/ }).click()
  await expect(page.getByRole('heading', { name: 'Shared cart for table 7' })).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  const form = page.getByRole('dialog', { name: 'Order for table 7' })
  await expect(form.getByLabel('Name')).toHaveCount(0)
  await form.getByLabel(/Notes/).fill('La fereastră')
  await form.getByRole('button', { name: new RegExp(`· ${formatMoney(dish?.price ?? 0, 'lei')}`) }).click()
  await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
  const rows = await restaurant.query<{ id: number }>(
    'select id::int, customer_name, phone_number, dining_option, table_number, status, notes from orders where table_id = $1 and notes = $2',
    [table.id, 'La fereastră'],
  )
  expect(rows).toEqual([
    {
      id: rows[0]?.id,
      customer_name: 'Table 7',
      phone_number: '0000000000',
      dining_option: 'dine-in',
      table_number: 7,
      status: 'pending',
      notes: 'La fereastră',
    },
  ])
  expect(await restaurant.query('select status from tables where id = $1', [table.id])).toEqual([
    { status: 'occupied' },
  ])

  await dashboard.goto('/dashboard')
  const card = dashboard.getByRole('article', { name: `Order #${rows[0]?.id}`, exact: true })
  await expect(card).toContainText('Table 7')
  await expect(card).toContainText('La fereastră')
  await expect(card).not.toContainText('0000000000')

  // After the success dialog the table in the address is selected again.
  await closeSuccess(page.getByRole('dialog', { name: 'Thank you, your order is in!' }), translator('en'))
  await expect(tableBadge(page)).toBeVisible()
  await page.getByRole('button', { name: 'Leave the table' }).click()
  await expect(tableBadge(page)).toBeHidden()
})

test('at a table the dialog to join its cart does not wait until the page is idle', async ({ page }) => {
  await neverIdle(page)
  await page.goto('/menu?table=1')
  await expect(page.getByRole('dialog', { name: /^Order together at table/ })).toBeVisible()
})

test('a table in the address causes no layout shift, however late the tables are loaded', async ({
  page,
  restaurant,
}) => {
  const [table] = await restaurant.query<{ id: number; number: number }>('select id::int, number from tables limit 1')
  let release = () => {}
  let released = Promise.resolve()
  await serveWithoutSsr(page)
  await page.route('**/api/tables', async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(() => {
    const recorded = window as unknown as { shifts: number }
    recorded.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) recorded.shifts += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shifts = () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
  // By this document, in their order: the one before it may still send requests while the next is on its way.
  const requests = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  for (const [search, message] of [
    ['?table=99999', 'No such table.'],
    [`?table=${table?.id}`, `Table ${table?.number}`],
    // Without a table in the address, the tab uses the one that it has stored.
    ['', `Table ${table?.number}`],
  ] as const) {
    released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.goto(`/menu${search}`)
    await expect(page.getByRole('button', { name: /^Add / }).first()).toBeVisible()
    await expect(page.getByRole('banner').getByText(message)).toBeHidden()
    release()
    await expect(page.getByRole('banner').getByText(message)).toBeVisible()
    await page.waitForTimeout(500)
    expect(await shifts(), search).toBeLessThan(0.005)
    await expect.poll(requests).toContain('/api/menu/categories')
    const paths = await requests()
    expect(paths.filter((path) => path === '/api/tables')).toHaveLength(1)
    // The tables are requested before the page renders, which then requests the categories.
    expect(paths.indexOf('/api/tables'), search).toBeLessThan(paths.indexOf('/api/menu/categories'))
  }
})
