import { readFile } from 'node:fs/promises'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboard-focus.ts'
import { translator } from '../support/language.ts'

const t = translator('en')

// The page may refetch a customer that has just been deleted.
test.use({ expectedProblems: /^404 GET .*\/api\/customers\/\d+$/ })

test('an owner sorts, finds, annotates, exports, merges and erases customers', async ({ dashboard, restaurant }) => {
  await dashboard.emulateMedia({ reducedMotion: 'reduce' })
  const numbers = { first: '0745 100 200', second: '0745 300 400' }
  const orderIds: number[] = []
  for (const [customerName, phoneNumber] of [
    ['Zoița Zărnescu', numbers.first],
    ['Zoița Zărnescu-Pop', numbers.second],
    ['Zoița Zărnescu-Pop', numbers.second],
  ])
    orderIds.push(
      (await restaurant.placeOrder({ customerName, phoneNumber, email: 'zoita@example.com', notes: 'etaj 3' })).id,
    )

  await dashboard.goto('/dashboard?tab=customers')
  const table = dashboard.getByRole('table', { name: t('dashboard.tabs.customers') })
  const open = (name: string) => table.getByRole('button', { name: t('customers.open', { name }), exact: true })
  // The customer with the latest order is first.
  await expect(table.getByRole('row').nth(1)).toContainText('Zoița Zărnescu-Pop')
  await expect(table.getByRole('row').nth(1)).toContainText(t('customers.segments.returning'))
  await expectAccessible(dashboard, 'customers')

  // A new order moves its customer to the top of the open list.
  await restaurant
    .placeOrder({ customerName: 'Zoița Zărnescu', phoneNumber: numbers.first })
    .then(({ id }) => orderIds.push(id))
  await expect(table.getByRole('row').nth(1)).toContainText(phoneForPeople('40745100200'))

  const search = dashboard.getByRole('textbox', { name: t('customers.searchLabel') })
  await search.fill('+40 745 100')
  await expect(table.getByRole('row')).toHaveCount(2)

  // The details open by keyboard; Escape returns the focus.
  await tabTo(dashboard, open('Zoița Zărnescu'), 'Tab', 20)
  await dashboard.keyboard.press('Enter')
  const detail = dashboard.getByRole('dialog', { name: 'Zoița Zărnescu', exact: true })
  await expect(detail.getByRole('listitem', { name: t('orders.order', { id: orderIds[3] }) })).toContainText('Pending')
  await detail.getByRole('button', { name: t('customers.edit') }).click()
  await expect(detail.getByLabel(t('customers.email'))).toHaveValue('zoita@example.com')
  await expectAccessible(dashboard, 'a customer', '[role=dialog]')

  await detail.getByLabel(t('customers.notes')).fill('Rings twice')
  await detail.getByRole('button', { name: t('common.save') }).click()
  await expect(dashboard.getByText(t('customers.saved'), { exact: true })).toBeVisible()

  // Both exports are downloaded as files.
  const download = async (link: string) => {
    const [file] = await Promise.all([
      dashboard.waitForEvent('download'),
      detail.getByRole('link', { name: link }).click(),
    ])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await download(t('customers.exportJson'))
  expect(json.name).toMatch(/^customer-\d+\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({ name: 'Zoița Zărnescu', notes: 'Rings twice', orders: [{}, {}] })
  const text = await download(t('customers.exportText'))
  expect(text.name).toMatch(/^customer-\d+\.txt$/)
  expect(text.text).toContain('Notes: Rings twice')

  // The merge previews its result.
  await detail.getByRole('button', { name: t('customers.merge') }).click()
  const merging = dashboard.getByRole('dialog', { name: t('customers.mergeTitle') })
  await merging.getByRole('textbox', { name: t('customers.mergeSearch') }).fill('zarnescu')
  await merging.getByRole('button', { name: /Zărnescu-Pop/ }).click()
  const result = merging.getByRole('region', { name: t('customers.mergeWillBe') })
  await expect(result).toContainText('Zoița Zărnescu-Pop')
  await expect(result).toContainText('Rings twice')
  await expectAccessible(dashboard, 'a merge', '[role=dialog]:last-of-type')
  await merging.getByRole('button', { name: t('customers.mergeConfirm', { name: 'Zoița Zărnescu-Pop' }) }).click()
  const merged = dashboard.getByRole('dialog', { name: 'Zoița Zărnescu-Pop' })
  await expect(merged.getByRole('list', { name: t('customers.orders') }).getByRole('listitem')).toHaveCount(4)
  await expect(merged.getByText(phoneForPeople('40745100200'))).toBeVisible()

  // The name disappears everywhere.
  for (const id of orderIds) await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  await merged.getByRole('button', { name: t('customers.erase') }).click()
  await dashboard
    .getByRole('alertdialog')
    .getByRole('button', { name: t('customers.eraseConfirm') })
    .click()
  await expect(merged).toBeHidden()
  await expect(dashboard.getByText(t('customers.noMatch'))).toBeVisible()

  // The orders stay on the board, without personal data.
  await dashboard.getByRole('tab', { name: t('dashboard.tabs.orders') }).click()
  await dashboard.getByRole('tab', { name: t('orders.tabs.completed') }).click()
  const card = dashboard.getByRole('article', { name: t('orders.order', { id: orderIds[0] }) })
  await expect(card).toContainText(t('orders.erased'))
  await expect(dashboard.getByText(/Zoița|Zărnescu|etaj 3/)).toHaveCount(0)
})
