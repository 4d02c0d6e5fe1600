import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseInHeaderMenu } from '../support/header-menu.ts'

test('an owner sets the erasure of guests’ data after a confirmation, and sees when it starts', async ({
  dashboard,
}) => {
  const dialog = dashboard.getByRole('dialog', { name: 'Settings' })
  const open = async () => {
    await chooseInHeaderMenu(dashboard, 'Settings')
    await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  }
  await dashboard.goto('/dashboard')
  await open()
  const months = dialog.getByLabel('Erase after (months)')
  await expect(months).toHaveValue('')
  await months.fill('121')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(dialog.getByText('Must be a whole number from 1 to 120')).toBeVisible()
  await months.fill('12')
  await expect(dialog.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(dashboard, 'guests’ data', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Set the months' }).click()

  const question = dashboard.getByRole('alertdialog', { name: 'Erase guests’ data after 12 months?' })
  await expect(question.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(dashboard, 'the question', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await question.getByRole('button', { name: 'Erase after 12 months' }).click()
  await expect(question).toBeHidden()
  const starts = dialog.getByText(/^This starts on \d+ \w{3} \d{4}, \d\d:\d\d\. Until then nothing is erased\.$/)
  await expect(starts).toBeVisible()

  // The start survives a reload; a longer period needs no confirmation and does not change the start.
  const startText = await starts.textContent()
  await dashboard.reload()
  await open()
  await expect(months).toHaveValue('12')
  await expect(starts).toHaveText(startText ?? '')
  await months.fill('24')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(dashboard.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(starts).toHaveText(startText ?? '')
  await months.fill('')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(starts).toBeHidden()
})
