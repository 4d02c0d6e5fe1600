import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, recordSoundPlays, signIn, soundPlays, test } from '../support/fixtures.ts'
import { startProxy } from '../support/proxy.ts'
import { logOut } from '../support/steps.ts'

test('the board shows an order’s details, and changes its status up to completed, then to cancelled', {
  tag: '@daily',
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
  for (const figure of ['Total orders', 'Total customers', 'Average order value', 'VIP customers']) {
    await expect(dashboard.getByText(figure)).toBeVisible()
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

  await card.getByRole('button', { name: 'Seen' }).click()
  await expect(card.getByRole('button', { name: 'Seen' })).toBeHidden()

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
  expect(
    await restaurant.query('select status from order_status_changes where order_id = $1 order by id', [id]),
  ).toEqual(['pending', 'preparing', 'delivered', 'completed', 'cancelled'].map((status) => ({ status })))
})

test('the badge of an order has the colour of its status', async ({ dashboard, restaurant }) => {
  const { id } = await restaurant.placeOrder()
  await dashboard.goto('/dashboard')
  await dashboard.getByRole('tab', { name: /^All/ }).click()
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  for (const [status, word, from, to] of [
    ['pending', 'Pending', 30, 65],
    ['preparing', 'Preparing', 190, 250],
    ['ready', 'Ready', 70, 160],
    ['delivered', 'Delivered', 260, 310],
    ['cancelled', 'Cancelled', -15, 15],
  ] as const) {
    if (status !== 'pending') await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status })
    const badge = card.locator('header').getByText(word, { exact: true })
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

test.describe('with a network that drops packets', () => {
  test.use({ expectedProblems: /failed: |WebSocket/ })
  test('a banner appears; after reconnecting, every missed order appears and the sound plays', async ({
    browser,
    restaurant,
  }) => {
    const proxy = await startProxy(restaurant.server.port)
    const url = `http://127.0.0.1:${proxy.port}`
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1180, height: 820 } })
    await signIn(context, { ...restaurant, url })
    await recordSoundPlays(context)
    const dashboard = await context.newPage()
    await dashboard.goto('/dashboard')
    await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
    await dashboard.getByRole('heading').first().click()
    // Wait until all scripts are loaded: hanging requests would use up the browser's connections to this host.
    await dashboard.waitForTimeout(2_500)
    await dashboard.waitForLoadState('networkidle')

    proxy.blockAll()
    const missed: number[] = []
    for (let i = 0; i < 3; i++) missed.push((await restaurant.placeOrder({ customerName: `Missed ${i}` })).id)
    // The page reports the loss after 25 s (client/lib/live/connection.test.ts). In real time, because
    // reconnecting needs the network.
    const lost = dashboard.getByText('Connection lost. Trying to reconnect...', { exact: true })
    // The toast leaves after some seconds, so both are waited for side by side.
    await Promise.all(
      [
        lost,
        dashboard.getByText('Connection error', { exact: true }),
        dashboard.getByText('Live updates are interrupted. Trying to reconnect.', { exact: true }),
      ].map((text) => expect(text).toBeVisible({ timeout: 120_000 })),
    )
    await expect(dashboard.getByText(/Offline since \d\d:\d\d/).first()).toBeVisible({ timeout: 120_000 })
    const playsBefore = (await soundPlays(dashboard)).length
    const cardOf = (id: number) => dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
    for (const id of missed) await expect(cardOf(id)).toBeHidden()

    proxy.allowNewConnections()
    for (const id of missed) await expect(cardOf(id)).toBeVisible({ timeout: 120_000 })
    await expect.poll(async () => (await soundPlays(dashboard)).length).toBeGreaterThan(playsBefore)
    await expect(lost).toBeHidden()
    await context.close()
    await proxy.close()
  })
})

test.describe('a session', () => {
  test('a login on another device leaves the board open; a logout in another tab leads to the sign-in page', async ({
    page,
    restaurant,
  }) => {
    // This test logs out, so it needs a login session of its own: all other tests share one.
    expect((await page.request.post('/api/login', { data: OWNER })).ok()).toBe(true)
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.goto('/dashboard')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    const elsewhere = await fetch(`${restaurant.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    })
    expect(elsewhere.ok).toBe(true)
    const { id } = await restaurant.placeOrder({ customerName: 'Second Session' })
    await expect(page.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)

    const tab = await page.context().newPage()
    await tab.setViewportSize({ width: 1180, height: 820 })
    await tab.goto('/dashboard')
    // Both toasts leave after some seconds, so the two tabs are waited for side by side.
    await Promise.all([
      expect(page.getByText('Please sign in', { exact: true })).toBeVisible(),
      expect(tab.getByText('Logged out', { exact: true })).toBeVisible(),
      logOut(tab),
    ])
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByText('Connection error', { exact: true })).toHaveCount(0)
    await expect(tab).toHaveURL(/\/auth$/)
  })
})

test('completing the orders of earlier days asks for confirmation with their number, and removes them from the board', async ({
  dashboard,
  restaurant,
}) => {
  const earlierOrders = 620
  await restaurant.query(
    `insert into orders (customer_name, phone_number, total, currency, token_hash, search_text, created_at, updated_at)
     select 'Left Open', '0000000000', 0, 'lei', '', 'left open', now() - interval '2 days', now() from generate_series(1, $1::int)`,
    [earlierOrders],
  )
  const todaysOrder = await restaurant.placeOrder({ customerName: 'Of Today' })
  const [{ open } = { open: 0 }] = await restaurant.query<{ open: number }>(
    `select count(*)::int as open from orders where status in ('pending', 'preparing', 'ready', 'delivered')`,
  )
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByText(`${open - 500} older open orders are not shown.`).first()).toBeVisible()
  await expect(dashboard.getByRole('tab', { name: 'All', exact: true })).toBeVisible()

  await dashboard.getByRole('button', { name: 'Complete earlier orders…' }).click()
  const dialog = dashboard.getByRole('alertdialog')
  const earlier = Number(/Complete (\d+) orders\?/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[1])
  expect(earlier).toBeGreaterThanOrEqual(earlierOrders)
  await expectAccessible(dashboard, 'the board and its dialog of earlier orders')
  await dialog.getByRole('button', { name: 'Leave them open' }).click()
  await expect(dialog).toBeHidden()
  await dashboard.getByRole('button', { name: 'Complete earlier orders…' }).click()
  await dialog.getByRole('button', { name: 'Complete them' }).click()
  await expect(dashboard.getByText(`${earlier} orders completed`, { exact: true })).toBeVisible()
  await expect(dashboard.getByText(/older open orders? (is|are) not shown/)).toHaveCount(0)
  await expect(dashboard.getByRole('button', { name: 'Complete earlier orders…' })).toBeHidden()
  await expect(dashboard.getByRole('article', { name: `Order #${todaysOrder.id}`, exact: true })).toBeVisible()
  expect(await restaurant.query(`select distinct status from orders where search_text = 'left open'`)).toEqual([
    { status: 'completed' },
  ])
  await restaurant.query(`delete from orders where search_text = 'left open'`)
})
