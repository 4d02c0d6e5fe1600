import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { countRings, expect, OWNER, rings, signIn, test } from '../support/fixtures.ts'
import { proxyTo } from '../support/proxy.ts'

test('the board: cards, figures, status, cancelling, completing, seen, sub-tabs', async ({ board, restaurant }) => {
  const { id, total } = await restaurant.order({
    customerName: 'Irina Board',
    email: 'irina@example.com',
    notes: 'la geam',
  })
  await board.goto('/dashboard')
  for (const tab of ['Orders', 'Customers', 'Menu', 'Tables', 'Events', 'Promotions']) {
    await expect(board.getByRole('tab', { name: tab })).toBeVisible()
  }
  for (const figure of ['Total orders', 'Total customers', 'Average order value', 'VIP customers']) {
    await expect(board.getByText(figure)).toBeVisible()
  }
  const card = board.getByRole('article', { name: `Order #${id}`, exact: true })
  for (const text of [
    `#${id}`,
    'Takeaway',
    'Pending',
    'Irina Board',
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
  await expectAccessible(board, 'board')

  await card.getByRole('button', { name: 'Seen' }).click()
  await expect(card.getByRole('button', { name: 'Seen' })).toBeHidden()

  const setStatus = async (status: string) => {
    await card.getByRole('combobox').click()
    await board.getByRole('option', { name: status }).click()
  }
  await card.getByRole('combobox').click()
  await expect(board.getByRole('option')).toHaveText(['Pending', 'Preparing', 'Ready', 'Delivered', 'Cancelled'])
  await board.getByRole('option', { name: 'Preparing' }).click()
  await expect(card).toBeHidden()
  await expect(board.getByText('Order Updated', { exact: true }).first()).toBeVisible()
  await board.getByRole('tab', { name: /^Preparing/ }).click()
  await expect(card).toBeVisible()
  await setStatus('Delivered')
  await board.getByRole('tab', { name: /^Delivered/ }).click()
  await card.getByRole('button', { name: 'Complete' }).click()
  await board.getByRole('tab', { name: /^Completed/ }).click()
  await expect(card).toBeVisible()
  await setStatus('Cancelled')
  await board.getByRole('button', { name: 'Keep order' }).click()
  await expect(card).toBeVisible()
  await setStatus('Cancelled')
  await board.getByRole('button', { name: 'Cancel order' }).click()
  await board.getByRole('tab', { name: /^Cancelled/ }).click()
  await expect(card).toContainText('Cancelled')
  expect(
    await restaurant.query('select status from order_status_changes where order_id = $1 order by id', [id]),
  ).toEqual(['pending', 'preparing', 'delivered', 'completed', 'cancelled'].map((status) => ({ status })))
})

test('a badge has the colour of its status', async ({ board, restaurant }) => {
  const { id } = await restaurant.order()
  await board.goto('/dashboard')
  await board.getByRole('tab', { name: /^All/ }).click()
  const card = board.getByRole('article', { name: `Order #${id}`, exact: true })
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
    const hue = await badge.evaluate((element) => {
      const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number)
      return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
    })
    const turned = to > 180 && hue < 0 ? hue + 360 : hue
    expect([status, turned > from && turned < to, Math.round(turned)]).toEqual([status, true, Math.round(turned)])
  }
})

test('a line without a name is called by its number', async ({ board, restaurant }) => {
  const { id, items } = await restaurant.order()
  await restaurant.query(`update order_items set name = '', name_ro = '' where order_id = $1`, [id])
  await board.goto('/dashboard')
  const card = board.getByRole('article', { name: `Order #${id}`, exact: true })
  await expect(card.getByText(`Item #${items[0]?.menuItemId}`, { exact: true })).toBeVisible()
})

