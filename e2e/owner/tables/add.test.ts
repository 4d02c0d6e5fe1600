import { expectAccessible } from '../../support/axe.ts'
import { expect, test } from '../../support/fixtures.ts'
import { button, openTablesTab, row, t } from '../../support/tables-tab.ts'

test.use({ viewport: { width: 1180, height: 820 }, expectedProblems: /409 POST .*\/api\/tables/ })

/** Used by no other test. */
const FIRST_NUMBER = 150

test('an owner adds tables one after another, and the form says what is wrong', async ({
  page: dashboard,
  restaurant,
}) => {
  await openTablesTab(dashboard, restaurant)
  const form = dashboard.getByRole('form', { name: t('tables.add') })
  const [number, capacity] = [form.getByLabel(t('tables.number')), form.getByLabel(t('tables.capacity'))]
  const add = form.getByRole('button', { name: t('tables.add') })

  // Invalid input.
  await button(dashboard, t('tables.add')).click()
  await expect(number).toBeFocused()
  await number.fill('')
  await add.click()
  await expect(form).toContainText('Completați toate câmpurile')
  await number.fill('0')
  await capacity.fill('0')
  await add.click()
  await expect(form).toContainText(t('validation.tableNumber'))
  await expect(form).toContainText(t('validation.tableCapacity'))
  await expect(number).toBeFocused()
  await number.fill('1')
  await capacity.fill('6')
  await add.click()
  await expect(form).toContainText('Numărul mesei există deja')
  await expectAccessible(dashboard, 'the tables with an error')

  await number.fill(String(FIRST_NUMBER))
  await add.click()
  await expect(row(dashboard, FIRST_NUMBER)).toContainText(t('tables.seats', { count: 6 }))
  await expect(number).toBeFocused()
  // Other journeys may have left tables with higher numbers.
  const [last] = await restaurant.query<{ number: number }>('select max(number) as number from tables')
  const next = Number(last?.number) + 1
  await expect(number).toHaveValue(String(next))
  await dashboard.keyboard.press('Enter')
  await expect(row(dashboard, next)).toBeVisible()
  await form.getByRole('button', { name: t('common.close') }).click()
  await expect(button(dashboard, t('tables.add'))).toBeFocused()
  await restaurant.query('delete from tables where number = any($1)', [[FIRST_NUMBER, next]])
})
