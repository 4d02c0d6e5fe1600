import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'

/** @returns the text of the file that the click downloads; its name must match. */
async function download(page: Page, name: RegExp, click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  expect(file.suggestedFilename()).toMatch(name)
  return readFile(await file.path(), 'utf8')
}

const importDialog = (dashboard: Page) => dashboard.getByRole('dialog', { name: 'Import the menu' })

/** Opens the import dialog with a file, and requests the preview. */
async function previewImport(dashboard: Page, name: string, csv: string): Promise<void> {
  await dashboard.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = importDialog(dashboard)
  await dialog.getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview the changes' }).click()
}

async function confirmImport(dashboard: Page): Promise<void> {
  await importDialog(dashboard)
    .getByRole('button', { name: /^Import [\d,]+ dish(es)?$/ })
    .click()
  await expect(importDialog(dashboard)).toBeHidden()
}

/** Undoes the last change through the toast that offers it. */
async function undo(dashboard: Page): Promise<void> {
  await dashboard.getByRole('button', { name: 'Undo', exact: true }).click()
  const confirmation = dashboard.getByRole('alertdialog', { name: 'Undo the last import?' })
  await expect(confirmation.getByText(new RegExp(`by ${OWNER.username}\\.`))).toBeVisible()
  await confirmation.getByRole('button', { name: 'Undo the last import' }).click()
  await expect(dashboard.getByText('The menu is again what it was before', { exact: true })).toBeVisible()
  await expect(confirmation).toBeHidden()
}

test('an unchanged export changes nothing; guests see the changes of an edited one, until the owner undoes the import', async ({
  dashboard,
  page,
  restaurant,
}) => {
  const [dish, other] = restaurant.menu
  if (!dish || !other) throw new Error('no dishes')
  await setLanguage(page.context(), 'ro')
  await Promise.all([dashboard.goto('/dashboard?tab=menu'), page.goto('/menu')])
  const dialog = importDialog(dashboard)
  const exported = await download(dashboard, /^menu-\d{4}-\d\d-\d\d\.csv$/, () =>
    dashboard.getByRole('button', { name: 'Export menu CSV' }).click(),
  )
  await previewImport(dashboard, 'menu.csv', exported)
  await expect(dialog.getByText('Nothing would change: the menu is already like this.', { exact: true })).toBeVisible()
  await dashboard.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The edited file has another price, and no Romanian description for another dish.
  const card = page.locator(`#dish-${dish.id}`)
  const edited = exported.replace(`,${dish.price},`, `,${dish.price + 150},`).replace(other.descriptionRo, '')
  await previewImport(dashboard, 'menu.csv', edited)
  const oldPrice = (dish.price / 100).toFixed(2)
  const newPrice = ((dish.price + 150) / 100).toFixed(2)
  const changes = dialog.getByRole('region', { name: 'Changed dishes' })
  await expect(changes.getByText(`from ${oldPrice} LEI to ${newPrice} LEI`)).toBeVisible()
  await expect(changes.getByText('cleared', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Clears 1 cell', { exact: true })).toBeVisible()
  await expectAccessible(dashboard, 'the preview of an import')
  await confirmImport(dashboard)
  await expect(card.getByText(newPrice)).toBeVisible()
  await undo(dashboard)
  await expect(card.getByText(oldPrice)).toBeVisible()
})
