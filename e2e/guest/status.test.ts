import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

interface Kept {
  orderId: number
  token: string
}
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('masa.orders') ?? '{"value":[]}').value as Kept[])

/** Places an order on this page, in English, and returns to the menu. */
async function order(page: Page, { menu }: Restaurant, dish: number): Promise<number> {
  await page.getByRole('button', { name: `Add ${menu[dish]?.name} to the cart` }).click()
  await page.getByRole('button', { name: /^Open the cart/ }).click()
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
  return (await kept(page))[0]?.orderId ?? 0
}

/** Remembers what every dialog said, at every change, until it is asked. */
async function watchDialogs(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const kept = window as unknown as { said: string[] }
    kept.said = []
    const look = () => {
      for (const dialog of document.querySelectorAll('[role=dialog]')) kept.said.push(dialog.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}
const countdown = (language: Language) =>
  language === 'en' ? /menu in (\d) seconds?(?!.*menu in)/ : /meniu în (\d) secund[eă](?!.*meniu în)/

/** The line itself, apart from the page that it lies over. */
const LINE = 'div:has(> button[aria-haspopup=dialog] strong)'
const line = (page: Page, id: number) => page.locator('button[aria-haspopup=dialog]', { hasText: `#${id}` })

for (const language of LANGUAGES) {
  test(`a guest follows their order to its end (${language})`, async ({ page, restaurant }) => {
    test.slow()
    const t = words(language)
    await speak(page, language)
    await page.goto('/menu')
    const dish = restaurant.menu[1]
    const name = language === 'ro' ? dish?.nameRo || dish?.name : dish?.name
    await page.getByRole('button', { name: t('menu.add', { name }) }).click()
    await page.getByRole('button', { name: t('cart.openWith', { count: 1 }) }).click()
    await page.getByRole('button', { name: t('cart.checkout') }).click()
    const form = page.getByRole('dialog', { name: t('checkout.title') })
    await form.getByLabel(t('checkout.name'), { exact: true }).fill('Ana')
    await form.getByLabel(t('checkout.phone'), { exact: true }).fill('0712345678')
    const dialogs = await watchDialogs(page)
    await form.getByRole('button', { name: /·/ }).click()

    // Within the success dialog, already live.
    const success = page.getByRole('dialog', { name: t('checkout.success') })
    await expect(success.getByRole('status')).toContainText(t('orderStatus.stage.received'))
    const [own] = await kept(page)
    if (!own) throw new Error('no order is followed')
    const id = own.orderId
    await restaurant.asOwner('POST', `/api/orders/${id}/seen`)
    await expect(success.getByRole('status')).toContainText(t('orderStatus.stage.seen'))
    await expect(success).toBeHidden({ timeout: 30_000 })
    // A dialog that fades out keeps its content: no empty cart, no total of zero, no countdown that starts again.
    const seen = await dialogs()
    expect(seen.filter((text) => text.includes(t('cart.empty')) || text.includes(formatMoney(0, 'lei')))).toEqual([])
    const seconds = seen.flatMap((text) => countdown(language).exec(text)?.[1] ?? []).map(Number)
    expect(seconds[0]).toBe(5)
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a))

    // In the line, and after a reload.
    await expect(line(page, id)).toContainText(t('orderStatus.stage.seen'))
    await page.reload()
    await expect(line(page, id)).toContainText(t('orderStatus.stage.seen'))
    if (language === 'en') await expectAccessible(page, 'status line', LINE)
    for (const status of ['preparing', 'ready'] as const) {
      await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status })
      await expect(line(page, id)).toContainText(t(`orderStatus.stage.${status}`))
    }
    const spoken = t('orderStatus.announced', {
      id,
      word: t('orderStatus.stage.ready'),
      sentence: t('orderStatus.meaning.ready.takeaway'),
    })
    await expect(page.getByText(spoken)).toHaveCount(1)

    // Every step of the way, in the dialog.
    await line(page, id).click()
    const dialog = page.getByRole('dialog', { name: t('orderStatus.title', { count: 1 }) })
    await expect(
      dialog
        .getByRole('listitem')
        .filter({ hasText: t('orderStatus.step.ready') })
        .last(),
    ).toHaveAttribute('aria-current', 'step')
    await expect(dialog).toContainText(formatMoney(dish?.price ?? 0, 'lei'))
    if (language === 'en') await expectAccessible(page, 'status dialog', '[role=dialog]')
    await expect(dialog.getByRole('button', { name: t('orderStatus.dismiss') })).toBeHidden()
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'delivered' })
    await expect(dialog).toContainText(t('orderStatus.meaning.delivered'))
    await expect(dialog.locator('strong')).toHaveText(t('orderStatus.delivered.takeaway'))
    await expect(dialog.locator('[aria-current=step]')).toHaveText(t('orderStatus.delivered.takeaway'))
    await page.keyboard.press('Escape')
    await expect(line(page, id)).toBeFocused()

    // The end is said once, and can be put away.
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
    await expect(line(page, id)).toContainText(t('orderStatus.stage.completed'))
    if (language === 'en') await expectAccessible(page, 'completed', LINE)
    await page.getByRole('button', { name: t('orderStatus.dismissAll') }).click()
    await expect(line(page, id)).toHaveCount(0)
    expect(await kept(page)).toEqual([])
  })
}

