import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'

/** @returns the text of the file that the click downloads; its name must match. */
async function download(page: Page, name: RegExp, click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  expect(file.suggestedFilename()).toMatch(name)
  return readFile(await file.path(), 'utf8')
}

test('an owner imports a menu file, which guests see, and undoes the import', async ({
  dashboard,
  page,
  restaurant,
}) => {
  const [dish, other] = restaurant.menu
  if (!dish || !other) throw new Error('no dishes')
  await setLanguage(page.context(), 'ro')
  await Promise.all([dashboard.goto('/dashboard?tab=menu'), page.goto('/menu')])
  const dialog = dashboard.getByRole('dialog', { name: 'Import the menu' })
  const preview = async (name: string, csv: string) => {
    await dashboard.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
  }
  const undo = async () => {
    await dashboard.getByRole('button', { name: 'Undo', exact: true }).click()
    const confirmation = dashboard.getByRole('dialog', { name: 'Undo the last import?' })
    await expect(confirmation.getByText(/by patron$/)).toBeVisible()
    await confirmation.getByRole('button', { name: 'Undo the last import' }).click()
    await expect(dashboard.getByText('The menu is again what it was before', { exact: true })).toBeVisible()
    await expect(confirmation).toBeHidden()
  }

  // The template can be imported as it is.
  const template = await download(dashboard, /^menu-template\.csv$/, async () => {
    await dashboard.getByRole('button', { name: 'More about the menu file' }).click()
    await dashboard.getByRole('menuitem', { name: 'Download CSV template' }).click()
  })
  await preview('template.csv', template)
  await expect(dialog.getByRole('region', { name: 'New dishes' })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Rows to mend' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await undo()

  // Importing an unchanged export changes nothing.
  const exported = await download(dashboard, /^menu-\d{4}-\d\d-\d\d\.csv$/, () =>
    dashboard.getByRole('button', { name: 'Export menu CSV' }).click(),
  )
  await preview('menu.csv', exported)
  await expect(dialog.getByText('Nothing would change: the menu is already like this.', { exact: true })).toBeVisible()
  await dashboard.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // A changed price, and a cleared description of another dish.
  const card = page.locator(`#dish-${dish.id}`)
  const changed = exported.replace(`,${dish.price},`, `,${dish.price + 150},`).replace(other.descriptionRo, '')
  await preview('menu.csv', changed)
  const oldPrice = (dish.price / 100).toFixed(2)
  const newPrice = ((dish.price + 150) / 100).toFixed(2)
  const changes = dialog.getByRole('region', { name: 'Changed dishes' })
  await expect(changes.getByText(`from ${oldPrice} LEI to ${newPrice} LEI`)).toBeVisible()
  await expect(changes.getByText('cleared', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Clears 1 cell', { exact: true })).toBeVisible()
  await expectAccessible(dashboard, 'the preview of an import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText(newPrice)).toBeVisible()

  await undo()
  await expect(card.getByText(oldPrice)).toBeVisible()

  // A bulk change by keyboard: its bar disappears while its dialog has the focus, which then moves to the dishes.
  const dishes = dashboard.getByRole('checkbox', { name: /^Select / })
  await dishes.nth(1).focus()
  await dashboard.keyboard.press('Space')
  await dashboard.getByRole('button', { name: 'Hide', exact: true }).press('Enter')
  const bulk = dashboard.getByRole('dialog', { name: 'Hide dishes' })
  await bulk.getByRole('button', { name: 'Change 1 dish' }).press('Enter')
  await expect(bulk).toBeHidden()
  await expect(dashboard.getByRole('region', { name: 'Selected dishes' })).toBeHidden()
  await expect(dashboard.getByRole('button', { name: /^Edit / }).first()).toBeFocused()
  await undo()
})

test('an import stores what the preview showed, even if the file was changed meanwhile', async ({
  dashboard,
  restaurant,
}, info) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const path = info.outputPath('menu.csv')
  const save = (price: string) => writeFile(path, `id,price\n${dish.id},${price}\n`)
  await save('28 lei')
  await dashboard.goto('/dashboard?tab=menu')
  await dashboard.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = dashboard.getByRole('dialog', { name: 'Import the menu' })
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
  // Later tests expect the original price.
  await restaurant.asOwner('PATCH', `/api/menu/${dish.id}`, { price: dish.price })
})
