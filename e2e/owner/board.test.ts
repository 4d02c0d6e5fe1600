import type { Response } from '@playwright/test'
import { formatMoney } from '#shared/domain/money.ts'
import { DASHBOARD_SCRIPT, FIRST_ORDERS_BYTES } from '../../bench/budgets/budgets.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { bytesOf, neverIdle, scriptsOf } from '../support/scripts.ts'
import { stylesComputed } from '../support/styles.ts'

test('the board shows an order’s details, and changes its status up to completed, then to cancelled', {
  tag: ['@daily', '@translated'],
}, async ({ dashboard, restaurant }) => {
  const { id, total } = await restaurant.placeOrder({
    customerName: 'Irina Board',
    email: 'irina@example.com',
    notes: 'la geam',
  })
  await dashboard.goto('/dashboard')
  for (const tab of ['Orders', 'Customers', 'Menu', 'Tables', 'Events', 'Promotions']) {
    await expect(dashboard.getByRole('tab', { name: tab })).toBeVisible()
  }
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  for (const text of [
    `#${id}`,
    'Irina Board',
    'Takeaway',
    'Pending',
    'irina@example.com',
    'la geam',
    formatMoney(total, 'lei'),
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(card.locator('time')).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/)
  await expect(card).toContainText('+40 722 000 111')
  // A text message to the customer, with the order in it.
  const message = await card.getByRole('link', { name: 'Contact customer' }).getAttribute('href')
  expect(message).toMatch(/^sms:\+40722000111\?&body=/)
  const summary = decodeURIComponent(message?.split('body=')[1] ?? '')
  expect(summary).toContain(`La Conac, order #${id}: Pending\n1× ${restaurant.menu[0]?.name}\n`)
  expect(summary).toContain(`Total: ${formatMoney(total, 'lei')}`)
  await expectAccessible(dashboard, 'board')

  await card.getByRole('button', { name: 'Mark seen' }).click()
  await expect(card.getByRole('button', { name: 'Mark seen' })).toBeHidden()

  const setStatus = async (status: string) => {
    await card.getByRole('combobox').click()
    await dashboard.getByRole('option', { name: status }).click()
  }
  await card.getByRole('combobox').click()
  await expect(dashboard.getByRole('option')).toHaveText(['Pending', 'Preparing', 'Ready', 'Delivered', 'Cancelled'])
  await dashboard.getByRole('option', { name: 'Preparing' }).click()
  await expect(card).toBeHidden()
  await expect(dashboard.getByText('Order Updated', { exact: true }).first()).toBeVisible()
  await dashboard.getByRole('tab', { name: /^Preparing/ }).click()
  await expect(card).toBeVisible()
  await setStatus('Delivered')
  await dashboard.getByRole('tab', { name: /^Delivered/ }).click()
  await card.getByRole('button', { name: 'Complete' }).click()
  await dashboard.getByRole('tab', { name: /^Completed/ }).click()
  await expect(card).toBeVisible()
  await setStatus('Cancelled')
  await dashboard.getByRole('button', { name: 'Keep order' }).click()
  await expect(card).toBeVisible()
  await setStatus('Cancelled')
  await dashboard.getByRole('button', { name: 'Cancel order' }).click()
  await dashboard.getByRole('tab', { name: /^Cancelled/ }).click()
  await expect(card).toContainText('Cancelled')
  // The board shows a change before the server has it.
  await expect
    .poll(() => restaurant.query('select status from order_status_changes where order_id = $1 order by id', [id]))
    .toEqual(['pending', 'preparing', 'delivered', 'completed', 'cancelled'].map((status) => ({ status })))
})

for (const [width, height] of [
  [390, 844],
  [640, 900],
  [820, 1180],
  [1024, 768],
  [1280, 800],
] as const) {
  test(`at ${width} px the header is one line, all of it in sight, and the first order begins high up`, async ({
    dashboard,
    restaurant,
  }) => {
    // Nothing special is on, whatever earlier tests have left.
    await restaurant.query(`update orders set status = 'completed' where status <> 'cancelled'`)
    await restaurant.query('update table_calls set ended_at = now() where ended_at is null')
    await restaurant.placeOrder()
    await dashboard.addInitScript(() => {
      localStorage.setItem('masa.sound', 'off')
      localStorage.setItem('masa.screen-advice', 'read')
    })
    await dashboard.setViewportSize({ width, height })
    await dashboard.goto('/dashboard')
    const header = dashboard.getByRole('banner')
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(/^La Conac\s?· Dashboard$/)
    const parts = [
      header.getByRole('status'),
      ...['Sound for new orders', 'Settings', 'Log out', 'More'].map((name) => header.getByRole('button', { name })),
      ...(width < 640 ? [] : [/^Printer/, 'Pause orders']).map((name) => header.getByRole('button', { name })),
    ]
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(53)
    const figures = dashboard.getByRole('list', { name: 'Key figures' }).getByRole('link')
    await expect(figures).toHaveText([/^Total orders/, /^Total customers/, /^Average order value/, /^VIP customers/])
    await expect(figures.first()).toBeInViewport({ ratio: 1 })
    for (const figure of await figures.all()) {
      if (width < 640) await figure.scrollIntoViewIfNeeded()
      await expect(figure).toBeInViewport({ ratio: 1 })
    }
    const tabs = dashboard.getByRole('tablist', { name: 'Orders by status' }).getByRole('tab')
    await expect(tabs).toHaveCount(7)
    const first = await dashboard.getByRole('article').first().boundingBox()
    expect(first?.y).toBeLessThanOrEqual(width < 768 ? 230 : 200)
    await tabs.last().click()
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true')
  })
}

test('a small tablet shows two rows of orders, each with a badge in the colour of its status', async ({
  dashboard,
  restaurant,
}) => {
  for (let n = 0; n < 4; n++) await restaurant.placeOrder({ customerName: `Row ${n}` })
  const { id } = await restaurant.placeOrder()
  await dashboard.setViewportSize({ width: 1024, height: 768 })
  await dashboard.goto('/dashboard')
  await dashboard.getByRole('tab', { name: /^All/ }).click()
  // A small tablet shows two rows of cards.
  const tops = () =>
    dashboard
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top).filter((top) => top < 768))
  await expect.poll(async () => new Set(await tops()).size).toBeGreaterThanOrEqual(2)
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  for (const [status, word, from, to] of [
    ['pending', 'Pending', 30, 65],
    ['preparing', 'Preparing', 190, 250],
    ['ready', 'Ready', 70, 160],
    ['delivered', 'Delivered', 260, 310],
    ['cancelled', 'Cancelled', -15, 15],
  ] as const) {
    if (status !== 'pending') await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status })
    const badge = card.getByRole('combobox').getByText(word, { exact: true })
    await expect(badge).toBeVisible()
    const hueOf = () =>
      badge.evaluate((element) => {
        const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number)
        return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
      })
    // Polled, because the colour may still be changing.
    await expect(async () => {
      const hue = await hueOf()
      const degrees = to > 180 && hue < 0 ? hue + 360 : hue
      expect(degrees, status).toBeGreaterThan(from)
      expect(degrees, status).toBeLessThan(to)
    }).toPass()
  }
})