test('a second round: every order of the phone can be reached, for its table; a cancelled one says so', async ({
  page,
  restaurant,
}) => {
  const [table] = await restaurant.query<{ id: number }>('select id::int from tables where number = 7')
  await page.goto(`/menu?table=${table?.id}`)
  await page.getByRole('button', { name: 'Order on my own' }).click()
  const first = await order(page, restaurant, 1)
  const second = await order(page, restaurant, 3)
  expect(second).toBeGreaterThan(first)
  await expect(line(page, second)).toContainText('+1')
  await restaurant.asOwner('PATCH', `/api/orders/${first}`, { status: 'ready' })
  await expect(line(page, first)).toContainText('Ready')
  await line(page, first).click()
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
  // The next visit does not repeat an end that was shown.
  await restaurant.asOwner('PATCH', `/api/orders/${first}`, { status: 'completed' })
  await expect(line(page, first)).toContainText('Completed')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Add / }).first()).toBeVisible()
  await page.waitForTimeout(1_000)
  await expect(line(page, first)).toHaveCount(0)
})

test.describe('when something is lost', () => {
  test.use({ expected: /failed: |WebSocket|503 GET .*\/ws/ })

  test('a lost connection is said, and what changed meanwhile is shown after it', async ({ page, restaurant }) => {
    test.slow()
    await page.goto('/menu')
    const id = await order(page, restaurant, 2)
    await expect(line(page, id)).toContainText('Received')
    await restaurant.query('update orders set status = $1, version = version + 1, seen_at = now() where id = $2', [
      'preparing',
      id,
    ])
    const back = restaurant.restart()
    await expect(line(page, id)).toContainText('Connection lost. Trying to reconnect...')
    await expect(line(page, id)).toContainText('Received')
    await line(page, id).click()
    await expect(page.getByRole('dialog')).toContainText(/Last updated at \d\d:\d\d\./)
    await expectAccessible(page, 'lost', '[role=dialog]')
    await page.keyboard.press('Escape')
    await back
    await expect(line(page, id)).toContainText('Being prepared', { timeout: 30_000 })
    await expect(line(page, id)).not.toContainText('Connection lost')
  })

  test('an order whose answer was lost is followed once a second try has found it', async ({ page, restaurant }) => {
    let tries = 0
    await page.route('**/api/orders', async (route) => {
      if (++tries > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.goto('/menu')
    await page.getByRole('button', { name: `Add ${restaurant.menu[2]?.name} to the cart` }).click()
    await page.getByRole('button', { name: /^Open the cart/ }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByLabel('Name').fill('Lost And Found')
    await page.getByLabel('Phone').fill('0712345678')
    await page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
    await expect(page.getByRole('button', { name: 'Try again' }).last()).toBeVisible()
    const [placed] = await restaurant.query<{ id: number }>('select id::int from orders where customer_name = $1', [
      'Lost And Found',
    ])
    const id = placed?.id ?? 0
    await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
    await page.reload()
    expect(await kept(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Thank you, your order is in!')).toBeVisible()
    await expect(line(page, id)).toContainText('Being prepared')
  })
})

test('an order that the server does not know as this phone’s is let go, and the others go on', async ({
  page,
  restaurant,
}) => {
  await page.goto('/menu')
  const id = await order(page, restaurant, 4)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('masa.orders') ?? '')
    const [own] = stored.value
    stored.value.push({ ...own, orderId: 999_999 }, { ...own, orderId: 1, token: 'wrong' }, { nonsense: true })
    localStorage.setItem('masa.orders', JSON.stringify(stored))
  })
  await page.reload()
  await expect(line(page, id)).toContainText('Received')
  await expect.poll(async () => (await kept(page)).map(({ orderId }) => orderId)).toEqual([id])
  await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
  await expect(line(page, id)).toContainText('Being prepared')
})

test('the line hides neither the last plus nor the cart button', async ({ page, restaurant }) => {
  await page.goto('/menu')
  const id = await order(page, restaurant, 5)
  const last = page.getByRole('button', { name: /^Add / }).last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(500)
  const boxes = await Promise.all(
    [line(page, id), last, page.getByRole('button', { name: /^Open the cart/ })].map((part) => part.boundingBox()),
  )
  const [bar, plus, button] = boxes
  if (!bar || !plus || !button) throw new Error('not drawn')
  expect(bar.x + bar.width).toBeLessThanOrEqual(button.x)
  const covers = plus.y + plus.height > bar.y && plus.x < bar.x + bar.width && plus.y < bar.y + bar.height
  expect(covers).toBe(false)
})
