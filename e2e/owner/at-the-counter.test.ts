import type { Locator, WebSocketRoute } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, soundPlays, test } from '../support/fixtures.ts'

/* What an owner does all evening, with its taps counted (docs/product/board.md). */

test('the daily actions take few taps: sold out, a second round, a report, moving a table', async ({
  dashboard,
  restaurant,
}) => {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  const tapsOf = async (act: () => Promise<void>) => {
    taps = 0
    await act()
    return taps
  }
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const tables = await restaurant.query<{ id: number; number: number }>(
    `select id::int, number from tables where status = 'available' and id not in
       (select table_id from orders where table_id is not null and status in ('pending', 'preparing', 'ready', 'delivered'))
     order by number limit 2`,
  )
  const [from, to] = tables
  if (!from || !to) throw new Error('no free tables')
  const atTable = { tableId: from.id, diningOption: 'dine-in', phoneNumber: '0000000000' }
  const { id } = await restaurant.placeOrder({ ...atTable, customerName: `Table ${from.number}` })
  await dashboard.goto('/dashboard')
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })

  const soldOut = await tapsOf(async () => {
    await tap(card.getByRole('button', { name: new RegExp(`× ?${dish.name}`) }))
    await tap(dashboard.getByRole('dialog').getByRole('button', { name: 'Mark as sold out', exact: true }))
    await expect(dashboard.getByText(`${dish.name} is sold out today`, { exact: true })).toBeVisible()
  })
  await dashboard.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dashboard.getByText(`${dish.name} can be ordered again`, { exact: true })).toBeVisible()
  await dashboard.keyboard.press('Escape')

  const panel = dashboard.getByRole('complementary', { name: 'New order' })
  const secondRound = await tapsOf(async () => {
    await tap(dashboard.getByRole('button', { name: 'New order', exact: true }))
    await tap(panel.getByRole('combobox'))
    await tap(dashboard.getByRole('option', { name: `Table ${from.number} · occupied`, exact: true }))
    await tap(panel.getByRole('button', { name: `Add ${dish.name} to the cart` }))
    await tap(panel.getByRole('button', { name: /^Send ·/ }))
    await expect(panel).toBeHidden()
  })
  // The board stays where it was, with both rounds.
  const place = dashboard.getByRole('heading', { name: `Table ${from.number}`, exact: true })
  const rounds = dashboard.getByRole('article').filter({ has: place })
  await expect(rounds).toHaveCount(2)

  const report = await tapsOf(async () => {
    await tap(dashboard.getByRole('link', { name: /Total orders/ }))
    await expect(dashboard.getByRole('heading', { name: 'Reports' })).toBeVisible()
  })
  // New orders ring there, too.
  const plays = (await soundPlays(dashboard)).length
  await restaurant.placeOrder()
  await expect.poll(async () => (await soundPlays(dashboard)).length).toBeGreaterThan(plays)
  await dashboard.goBack()

  const move = await tapsOf(async () => {
    await tap(dashboard.getByRole('tab', { name: 'Tables' }))
    await tap(dashboard.getByRole('button', { name: `More for table ${from.number}`, exact: true }))
    await tap(dashboard.getByRole('menuitem', { name: `Move table ${from.number}` }))
    const dialog = dashboard.getByRole('dialog', { name: `Move from table ${from.number}` })
    await tap(dialog.getByText(`Table ${to.number}`, { exact: true }))
    await tap(dialog.getByRole('button', { name: `Move to table ${to.number}` }))
    await expect(
      dashboard.getByText(`Moved from table ${from.number} to table ${to.number}`, { exact: true }),
    ).toBeVisible()
  })
  expect({ soldOut, secondRound, report, move }).toEqual({ soldOut: 2, secondRound: 5, report: 1, move: 5 })
})

test('a toast above a dialog that opened before the toasts’ code was loaded is read, and its button works', async ({
  dashboard,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const { id } = await restaurant.placeOrder({ items: [{ menuItemId: dish.id, quantity: 1 }] })
  let load = () => {}
  const isAwaited = new Promise<void>((resolve) => {
    load = resolve
  })
  await dashboard.route(/\/static\/page-hosts-/, async (route) => {
    await isAwaited
    await route.continue()
  })
  await dashboard.goto('/dashboard')
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  await card.getByRole('button', { name: new RegExp(`× ?${dish.name}`) }).click()
  const dialog = dashboard.getByRole('dialog')
  await expect(dialog).toBeVisible()
  load()
  await dialog.getByRole('button', { name: 'Mark as sold out', exact: true }).click()
  await dashboard.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dashboard.getByText(`${dish.name} can be ordered again`, { exact: true })).toBeVisible()
})