test('a dialog opens without computing the styles of the page behind it again', async ({ dashboard, restaurant }) => {
  for (let n = 0; n < 6; n++) await restaurant.placeOrder({ customerName: `Style ${n}` })
  await dashboard.goto('/dashboard')
  const cards = dashboard.getByRole('article')
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(6)
  const behind = await dashboard.locator('#root *').count()
  const computed = await stylesComputed(dashboard, async () => {
    await cards.first().getByRole('heading').getByRole('button').click()
    await expect(dashboard.getByRole('dialog')).toBeVisible()
  })
  expect(behind).toBeGreaterThan(500)
  expect(computed, `${computed} of a page of ${behind} elements`).toBeLessThan(behind / 2)
})

test('the dashboard loads its script in few files until orders are shown', async ({ dashboard, restaurant }) => {
  await restaurant.placeOrder()
  await neverIdle(dashboard)
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByRole('article').first()).toBeVisible()
  const scripts = await scriptsOf(dashboard)
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(DASHBOARD_SCRIPT.bytes)
  expect(scripts.length, JSON.stringify(scripts)).toBeLessThanOrEqual(DASHBOARD_SCRIPT.files)
  // Another tab does not load the board.
  await dashboard.goto('/dashboard?tab=menu')
  await expect(dashboard.getByRole('button', { name: 'Add dish' })).toBeVisible()
  const names = (await scriptsOf(dashboard)).map(({ name }) => name.replace(/-.*/, ''))
  expect(names).toContain('menu')
  expect(names).not.toContain('board')
})

test('the dashboard waits for the orders of its first cards only, and then has all', async ({
  dashboard,
  restaurant,
}) => {
  for (let n = 0; n < 14; n++) await restaurant.placeOrder({ customerName: `First ${n}` })
  // A browser whose user has signed in before asks for orders before the page works.
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByRole('article').first()).toBeVisible()
  const isList = (response: Response) => new URL(response.url()).pathname === '/api/orders'
  const first = dashboard.waitForResponse(isList)
  const whole = dashboard.waitForResponse((response) => response.url().endsWith('/api/orders'))
  await dashboard.reload()
  const body = await (await first).body()
  expect(JSON.parse(body.toString())).toHaveLength(12)
  expect(body.length).toBeLessThanOrEqual(FIRST_ORDERS_BYTES)
  const listed = (await (await whole).json()) as { status: string }[]
  const pending = listed.filter(({ status }) => status === 'pending').length
  expect(pending).toBeGreaterThanOrEqual(14)
  await expect(dashboard.getByRole('tab', { name: 'Pending' })).toContainText(String(pending))
})
