import type { Page } from '@playwright/test'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

interface StoredOrder {
  orderId: number
  token: string
}
/** The orders that this phone follows. */
const storedOrders = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('masa.orders') ?? '{"value":[]}').value as StoredOrder[])

/** Places an order on this page, in English, and returns to the menu. @returns the order's id */
async function orderDish(page: Page, { menu }: Restaurant, dish: number): Promise<number> {
  await page.getByRole('button', { name: `Add ${menu[dish]?.name} to the cart` }).click()
  await page.getByRole('button', { name: /^View cart/ }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  const form = page.getByRole('dialog', { name: /Order (details|for table)/ })
  const name = form.getByLabel('Name', { exact: true })
  await expect(form.getByLabel(/Notes/)).toBeVisible()
  if (await name.isVisible()) {
    await name.fill('Ana')
    await form.getByLabel('Phone', { exact: true }).fill('0712345678')
  }
  await form.getByRole('button', { name: /·/ }).click()
  await page
    .getByRole('dialog', { name: 'Thank you, your order is in!' })
    .getByRole('button', { name: 'Close' })
    .click()
  return (await storedOrders(page))[0]?.orderId ?? 0
}

/** Records the text of every dialog at every change of the page. @returns a function that returns these texts */
async function recordDialogTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const recorded = window as unknown as { dialogTexts: string[] }
    recorded.dialogTexts = []
    const record = () => {
      for (const dialog of document.querySelectorAll('[role=dialog]'))
        recorded.dialogTexts.push(dialog.textContent ?? '')
    }
    new MutationObserver(record).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { dialogTexts: string[] }).dialogTexts)
}
const COUNTDOWN = /meniu în (\d) secund[eă](?!.*meniu în)/

/** The status bar at the bottom of the menu. */
const STATUS_BAR = 'div:has(> button[aria-haspopup=dialog] strong)'
/** The part of the status bar that opens an order's details. */
const statusOf = (page: Page, id: number) => page.locator('button[aria-haspopup=dialog]', { hasText: `#${id}` })

test('a guest follows an order from its receipt to its completion', { tag: '@daily' }, async ({ page, restaurant }) => {
  const t = translator('ro')
  // With reduced motion the dialog would not fade out.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await setLanguage(page, 'ro')
  await page.goto('/menu')
  const dish = restaurant.menu[1]
  const name = dish?.nameRo || dish?.name
  await page.getByRole('button', { name: t('menu.add', { name }) }).click()
  await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
  await page.getByRole('button', { name: t('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await form.getByLabel(t('checkout.name'), { exact: true }).fill('Ana')
  await form.getByLabel(t('checkout.phone'), { exact: true }).fill('0712345678')
  const dialogTexts = await recordDialogTexts(page)
  await form.getByRole('button', { name: /·/ }).click()

  // The success dialog already shows the live status.
  const success = page.getByRole('dialog', { name: t('checkout.success') })
  await expect(success.getByRole('status')).toContainText(t('orderStatus.stage.received'))
  const [ownOrder] = await storedOrders(page)
  if (!ownOrder) throw new Error('no order is followed')
  const id = ownOrder.orderId
  await restaurant.asOwner('POST', `/api/orders/${id}/seen`)
  await expect(success.getByRole('status')).toContainText(t('orderStatus.stage.seen'))
  await expect(success).toBeHidden()
  // The dialog keeps its content while it fades out: no empty cart, no total of zero, no restarted countdown.
  const texts = await dialogTexts()
  expect(texts.filter((text) => text.includes(t('cart.empty')) || /(?<!\d)0[.,]00/.test(text))).toEqual([])
  const seconds = texts.flatMap((text) => COUNTDOWN.exec(text)?.[1] ?? []).map(Number)
  expect(seconds[0]).toBe(5)
  expect(seconds).toEqual([...seconds].sort((a, b) => b - a))

  // The status bar shows it, also after a reload.
  await expect(statusOf(page, id)).toContainText(t('orderStatus.stage.seen'))
  await page.reload()
  await expect(statusOf(page, id)).toContainText(t('orderStatus.stage.seen'))
  await expectAccessible(page, 'status line', STATUS_BAR)
  for (const status of ['preparing', 'ready'] as const) {
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status })
    await expect(statusOf(page, id)).toContainText(t(`orderStatus.stage.${status}`))
  }
  const spoken = t('orderStatus.announced', {
    id,
    word: t('orderStatus.stage.ready'),
    sentence: t('orderStatus.meaning.ready.takeaway'),
  })
  await expect(page.getByText(spoken)).toHaveCount(1)

  // The dialog shows every step.
  await statusOf(page, id).click()
  const dialog = page.getByRole('dialog', { name: t('orderStatus.title', { count: 1 }) })
  await expect(
    dialog
      .getByRole('listitem')
      .filter({ hasText: t('orderStatus.stage.ready') })
      .last(),
  ).toHaveAttribute('aria-current', 'step')
  await expect(dialog).toContainText(formatMoney(dish?.price ?? 0, 'lei'))
  await expectAccessible(page, 'status dialog', '[role=dialog]')
  await expect(dialog.getByRole('button', { name: t('orderStatus.dismiss') })).toBeHidden()
  await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'delivered' })
  await expect(dialog).toContainText(t('orderStatus.meaning.delivered'))
  await expect(dialog.locator('strong')).toHaveText(t('orderStatus.delivered.takeaway'))
  await expect(dialog.locator('[aria-current=step]')).toHaveText(t('orderStatus.delivered.takeaway'))
  await page.keyboard.press('Escape')
  await expect(statusOf(page, id)).toBeFocused()

  // A completed order is shown once, and can be dismissed.
  await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  await expect(statusOf(page, id)).toContainText(t('orderStatus.stage.completed'))
  await expectAccessible(page, 'completed', STATUS_BAR)
  await page.getByRole('button', { name: t('orderStatus.dismissAll') }).click()
  await expect(statusOf(page, id)).toHaveCount(0)
  expect(await storedOrders(page)).toEqual([])
})

