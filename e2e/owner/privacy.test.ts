import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'

test('an owner lets guests’ data go after twelve months: asked once, and told when it starts', async ({ board }) => {
  const dialog = board.getByRole('dialog', { name: 'Settings' })
  const open = async () => {
    await board.getByRole('button', { name: 'Settings', exact: true }).click()
    await dialog.getByRole('tab', { name: 'Restaurant' }).click()
  }
  await board.goto('/dashboard')
  await open()
  const months = dialog.getByLabel('Erase after (months)')
  await expect(months).toHaveValue('')
  await months.fill('121')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(dialog.getByText('Must be a whole number from 1 to 120')).toBeVisible()
  await months.fill('12')
  await expect(dialog.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(board, 'guests’ data', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Set the months' }).click()

  const question = board.getByRole('alertdialog', { name: 'Erase guests’ data after 12 months?' })
  await expect(question.getByText(/^Today this would take /)).toBeVisible()
  await expectAccessible(board, 'the question', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await question.getByRole('button', { name: 'Erase after 12 months' }).click()
  await expect(question).toBeHidden()
  const starts = dialog.getByText(/^This starts on \d+ \w{3} \d{4}, \d\d:\d\d\. Until then nothing is erased\.$/)
  await expect(starts).toBeVisible()

  // Another day it still stands there; a longer time asks nothing, and keeps the start.
  const said = await starts.textContent()
  await board.reload()
  await open()
  await expect(months).toHaveValue('12')
  await expect(starts).toHaveText(said ?? '')
  await months.fill('24')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(board.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(starts).toHaveText(said ?? '')
  await months.fill('')
  await dialog.getByRole('button', { name: 'Set the months' }).click()
  await expect(starts).toBeHidden()
})