test('the settings have their tabs, and Euro puts its sign before every price', async ({ board, restaurant }) => {
  const figure = board.getByRole('region', { name: 'Key figures' }).getByText('Average order value').locator('..')
  await board.goto('/dashboard')
  await expect(figure).toContainText(/\d\.\d\d LEI/)
  await board.getByRole('button', { name: 'Settings' }).click()
  const dialog = board.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByRole('tab')).toHaveText(['Users', 'Language', 'Currency', 'WhatsApp', 'Restaurant'])
  await dialog.getByRole('tab', { name: 'Currency' }).click()
  try {
    await dialog.getByRole('combobox').click()
    await expect(board.getByRole('option')).toHaveText(['Lei', 'Euro'])
    await board.getByRole('option', { name: 'Euro' }).click()
    await expect(dialog.getByRole('combobox')).toHaveText('Euro')
    await board.keyboard.press('Escape')
    await expect(figure).toContainText(/€\d+\.\d\d/)
    await board.goto('/menu')
    const price = formatMoney(restaurant.menu[0]?.price ?? 0, 'eur')
    await expect(board.locator(`#dish-${restaurant.menu[0]?.id}`)).toContainText(price)
  } finally {
    await restaurant.asOwner('PATCH', '/api/settings', { currency: 'lei' })
  }
})

test.describe('with a status that cannot be saved', () => {
  test.use({ expected: /500 PATCH .*\/api\/orders\/\d+$/ })
  test('says so, and shows the truth', async ({ board, restaurant }) => {
    const { id } = await restaurant.order()
    await board.goto('/dashboard')
    await board.route(`**/api/orders/${id}`, (route) => route.fulfill({ status: 500, body: '' }))
    const card = board.getByRole('article', { name: `Order #${id}`, exact: true })
    await card.getByRole('combobox').click()
    await board.getByRole('option', { name: 'Ready' }).click()
    await expect(board.getByText('Failed to update order status', { exact: true })).toBeVisible()
    await expect(card).toContainText('Pending')
  })
})

test.describe('with the network cut, without a close', () => {
  test.use({ expected: /failed: |WebSocket/ })
  test('the banner is there within 25 s; then every order that came meanwhile is shown and rung for', async ({
    browser,
    restaurant,
  }) => {
    test.setTimeout(120_000)
    const wire = await proxyTo(restaurant.server.port)
    const url = `http://127.0.0.1:${wire.port}`
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1180, height: 820 } })
    await signIn(context, { ...restaurant, url })
    await countRings(context)
    const board = await context.newPage()
    await board.goto('/dashboard')
    await expect(board.getByText('Live', { exact: true })).toBeVisible()
    await board.getByRole('heading').first().click()
    await board.waitForTimeout(2_500)

    wire.cut()
    const cutAt = Date.now()
    const missed = []
    for (let i = 0; i < 3; i++) missed.push((await restaurant.order({ customerName: `Missed ${i}` })).id)
    await expect(board.getByText('Connection lost. Trying to reconnect...', { exact: true })).toBeVisible({
      timeout: 26_000,
    })
    expect(Date.now() - cutAt).toBeLessThan(25_500)
    await expect(board.getByText('Connection error', { exact: true })).toBeVisible()
    await expect(board.getByText('Live updates are interrupted. Trying to reconnect.', { exact: true })).toBeVisible()
    await expect(board.getByText(/Offline since \d\d:\d\d/).first()).toBeVisible({ timeout: 20_000 })
    const before = (await rings(board)).length
    for (const id of missed)
      await expect(board.getByRole('article', { name: `Order #${id}`, exact: true })).toBeHidden()

    wire.mend()
    for (const id of missed) {
      await expect(board.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible({ timeout: 20_000 })
    }
    await expect.poll(async () => (await rings(board)).length).toBeGreaterThan(before)
    await expect(board.getByText('Connection lost. Trying to reconnect...', { exact: true })).toBeHidden()
    await context.close()
    await wire.close()
  })
})

test.describe('with a logout in another tab', () => {
  test.use({ expected: /401 GET .*\/api\/(orders|summary)/ })
  test('a new session elsewhere does not stop the board; a logout does, and leads to /auth', async ({
    page,
    restaurant,
  }) => {
    // This test logs out, so it has a session of its own: all other boards share one.
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
    const { id } = await restaurant.order({ customerName: 'Second Session' })
    await expect(page.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)

    const tab = await page.context().newPage()
    await tab.setViewportSize({ width: 1180, height: 820 })
    await tab.goto('/dashboard')
    await tab.getByRole('button', { name: 'Log out' }).click()
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByText('Please sign in', { exact: true })).toBeVisible()
    await expect(page.getByText('Connection error', { exact: true })).toHaveCount(0)
    await expect(tab).toHaveURL(/\/auth$/)
    await expect(tab.getByText('Logged out', { exact: true })).toBeVisible()
  })
})

