import type { FloorTable } from '#shared/contracts/floor.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { createTable, tableTest as test } from '../support/shared-session.ts'

test.use({ expectedProblems: /429 POST .*\/calls$/ })

const language = 'en'

test('guests ask for the bill, read that somebody is on the way, and can call again', { tag: '@translated' }, async ({
  page,
  restaurant,
}) => {
  const t = translator(language)
  const table = await createTable(restaurant, 401)
  const calls = async () => {
    const floor: FloorTable[] = await (await restaurant.asOwner('GET', '/api/floor')).json()
    return floor.find(({ id }) => id === table.id)?.calls ?? []
  }
  await setLanguage(page, language)
  await page.goto(`/menu?table=${table.id}`)
  await page.getByRole('button', { name: t('sharedTable.alone') }).click()
  await page.getByRole('button', { name: t('calls.open') }).click()
  const sheet = page.getByRole('dialog', { name: t('calls.title') })
  await expectAccessible(page, 'the calls', '[role=dialog]')
  await sheet.getByRole('button', { name: t('calls.bill') }).click()
  await sheet.getByRole('button', { name: t('calls.card') }).click()
  await expect(sheet.getByRole('status').filter({ hasText: t('calls.comes.card') })).toBeVisible()
  const [bill] = await calls()
  expect(bill).toMatchObject({ kind: 'bill', method: 'card', status: 'open', takenBy: null })

  // The call is still there after a reload, and somebody takes it meanwhile.
  await page.reload()
  await restaurant.asOwner('POST', `/api/tables/${table.id}/calls/${bill?.id}/take`)
  await page.getByRole('button', { name: `${t('calls.open')}. ${t('calls.taken')}` }).click()
  await expect(sheet.getByText(t('calls.taken'))).toBeVisible()
  await expectAccessible(page, 'a call that was taken', '[role=dialog]')
  await restaurant.asOwner('DELETE', `/api/tables/${table.id}/calls/${bill?.id}`)
  await expect(sheet.getByText(t('calls.ended'))).toBeVisible()

  // Too early for the bill, and not for the waiter.
  await sheet.getByRole('button', { name: t('calls.bill') }).click()
  await sheet.getByRole('button', { name: t('calls.cash') }).click()
  await expect(sheet.getByRole('alert')).toHaveText(t('errors.call_again_later'))
  await sheet.getByRole('button', { name: t('calls.waiter') }).click()
  await expect(sheet.getByText(t('calls.told'))).toBeVisible()
  expect(await calls()).toMatchObject([{ kind: 'waiter', status: 'open' }])
})
