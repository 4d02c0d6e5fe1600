import { expectAccessible } from '../support/axe.ts'
import { decode } from '../support/codes.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { join, openCart, own, tableOf, tableTest as test } from '../support/shared-table.ts'
import { words } from '../support/words.ts'

test.use({ deviceScaleFactor: 2, viewport: { width: 1180, height: 820 }, expected: /409 POST .*\/api\/orders/ })

test.afterEach(async ({ restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { tableKeysRequired: false })
})

test('an old photo of a code orders nothing; the code on the table now orders the same cart', async ({
  page: board,
  context,
  phones,
  restaurant,
}) => {
  test.slow()
  const t = words('en')
  const table = await tableOf(restaurant, 91)
  const [dish] = restaurant.menu
  await signIn(context, restaurant)
  await board.goto('/dashboard?tab=tables')
  await board.getByRole('switch', { name: t('tables.keys.label') }).click()
  await expectAccessible(board, 'the question before keys are required', '[role=dialog]')
  await board.getByRole('button', { name: t('tables.keys.onOnly') }).click()
  await expect(board.getByRole('dialog')).toBeHidden()
  const card = board.getByRole('listitem', { name: t('common.table', { number: 91 }), exact: true })
  const scanned = async () => {
    const picture = await card
      .getByRole('img', { name: t('tables.code', { number: 91 }) })
      .locator('..')
      .screenshot()
    return (await decode(picture))[0] ?? ''
  }
  await expect.poll(scanned).toMatch(new RegExp(`^${restaurant.url}/menu\\?table=${table.id}&key=[\\w-]{8}$`))
  const first = await scanned()
  await card.getByRole('button', { name: t('tables.more', { number: 91 }) }).click()
  await board.getByRole('menuitem', { name: t('tables.newCode') }).click()
  await board.getByRole('button', { name: t('tables.newCodeConfirm') }).click()
  await board
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await expect.poll(scanned).not.toBe(first)
  const today = await scanned()

  // Somebody at home with a photo of the first code: nothing is ordered, and the page says what to do.
  const phone = await phones.at(table)
  await phone.getByRole('button', { name: t('table.scanLater') }).click()
  await phone.goto(first)
  await phone.getByRole('button', { name: t('sharedTable.alone') }).click()
  await own(phone, dish?.name ?? '').click()
  await openCart(phone)
  await phone.getByRole('button', { name: t('cart.checkout') }).click()
  const order = phone.getByRole('dialog', { name: t('checkout.tableTitle', { number: 91 }) })
  const send = order.getByRole('button', { name: /·/ }).last()
  await send.click()
  await expect(order.getByRole('alert')).toContainText(
    'Please scan the code on your tableAn order for a table needs the code on that table.',
  )
  const placed = () => restaurant.query('select notes from orders where table_id = $1', [table.id])
  expect(await placed()).toEqual([])
  expect(await restaurant.query('select status from tables where id = $1', [table.id])).toEqual([
    { status: 'available' },
  ])

  // The same phone at the table: the cart is still there, also after a reload, and the order is taken.
  await phone.goto(today.replace('/menu', '/order'))
  await expect(phone).toHaveURL(today)
  await phone.reload()
  await openCart(phone)
  await phone.getByRole('button', { name: t('cart.checkout') }).click()
  await order.getByLabel(/Notes/).fill('scanned')
  await send.click()
  await expect(phone.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await placed()).toEqual([{ notes: 'scanned' }])

  // Another guest shares the cart there, and both keep it when the code is renewed and when they are moved to another table.
  const other = await phones.at(table)
  // A new visit, in which nobody was asked for a name yet.
  await other.evaluate(() => sessionStorage.clear())
  await other.goto(today)
  await join(other, 'Dan')
  const to = await tableOf(restaurant, 92)
  const { id } = (
    await restaurant.query<{ id: string }>(`select id from shared_sessions where table_id = $1 and status = 'active'`, [
      table.id,
    ])
  )[0] ?? { id: '' }
  await restaurant.asOwner('POST', `/api/shared-sessions/${id}/move`, { tableId: to.id })
  await expect(other).toHaveURL(new RegExp(`/menu\\?table=${to.id}&key=[\\w-]{8}$`))
})
