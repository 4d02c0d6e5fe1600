import { readFile } from 'node:fs/promises'
import { phoneForPeople } from '#shared/domain/phone.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFocusSeen, tabTo } from '../support/keys.ts'
import { words } from '../support/words.ts'

const t = words('en')

// The news that somebody is gone may be here before the answer to the own click.
test.use({ expected: /^(409 DELETE|404 GET) .*\/api\/customers\/\d+$/ })

test('customers are found, sorted, noted, merged, exported and erased', async ({ board, restaurant }) => {
  test.slow()
  await board.emulateMedia({ reducedMotion: 'reduce' })
  const numbers = { old: '0745 100 200', kept: '0745 300 400' }
  const placed: number[] = []
  for (const [customerName, phoneNumber] of [
    ['Zoița Zărnescu', numbers.old],
    ['Zoița Zărnescu-Pop', numbers.kept],
    ['Zoița Zărnescu-Pop', numbers.kept],
  ])
    placed.push((await restaurant.order({ customerName, phoneNumber, email: 'zoita@example.com', notes: 'etaj 3' })).id)

  await board.goto('/dashboard?tab=customers')
  const table = board.getByRole('table', { name: t('customers.table') })
  const open = (name: string) => table.getByRole('button', { name: t('customers.open', { name }), exact: true })
  // Who ordered last stands first.
  await expect(table.getByRole('row').nth(1)).toContainText('Zoița Zărnescu-Pop')
  await expect(table.getByRole('row').nth(1)).toContainText(t('customers.segments.returning'))
  await expectAccessible(board, 'customers')

  // A new order of somebody moves them up, without a touch.
  await restaurant.order({ customerName: 'Zoița Zărnescu', phoneNumber: numbers.old }).then(({ id }) => placed.push(id))
  await expect(table.getByRole('row').nth(1)).toContainText(phoneForPeople('40745100200'))

  // Sorted by keyboard.
  const search = board.getByRole('textbox', { name: t('customers.searchLabel') })
  await search.focus()
  const spent = table.getByRole('columnheader', { name: t('customers.totalSpent') })
  await tabTo(board, spent.getByRole('button'), 'Tab', 5)
  await expectFocusSeen(board)
  await board.keyboard.press('Enter')
  await expect(spent).toHaveAttribute('aria-sort', 'descending')
  await board.keyboard.press('Enter')
  await expect(spent).toHaveAttribute('aria-sort', 'ascending')

  // Searched as people write: without diacritics, or by the number.
  await search.fill('zoita zarnescu')
  await expect(table.getByRole('row')).toHaveCount(3)
  await search.fill('+40 745 100')
  await expect(table.getByRole('row')).toHaveCount(2)

  // Opened by keyboard; Esc gives the focus back.
  await tabTo(board, open('Zoița Zărnescu'), 'Tab', 20)
  await board.keyboard.press('Enter')
  const detail = board.getByRole('dialog', { name: 'Zoița Zărnescu', exact: true })
  await expect(detail.getByRole('listitem', { name: t('orders.order', { id: placed[3] }) })).toContainText('Pending')
  await board.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(open('Zoița Zărnescu')).toBeFocused()
  await board.keyboard.press('Enter')
  await expect(detail.getByText('zoita@example.com')).toHaveCount(0)
  await expect(detail.getByLabel(t('customers.email'))).toHaveValue('zoita@example.com')
  await expectAccessible(board, 'a customer', '[role=dialog]')

  // A note, while another order comes: what is being typed stays.
  await detail.getByLabel(t('customers.notes')).fill('Rings twice')
  placed.push((await restaurant.order({ customerName: 'Zoița', phoneNumber: numbers.old })).id)
  await expect(detail.getByRole('listitem', { name: t('orders.order', { id: placed[4] }) })).toBeVisible()
  await expect(detail.getByLabel(t('customers.notes'))).toHaveValue('Rings twice')
  await detail.getByRole('button', { name: t('customers.save') }).click()
  await expect(board.getByText(t('customers.saved'), { exact: true })).toBeVisible()

  // Both exports are files.
  const download = async (link: string) => {
    const [file] = await Promise.all([board.waitForEvent('download'), detail.getByRole('link', { name: link }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await download(t('customers.exportJson'))
  expect(json.name).toMatch(/^customer-\d+\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({ name: 'Zoița Zărnescu', notes: 'Rings twice', orders: [{}, {}, {}] })
  const text = await download(t('customers.exportText'))
  expect(text.name).toMatch(/^customer-\d+\.txt$/)
  expect(text.text).toContain('Notes: Rings twice')

  // Merged, after both and what will be were shown.
  await detail.getByRole('button', { name: t('customers.merge') }).click()
  const merging = board.getByRole('dialog', { name: t('customers.mergeTitle') })
  await merging.getByRole('textbox', { name: t('customers.mergeSearch') }).fill('zarnescu')
  await merging.getByRole('button', { name: /Zărnescu-Pop/ }).click()
  const willBe = merging.getByRole('region', { name: t('customers.mergeWillBe') })
  await expect(willBe).toContainText('Zoița Zărnescu-Pop')
  await expect(willBe).toContainText('Rings twice')
  await expectAccessible(board, 'a merge', '[role=dialog]:last-of-type')
  await merging.getByRole('button', { name: t('customers.mergeConfirm', { name: 'Zoița Zărnescu-Pop' }) }).click()
  const merged = board.getByRole('dialog', { name: 'Zoița Zărnescu-Pop' })
  await expect(merged.getByRole('list', { name: t('customers.orders') }).getByRole('listitem')).toHaveCount(5)
  await expect(merged.getByText(phoneForPeople('40745100200'))).toBeVisible()

  // Erased: refused while an order is open, then gone everywhere.
  const erase = async () => {
    await merged.getByRole('button', { name: t('customers.erase') }).click()
    const question = board.getByRole('alertdialog')
    await expect(question).toContainText(t('customers.eraseDescription'))
    await question.getByRole('button', { name: t('customers.eraseConfirm') }).click()
    return question
  }
  const refused = board.waitForResponse((answer) => answer.request().method() === 'DELETE')
  const question = await erase()
  expect((await refused).status()).toBe(409)
  await expect(board.getByText(t('errors.open_orders'), { exact: true })).toBeVisible()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  for (const id of placed) await restaurant.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  await erase()
  await expect(merged).toBeHidden()
  await expect(board.getByText(t('customers.noMatch'))).toBeVisible()

  // The orders stay on the board, without the person.
  await board.getByRole('tab', { name: t('dashboard.tabs.orders') }).click()
  await board.getByRole('tab', { name: t('orders.tabs.completed') }).click()
  const card = board.getByRole('article', { name: t('orders.order', { id: placed[0] }) })
  await expect(card).toContainText(t('orders.erased'))
  await expect(board.getByText(/Zoița|Zărnescu|etaj 3/)).toHaveCount(0)
})