test('the menu in the header pauses orders, and the banner takes them again', async ({ board, restaurant }) => {
  await board.goto('/dashboard')
  await expect(board.getByText('Live', { exact: true })).toBeVisible()
  await board.getByRole('button', { name: 'Pause orders' }).click()
  await board.getByRole('menuitem', { name: 'Until I resume' }).click()
  await expect(board.getByText('Orders are paused: guests can look at the menu, but not order.')).toBeVisible()
  const settings = (await (await fetch(`${restaurant.url}/api/settings`)).json()) as { ordersPaused: boolean }
  expect(settings.ordersPaused).toBe(true)
  await board.getByRole('button', { name: 'Take orders again' }).first().click()
  await expect(board.getByText('Orders are paused: guests can look at the menu, but not order.')).toBeHidden()
})

test('orders of earlier days: their number is asked for and confirmed once, and every board shows them gone', async ({
  board,
  restaurant,
}) => {
  test.slow()
  const old = 620
  await restaurant.query(
    `insert into orders (customer_name, phone_number, total, currency, token_hash, search_text, created_at, updated_at)
     select 'Left Open', '0000000000', 0, 'lei', '', 'left open', now() - interval '2 days', now() from generate_series(1, $1::int)`,
    [old],
  )
  const today = await restaurant.order({ customerName: 'Of Today' })
  const [{ open } = { open: 0 }] = await restaurant.query<{ open: number }>(
    `select count(*)::int as open from orders where status in ('pending', 'preparing', 'ready', 'delivered')`,
  )
  await board.goto('/dashboard')
  await expect(board.getByText(`${open - 500} older open orders are not shown.`).first()).toBeVisible()
  await expect(board.getByRole('tab', { name: /^Completed \d+\+?$/ })).toBeVisible()
  await expect(board.getByRole('tab', { name: /^All \d+\+$/ })).toBeVisible()

  await board.getByRole('button', { name: 'Complete earlier orders…' }).click()
  const dialog = board.getByRole('alertdialog')
  const earlier = Number(/Complete (\d+) orders\?/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[1])
  expect(earlier).toBeGreaterThanOrEqual(old)
  await dialog.getByRole('button', { name: 'Leave them open' }).click()
  await expect(dialog).toBeHidden()
  await board.getByRole('button', { name: 'Complete earlier orders…' }).click()
  await dialog.getByRole('button', { name: 'Complete them' }).click()
  // The page removes hundreds of cards while it shows the toast.
  await expect(board.getByText(`${earlier} orders completed`, { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(board.getByText(/older open orders? (is|are) not shown/)).toHaveCount(0)
  await expect(board.getByRole('button', { name: 'Complete earlier orders…' })).toBeHidden()
  await expect(board.getByRole('article', { name: `Order #${today.id}`, exact: true })).toBeVisible()
  expect(await restaurant.query(`select distinct status from orders where search_text = 'left open'`)).toEqual([
    { status: 'completed' },
  ])
  await restaurant.query(`delete from orders where search_text = 'left open'`)
})

test.describe('with an earlier day that cannot be closed', () => {
  test.use({ expected: /503 POST .*complete-older/ })
  test('says so, and leaves all as it is', async ({ board, restaurant }) => {
    const { id } = await restaurant.order({ customerName: 'Left Open' })
    await restaurant.query(`update orders set created_at = now() - interval '2 days' where id = $1`, [id])
    await board.goto('/dashboard')
    await board.getByRole('button', { name: 'Complete earlier orders…' }).click()
    await expectAccessible(board, 'the board and its dialog of earlier orders')
    await board.route('**/api/orders/complete-older', (route) => route.fulfill({ status: 503, body: '' }))
    await board.getByRole('alertdialog').getByRole('button', { name: 'Complete them' }).click()
    await expect(board.getByText('The earlier orders could not be completed', { exact: true })).toBeVisible()
    await expect(board.getByRole('alertdialog')).toBeHidden()
    await expect(board.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible()
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  })
})
