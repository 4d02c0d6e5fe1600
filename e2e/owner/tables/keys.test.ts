import { expectAccessible } from '../../support/axe.ts'
import { expect, signIn } from '../../support/fixtures.ts'
import { translator } from '../../support/language.ts'
import { readQrCodes } from '../../support/qr-codes.ts'
import {
  addDishButton,
  createTable,
  joinSharedCart,
  openCart,
  tableTest as test,
} from '../../support/shared-session.ts'

test.use({ deviceScaleFactor: 2, viewport: { width: 1180, height: 820 }, expectedProblems: /409 POST .*\/api\/orders/ })

test.afterEach(async ({ restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { tableKeysRequired: false })
})

test('the order of a phone that scanned an outdated code is rejected, and accepted with the table’s current code', async ({
  page: dashboard,
  context,
  phones,
  restaurant,
}) => {
  const t = translator('en')
  const table = await createTable(restaurant, 91)
  const [dish] = restaurant.menu
  await signIn(context, restaurant)
  await dashboard.goto('/dashboard?tab=tables')
  await dashboard.getByRole('switch', { name: t('tables.keys.label') }).click()
  await expectAccessible(dashboard, 'the question before keys are required', '[role=alertdialog]')
  await dashboard.getByRole('button', { name: t('tables.keys.onAndPrint') }).click()
  const printing = dashboard.getByRole('dialog', { name: t('tables.codes.title') })
  await printing.getByRole('button', { name: t('common.close') }).click()
  await expect(printing).toBeHidden()
  const card = dashboard.getByRole('listitem', { name: t('common.table', { number: 91 }), exact: true })
  const code = card.getByRole('img', { name: t('tables.code', { number: 91 }) }).locator('..')
  const scanCode = async () => (await readQrCodes(await code.screenshot()))[0] ?? ''
  await expect.poll(scanCode).toMatch(new RegExp(`^${restaurant.url}/menu\\?table=${table.id}&key=[\\w-]{8}$`))
  const outdated = await scanCode()
  await card.getByRole('button', { name: t('tables.more', { number: 91 }) }).click()
  await dashboard.getByRole('menuitem', { name: t('tables.newCode') }).click()
  await dashboard.getByRole('button', { name: t('common.newCode') }).click()
  await dashboard
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await expect.poll(scanCode).not.toBe(outdated)
  const current = await scanCode()

  // With the outdated code the order is rejected, and the page asks to scan the code on the table.
  const phone = await phones.at(table)
  // It opens the menu without a key, so it is asked to scan the code.
  await phone.getByRole('button', { name: t('table.scanLater') }).click()
  // The closed dialog leaves its entry in the history; a navigation that begins meanwhile is aborted.
  await expect.poll(() => phone.evaluate(() => history.state?.layers ?? 0)).toBe(0)
  await phone.goto(outdated)
  await phone.getByRole('button', { name: t('sharedTable.alone') }).click()
  await addDishButton(phone, dish?.name ?? '').click()
  await openCart(phone)
  await phone.getByRole('button', { name: t('cart.checkout') }).click()
  const order = phone.getByRole('dialog', { name: t('checkout.tableTitle', { number: 91 }) })
  const send = order.getByRole('button', { name: /·/ }).last()
  await send.click()
  await expect(order.getByRole('alert')).toContainText(
    'Please scan the code on your tableAn order for a table needs the code on that table.',
  )
  const orderNotes = () => restaurant.query('select notes from orders where table_id = $1', [table.id])
  expect(await orderNotes()).toEqual([])
  expect(await restaurant.query('select status from tables where id = $1', [table.id])).toEqual([
    { status: 'available' },
  ])

  // With the current code the same phone still has its cart, also after a reload, and can order.
  // An address with /order leads to the menu too, and keeps the key.
  await phone.goto(current.replace('/menu', '/order'))
  await expect(phone).toHaveURL(current)
  await phone.reload()
  await openCart(phone)
  await phone.getByRole('button', { name: t('cart.checkout') }).click()
  await order.getByLabel(/Notes/).fill('scanned')
  await send.click()
  await expect(phone.getByText('Thank you, your order is in!')).toBeVisible()
  expect(await orderNotes()).toEqual([{ notes: 'scanned' }])

  // A guest in a shared session stays in it when the owner moves the session to another table.
  const other = await phones.at(table)
  // A new visit: the page has not asked for a name yet.
  await other.evaluate(() => sessionStorage.clear())
  await other.goto(current)
  await joinSharedCart(other, 'Dan')
  const secondTable = await createTable(restaurant, 92)
  const { id } = (
    await restaurant.query<{ id: string }>(`select id from shared_sessions where table_id = $1 and status = 'active'`, [
      table.id,
    ])
  )[0] ?? { id: '' }
  await restaurant.asOwner('POST', `/api/shared-sessions/${id}/move`, { tableId: secondTable.id })
  await expect(other).toHaveURL(new RegExp(`/menu\\?table=${secondTable.id}&key=[\\w-]{8}$`))
})
