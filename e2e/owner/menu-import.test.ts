import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'

/** The text of the file that a click downloads, which has the name that the server gave it. */
async function download(page: Page, name: RegExp, click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  expect(file.suggestedFilename()).toMatch(name)
  return readFile(await file.path(), 'utf8')
}

test('a menu is imported from the template, exported, changed, imported again, seen by guests, and taken back', async ({
  board,
  page,
  restaurant,
}) => {
  test.slow()
  const [dish, other] = restaurant.menu
  if (!dish || !other) throw new Error('no dishes')
  await speak(page.context(), 'ro')
  await Promise.all([board.goto('/dashboard?tab=menu'), page.goto('/menu')])
  const dialog = board.getByRole('dialog', { name: 'Import the menu' })
  const preview = async (name: string, csv: string) => {
    await board.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
  }
  const undo = async () => {
    await board.getByRole('button', { name: 'Undo', exact: true }).click()
    const asked = board.getByRole('dialog', { name: 'Undo the last import?' })
    await expect(asked.getByText(/by patron$/)).toBeVisible()
    await asked.getByRole('button', { name: 'Undo the last import' }).click()
    await expect(board.getByText('The menu is again what it was before', { exact: true })).toBeVisible()
    await expect(asked).toBeHidden()
  }

  // The template can be imported as it is.
  const template = await download(board, /^menu-template\.csv$/, async () => {
    await board.getByRole('button', { name: 'More about the menu file' }).click()
    await board.getByRole('menuitem', { name: 'Download CSV template' }).click()
  })
  await preview('template.csv', template)
  await expect(dialog.getByRole('region', { name: 'New dishes' })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Rows to mend' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await undo()

  // What is exported and changed nowhere changes nothing.
  const exported = await download(board, /^menu-\d{4}-\d\d-\d\d\.csv$/, () =>
    board.getByRole('button', { name: 'Export menu CSV' }).click(),
  )
  await preview('menu.csv', exported)
  await expect(dialog.getByText('Nothing would change: the menu is already like this.', { exact: true })).toBeVisible()
  await board.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // One price, and the description of another dish emptied.
  const card = page.locator(`#dish-${dish.id}`)
  const changed = exported.replace(`,${dish.price},`, `,${dish.price + 150},`).replace(other.descriptionRo, '')
  await preview('menu.csv', changed)
  const old = (dish.price / 100).toFixed(2)
  const now = ((dish.price + 150) / 100).toFixed(2)
  const changes = dialog.getByRole('region', { name: 'Changed dishes' })
  await expect(changes.getByText(`from ${old} LEI to ${now} LEI`)).toBeVisible()
  await expect(changes.getByText('cleared', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Clears 1 cell', { exact: true })).toBeVisible()
  await expectAccessible(board, 'the preview of an import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText(now)).toBeVisible()

  await undo()
  await expect(card.getByText(old)).toBeVisible()

  // Several dishes at once, by keyboard: the bar goes with the focus in its dialog, which then is among the dishes.
  const dishes = board.getByRole('checkbox', { name: /^Select / })
  await dishes.nth(1).focus()
  await board.keyboard.press('Space')
  await board.getByRole('button', { name: 'Hide', exact: true }).press('Enter')
  const bulk = board.getByRole('dialog', { name: 'Hide dishes' })
  await bulk.getByRole('button', { name: 'Change 1 dish' }).press('Enter')
  await expect(bulk).toBeHidden()
  await expect(board.getByRole('region', { name: 'Selected dishes' })).toBeHidden()
  await expect(board.getByRole('button', { name: /^Edit / }).first()).toBeFocused()
  await undo()
})

test('a file that was saved anew after it was chosen is never imported otherwise than it was shown', async ({
  board,
  restaurant,
}, info) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const path = info.outputPath('menu.csv')
  const save = (price: string) => writeFile(path, `id,price\n${dish.id},${price}\n`)
  await save('28 lei')
  await board.goto('/dashboard?tab=menu')
  await board.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = board.getByRole('dialog', { name: 'Import the menu' })
  await dialog.getByLabel('Choose a CSV file').setInputFiles(path)
  const preview = dialog.getByRole('button', { name: 'Show what would change' })
  await preview.click()
  await expect(dialog.getByRole('region', { name: 'Rows to mend' })).toBeVisible()

  await save('12300')
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await preview.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The file was changed or moved after it was chosen. Please choose it again.',
  )
  await dialog.getByLabel('Choose another file').setInputFiles(path)
  await preview.click()
  await expect(dialog.getByText('to 123.00 LEI')).toBeVisible()

  await save('45600')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  const [row] = await restaurant.query<{ price: string }>(`select price from menu_items where id = ${dish.id}`)
  expect(Number(row?.price)).toBe(12300)
  // The tests after this one order by the menu as it was.
  await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { price: dish.price })
})
