import { expectAccessible } from '../../support/axe.ts'
import { expect } from '../../support/fixtures.ts'
import { createTable, joinSharedCart, tableTest as test } from '../../support/shared-session.ts'
import { button, card, choose, language, openTablesTab, t } from '../../support/tables-tab.ts'

/* What an owner does with tables while guests sit at them. */

test.use({ viewport: { width: 1180, height: 820 } })

/** Used by no other test. */
const [NUMBER, OTHER] = [152, 153]

test('an owner frees a table whose guests order together, and moves its open order', async ({
  page: dashboard,
  phones,
  restaurant,
}) => {
  const { id } = await createTable(restaurant, NUMBER)
  const { id: otherId } = await createTable(restaurant, OTHER)
  await openTablesTab(dashboard, restaurant)
  await expectAccessible(dashboard, 'the tables')
  await choose(dashboard, NUMBER, t('tables.edit', { number: NUMBER }))
  const editing = dashboard.getByRole('dialog', { name: t('tables.editTitle', { number: NUMBER }) })
  await expectAccessible(dashboard, 'a table', '[role=dialog]')
  await dashboard.keyboard.press('Escape')
  await expect(editing).toBeHidden()

  // Guests join and order: the card updates by itself.
  const phone = await phones.at({ id, number: NUMBER }, { language })
  await joinSharedCart(phone, 'Ana', language)
  await expect(card(dashboard, NUMBER)).toContainText(t('tables.sharedCart', { names: 'Ana' }))
  await expect(card(dashboard, NUMBER)).toContainText(/(90|89)\smin/)
  const served = await restaurant.placeOrder({ tableId: id, diningOption: 'dine-in' })
  await restaurant.asOwner('PATCH', `/api/orders/${served.id}`, { status: 'delivered' })
  const waiting = await restaurant.placeOrder({ tableId: id, diningOption: 'dine-in' })
  await expect(card(dashboard, NUMBER)).toContainText(t('tables.orders', { count: 2, total: '' }).trim())

  // Freeing the table asks for confirmation, and names what it ends.
  await button(dashboard, t('tables.setOf', { status: t('tables.status.available'), number: NUMBER })).click()
  const freeing = dashboard.getByRole('alertdialog', { name: t('tables.freeTitle', { number: NUMBER }) })
  await expect(freeing).toContainText(t('tables.free.delivered', { count: 1 }))
  const [left = ''] = t('tables.free.open', { count: 1, dishes: '\n' }).split('\n')
  await expect(freeing).toContainText(left)
  await expectAccessible(dashboard, 'freeing a table', '[role=alertdialog]')
  await freeing.getByRole('button', { name: t('tables.freeConfirm') }).click()
  await expect(freeing).toBeHidden()
  await expect(card(dashboard, NUMBER)).not.toContainText('Ana')
  const statuses = 'select id::int, status from orders where id = any($1) order by id'
  expect(await restaurant.query(statuses, [[served.id, waiting.id]])).toEqual([
    { id: served.id, status: 'completed' },
    { id: waiting.id, status: 'pending' },
  ])

  // The open order moves to the other table.
  await choose(dashboard, NUMBER, t('tables.move', { number: NUMBER }))
  const moving = dashboard.getByRole('dialog', { name: t('tables.moving.title', { number: NUMBER }) })
  await moving.getByText(t('common.table', { number: OTHER }), { exact: true }).click()
  await expectAccessible(dashboard, 'a move', '[role=dialog]')
  await moving.getByRole('button', { name: t('orderMove.confirm', { number: OTHER }) }).click()
  await expect(moving).toBeHidden()
  await expect(card(dashboard, OTHER)).toContainText(t('tables.orders', { count: 1, total: '' }).trim())
  await expect(card(dashboard, OTHER)).toContainText(t('tables.status.occupied'))
  expect(await restaurant.query('select table_id::int as id from orders where id = $1', [waiting.id])).toEqual([
    { id: otherId },
  ])
  await restaurant.asOwner('PATCH', `/api/orders/${waiting.id}`, { status: 'cancelled' })
  for (const table of [id, otherId]) await restaurant.asOwner('DELETE', `/api/tables/${table}`)
})

test('an order is entered in the list beside the tables', async ({ page: dashboard, restaurant }) => {
  const { id } = await createTable(restaurant, NUMBER)
  await openTablesTab(dashboard, restaurant)
  const newOrder = dashboard.getByRole('button', { name: t('tables.newOrderOf', { number: NUMBER }) })
  await newOrder.click()
  const panel = dashboard.getByRole('complementary', { name: t('dashboard.newOrder.title') })
  await expect(panel.getByRole('combobox')).toContainText(t('common.table', { number: NUMBER }))
  await panel
    .getByRole('button', { name: new RegExp(`^${t('menu.add', { name: '.+' })}$`) })
    .first()
    .click()
  await expect(dashboard).toHaveURL(/\/dashboard\?tab=tables$/)
  await panel.getByRole('button', { name: t('common.close') }).click()
  await expect(panel).toBeHidden()
  await expect(newOrder).toBeFocused()
  await restaurant.asOwner('DELETE', `/api/tables/${id}`)
})

test('a phone shows a table’s states, its code and its actions on one card', async ({ page, context, restaurant }) => {
  const publicAddress = 'https://conac.example'
  await restaurant.asOwner('PATCH', '/api/settings', { publicAddress })
  // Advice that is read once on each device.
  await context.addInitScript(() => localStorage.setItem('masa.screen-advice', 'read'))
  await page.setViewportSize({ width: 390, height: 844 })
  await openTablesTab(page, restaurant)
  const [first] = await restaurant.query<{ number: number }>('select number from tables order by number limit 1')
  const number = first?.number ?? 0
  await card(page, number).scrollIntoViewIfNeeded()
  const code = card(page, number).getByRole('img', { name: t('tables.code', { number }) })
  for (const part of [code, ...(await card(page, number).getByRole('button').all())]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  const tops = (['available', 'reserved'] as const).map(async (next) => {
    const name = t('tables.setOf', { status: t(`tables.status.${next}`), number })
    return (await card(page, number).getByRole('button', { name }).boundingBox())?.y
  })
  const [available, reserved] = await Promise.all(tops)
  expect(reserved).toBe(available)
  await expectAccessible(page, 'the tables on a phone')
  await choose(page, number, t('tables.saveCode'))
  await expect(page.getByRole('dialog', { name: t('tables.code', { number }) })).toContainText(publicAddress)
  await restaurant.asOwner('PATCH', '/api/settings', { publicAddress: null })
})