test('all orders of the phone can be opened, with their table; a cancelled one is marked', async ({
  page,
  restaurant,
}) => {
  const [table] = await restaurant.query<{ id: number }>('select id::int from tables where number = 7')
  await page.goto(`/menu?table=${table?.id}`)
  await page.getByRole('button', { name: 'Order on my own' }).click()
  const first = await orderDish(page, restaurant, 1)
  const second = await orderDish(page, restaurant, 3)
  expect(second).toBeGreaterThan(first)
  await expect(statusOf(page, second)).toContainText('+1')
  await restaurant.asOwner('PATCH', `/api/orders/${first}`, { status: 'ready' })
  await expect(statusOf(page, first)).toContainText('Ready')
  await statusOf(page, first).click()
  const dialog = page.getByRole('dialog', { name: /^Your orders?$/ })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    new RegExp(`#${second}`),
    new RegExp(`#${first}`),
  ])
  await expect(dialog.getByText(/^Table 7 ·/)).toHaveCount(2)
  await expect(dialog).toContainText('It will be brought to you in a moment.')
  await restaurant.asOwner('PATCH', `/api/orders/${second}`, { status: 'cancelled' })
  await expect(dialog).toContainText('The restaurant has cancelled this order.')
  await dialog.getByRole('button', { name: `Hide Order #${second}` }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(1)
  await page.keyboard.press('Escape')
  // After a reload the completed order, already shown, is not shown again.
  await restaurant.asOwner('PATCH', `/api/orders/${first}`, { status: 'completed' })
  await expect(statusOf(page, first)).toContainText('Completed')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Add / }).first()).toBeVisible()
  await page.waitForTimeout(1_000)
  await expect(statusOf(page, first)).toHaveCount(0)
})

test.describe('after a failure', () => {
  test.use({ expectedProblems: /failed: |WebSocket|503 GET .*\/ws/ })

  test('the status bar reports a lost connection, and shows the current status after reconnecting', async ({
    page,
    restaurant,
  }) => {
    await page.goto('/menu')
    const id = await orderDish(page, restaurant, 2)
    // A change in sight: the page has loaded what it needs to follow the order, and need not reload for it later.
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
    await expect(statusOf(page, id)).toContainText('Being prepared')
    await restaurant.query('update orders set status = $1, version = version + 1 where id = $2', ['ready', id])
    const restarted = restaurant.restart()
    await expect(statusOf(page, id)).toContainText('Connection lost. Trying to reconnect...')
    await expect(statusOf(page, id)).toContainText('Being prepared')
    await statusOf(page, id).click()
    await expect(page.getByRole('dialog')).toContainText(/Last updated at \d\d:\d\d\./)
    await expectAccessible(page, 'lost', '[role=dialog]')
    await page.keyboard.press('Escape')
    await restarted
    await expect(statusOf(page, id)).toContainText('Ready')
    await expect(statusOf(page, id)).not.toContainText('Connection lost')
  })
})

test('the status bar covers neither the last dish’s add button nor the cart’s button', async ({ page, restaurant }) => {
  await page.goto('/menu')
  const id = await orderDish(page, restaurant, 5)
  // Playwright does not press a button that something else covers.
  await page.getByRole('button', { name: /^View cart/ }).click({ trial: true })
  await page.getByRole('button', { name: /^Add / }).first().click()
  const last = page.getByRole('button', { name: /^Add / }).last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(500)
  const boxes = await Promise.all(
    [statusOf(page, id), last, page.getByRole('button', { name: /^View cart/ })].map((part) => part.boundingBox()),
  )
  const [bar, plus, button] = boxes
  if (!bar || !plus || !button) throw new Error('not rendered')
  expect(bar.y + bar.height).toBeLessThanOrEqual(button.y)
  expect(plus.y + plus.height).toBeLessThanOrEqual(button.y)
  const covers = plus.y + plus.height > bar.y && plus.x < bar.x + bar.width && plus.y < bar.y + bar.height
  expect(covers).toBe(false)
})
