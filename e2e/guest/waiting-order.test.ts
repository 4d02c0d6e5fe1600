import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { fillOrder } from '../support/steps.ts'

// Without a worker, the page lacks the notice that it is offline, and reloads itself for it once it is online again.
test.use({ serviceWorkers: 'allow', expectedProblems: /failed: |WebSocket/ })

const UNKNOWN = 'We don’t know yet whether your order arrived'
const THANKS = 'Thank you, your order is in!'

/** The bar on the menu; cart and dialog have a notice of their own. */
const notice = (page: Page) => page.locator('#root').getByRole('region', { name: 'Not sent yet' })
const send = (page: Page) => notice(page).getByRole('button', { name: 'Send', exact: true })
const ordersOf = (restaurant: Restaurant, name: string) =>
  restaurant.query<{ id: number; total: number }>('select id, total from orders where customer_name = $1', [name])

/** Fills the cart and the form, and submits the order after `beforeSubmit`. */
async function submitOrder(
  page: Page,
  restaurant: Restaurant,
  name: string,
  beforeSubmit: () => Promise<unknown>,
): Promise<void> {
  await fillOrder(page, restaurant.menu[1]?.name, name)
  await beforeSubmit()
  await page.getByRole('button', { name: /^Order with obligation to pay/ }).click()
}

/** Records the idempotency key of every request that places an order. */
function recordKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders'))
      keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

const storedKey = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('masa.attempt') ?? 'null')?.value?.key as string | undefined)

async function offline(page: Page): Promise<void> {
  // The worker has what the page shows offline.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
}

test('an order placed offline is stored, stays visible, and is sent once when the guest sends it', {
  tag: '@daily',
}, async ({ page, context, restaurant }) => {
  const keys = recordKeys(page)
  const dish = restaurant.menu[1]
  await submitOrder(page, restaurant, 'Waiter For Wi-Fi', () => offline(page))
  const dialog = page.getByRole('dialog', { name: 'Order details' })
  await expect(dialog.getByText('It has not reached the kitchen.')).toBeVisible()
  await expect(dialog.getByText(`1× ${dish?.name}`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Needs a connection' })).toBeDisabled()
  await expect(page.getByText(UNKNOWN)).toHaveCount(0)
  await expectAccessible(page, 'an order that waits', '[role=dialog]')
  const key = await storedKey(page)

  // The menu shows it in a bar above that of the cart.
  for (const layer of [dialog, page.getByRole('dialog', { name: 'Your cart' })])
    await layer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(notice(page)).toContainText(`1× ${dish?.name}`)
  const [bar, button] = await Promise.all([
    notice(page).boundingBox(),
    page.getByRole('button', { name: /^View cart/ }).boundingBox(),
  ])
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThan(button?.y ?? 0)

  await expectAccessible(page, 'an order that waits, on the menu')

  // Going online does not send it.
  await context.setOffline(false)
  await expect(send(page)).toBeEnabled()
  expect(keys).toEqual([])
  expect(await ordersOf(restaurant, 'Waiter For Wi-Fi')).toEqual([])

  // It survives a reload, and is sent by the button.
  await page.reload()
  await send(page).click()
  await expect(page.getByText(THANKS)).toBeVisible()
  expect(keys).toEqual([key])
  expect(await ordersOf(restaurant, 'Waiter For Wi-Fi')).toHaveLength(1)
  expect(await storedKey(page)).toBeUndefined()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^View cart: 0 dishes/ })).toBeVisible()
})
