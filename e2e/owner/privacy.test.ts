import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseInHeaderMenu } from '../support/steps.ts'

test('an owner sets the erasure of guests’ data after a confirmation, and sees when it starts', async ({
  dashboard,
}) => {
  const dialog = dashboard.getByRole('dialog', { name: 'Settings' })
  await dashboard.goto('/dashboard')
  await chooseInHeaderMenu(dashboard, 'Settings')
  await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  const months = dialog.getByLabel('Erase after (months)')
  await months.fill('12')
  await expect(dialog.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(dashboard, 'guests’ data', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const question = dashboard.getByRole('alertdialog', { name: 'Erase guests’ data after 12 months?' })
  await expect(question.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(dashboard, 'the question', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Erase after 12 months' }).click()
  const starts = dialog.getByText(/^This starts on \d+ \w{3} \d{4}, \d\d:\d\d\. Until then nothing is erased\.$/)
  await expect(starts).toBeVisible()
  await months.fill('')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(starts).toBeHidden()
})