test('what opens above the board is accessible in both themes', async ({ dashboard, restaurant }) => {
  const { id } = await restaurant.placeOrder({ customerName: 'Ana Ceahlău' })
  // Of an earlier day.
  await restaurant.query(`update orders set created_at = now() - interval '2 days' where id = $1`, [id])
  await dashboard.goto('/dashboard')
  const card = dashboard.getByRole('article', { name: `Order #${id}`, exact: true })
  const header = dashboard.getByRole('banner')
  const close = async (role: 'dialog' | 'menu') => {
    await dashboard.keyboard.press('Escape')
    await expect(dashboard.getByRole(role)).toBeHidden()
  }
  for (const name of ['More', 'Pause orders']) {
    await header.getByRole('button', { name, exact: true }).click()
    await expect(dashboard.getByRole('menu')).toBeVisible()
    await expectAccessible(dashboard, name, '[role=menu]')
    await close('menu')
  }
  const dialogs: [string, Locator][] = [
    ['the printer', header.getByRole('button', { name: /^Printer/ })],
    ['moving an order', card.getByRole('heading').getByRole('button')],
    ['taking off and sold out', card.getByRole('listitem').getByRole('button').first()],
    ['dishes to make', dashboard.getByRole('button', { name: 'Dishes to make' })],
  ]
  for (const [where, opener] of dialogs) {
    await opener.click()
    await expect(dashboard.getByRole('dialog')).toBeVisible()
    await expectAccessible(dashboard, where, '[role=dialog]')
    await close('dialog')
  }
  await dashboard.getByRole('button', { name: 'Complete earlier orders…' }).click()
  const question = dashboard.getByRole('alertdialog')
  await expectAccessible(dashboard, 'orders of earlier days', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Leave them open' }).click()
  await expect(question).toBeHidden()
  await dashboard.getByRole('textbox', { name: 'Search orders' }).fill('ana ceahlau')
  await expect(card.getByText('Pending', { exact: true }).first()).toBeVisible()
  await expectAccessible(dashboard, 'the search')
  await dashboard.getByRole('button', { name: 'New order', exact: true }).click()
  const panel = dashboard.getByRole('complementary', { name: 'New order' })
  await expect(panel.getByRole('textbox', { name: 'Search the menu' })).toBeFocused()
  await expectAccessible(dashboard, 'the board beside a new order')
})

test('beside a new order at 820 px the header stays whole, the bell rings, and toasts leave its button free', async ({
  dashboard,
  restaurant,
}) => {
  await dashboard.setViewportSize({ width: 820, height: 1180 })
  await dashboard.goto('/dashboard')
  await dashboard.getByRole('button', { name: 'New order', exact: true }).click()
  const panel = dashboard.getByRole('complementary', { name: 'New order' })
  await expect(panel.getByRole('button', { name: /^Add / }).first()).toBeVisible()
  const { id } = await restaurant.placeOrder()
  const toast = dashboard.getByRole('listitem').filter({ hasText: 'Comandă nouă!' })
  await expect(toast).toBeVisible()
  await expect(dashboard.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible()
  const right = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('not shown')
    return box.x + box.width
  }
  const panelLeft = (await panel.boundingBox())?.x ?? 0
  expect(await right(toast)).toBeLessThanOrEqual(panelLeft)
  expect((await toast.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  const overlaps = await dashboard.getByRole('banner').evaluate((header) => {
    const boxes = [...header.querySelectorAll('a, button')].map((control) => control.getBoundingClientRect())
    return boxes.filter((a) =>
      boxes.some(
        (b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
      ),
    ).length
  })
  expect(overlaps).toBe(0)
  for (const tab of ['Customers', 'Menu', 'Tables', 'Events', 'Promotions']) {
    await dashboard.getByRole('tab', { name: tab }).click()
    await expect(dashboard.getByRole('tabpanel', { name: tab }).getByRole('button').first()).toBeVisible()
    const hidden = await dashboard
      .getByRole('main')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, tab).toBe(0)
  }
})

test('an order by telephone is taken in the list beside the board', async ({ dashboard, restaurant }) => {
  const dish = restaurant.menu.find(({ hasOptions }) => !hasOptions)
  if (!dish) throw new Error('no dish without options')
  await dashboard.goto('/dashboard')
  await dashboard.getByRole('button', { name: 'New order', exact: true }).click()
  const panel = dashboard.getByRole('complementary', { name: 'New order' })
  await expect(panel.getByRole('textbox', { name: 'Search the menu' })).toBeFocused()
  await dashboard.keyboard.type(dish.name)
  await panel.getByRole('button', { name: `Add ${dish.name} to the cart` }).click()
  await panel.getByRole('button', { name: /^Continue ·/ }).click()
  await panel.getByLabel('Name').fill('Ilinca Voinea')
  await panel.getByLabel('Phone').last().fill('0722 333 444')
  await expectAccessible(dashboard, 'an order by telephone')
  await panel.getByRole('button', { name: /^Place order ·/ }).click()
  await expect(panel).toBeHidden()
  await expect(dashboard.getByRole('article').filter({ hasText: 'Ilinca Voinea' })).toContainText(dish.name)
})

test('on a phone, the report of a lost connection covers neither the header, nor the banner, nor an order’s large button', async ({
  dashboard,
  restaurant,
}) => {
  await restaurant.placeOrder()
  await dashboard.setViewportSize({ width: 390, height: 844 })
  const sockets: WebSocketRoute[] = []
  let isLost = false
  await dashboard.routeWebSocket(/\/ws/, (socket) => {
    if (isLost) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByRole('article').first()).toBeVisible()
  await expect(dashboard.getByRole('banner').getByRole('status')).toHaveText('Live')
  isLost = true
  for (const socket of sockets) await socket.close()
  const toast = dashboard.getByRole('listitem').filter({ hasText: 'Connection error' })
  await expect(toast).toBeVisible()
  await expect(dashboard.getByRole('region').getByRole('alert')).toBeVisible()
  const covered = await toast.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return [...document.querySelectorAll('header:not(article *), section [role=alert], main [data-main-action]')]
      .map((kept) => kept.getBoundingClientRect())
      .filter((kept) => kept.height > 0 && kept.bottom > top && kept.top < bottom).length
  })
  expect(covered).toBe(0)
  const strip = dashboard.getByRole('region', { name: 'Notices' })
  await strip.getByRole('button', { expanded: false }).click()
  const last = await strip.getByRole('list').first().getByRole('listitem').last().boundingBox()
  const tabs = await dashboard.getByRole('tablist').first().boundingBox()
  expect(tabs?.y, 'the tabs are below the unfolded strip').toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
})
