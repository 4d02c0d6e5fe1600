import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Restaurant, recordSoundPlays, signIn } from '../support/fixtures.ts'
import { addDishButton, createTable, joinSharedCart, openCart, tableTest as test } from '../support/shared-session.ts'

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const DESKTOP = { width: 1180, height: 820 }

test.use({ wholeMenu: true, deviceScaleFactor: 2, expectedProblems: /./ })

test('takes the screenshots of the guest’s pages', async ({ page, phones, restaurant }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/menu')
  await expect(page.getByRole('button', { name: /to the cart$/ }).first()).toBeVisible()
  await saveScreenshots(page, 'menu')

  const table = await createTable(restaurant, 5)
  const [ana, matei] = [await phones.at(table), await phones.at(table)]
  await joinSharedCart(ana, 'Ana')
  await joinSharedCart(matei, 'Matei')
  const [first, second, third] = restaurant.menu.filter((dish) => dish.isActive)
  for (const [phone, dish] of [
    [ana, first],
    [matei, second],
    [matei, third],
  ] as const) {
    await addDishButton(phone, dish?.name ?? '')
      .first()
      .click()
  }
  await openCart(ana)
  await expect(ana.getByRole('dialog').getByText(third?.name ?? '')).toBeVisible()
  await saveScreenshots(ana, 'shared-cart')
})

test('takes the screenshots of the owner’s pages', async ({ page, context, restaurant }) => {
  await page.setViewportSize(DESKTOP)
  await signIn(context, restaurant)
  await recordSoundPlays(context)
  await placeOrders(restaurant)
  await page.goto('/dashboard')
  await expect(page.getByText('Ioana').first()).toBeVisible()
  await saveScreenshots(page, 'board')
  await page.goto('/kitchen')
  await expect(page.getByRole('article').first()).toBeVisible()
  await saveScreenshots(page, 'kitchen')
  await page.goto('/dashboard?tab=menu')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await saveScreenshots(page, 'menu-tab')
  await page.setViewportSize({ width: 1180, height: 1180 })
  await page.goto('/dashboard?view=reports')
  await expect(page.getByRole('table').first()).toBeVisible()
  await saveScreenshots(page, 'reports')
})

async function placeOrders({ menu, placeOrder, asOwner, query }: Restaurant): Promise<void> {
  const names = ['Ioana', 'Andrei', 'Maria', 'Vlad', 'Elena', 'Radu']
  const tables = await query<{ id: number }>('select id::int from tables order by number limit 6')
  for (const [i, customerName] of names.entries()) {
    const dishes = menu.slice(i * 3, i * 3 + 2 + (i % 2))
    const { id } = await placeOrder({
      items: dishes.map(({ id }, j) => ({ menuItemId: id, quantity: 1 + ((i + j) % 2) })),
      total: dishes.reduce((sum, { price }, j) => sum + price * (1 + ((i + j) % 2)), 0),
      customerName,
      phoneNumber: `0722 000 11${i}`,
      ...(i % 3 === 0 ? { diningOption: 'takeaway' } : { diningOption: 'dine-in', tableId: tables[i]?.id }),
    })
    if (i % 3 === 1) await asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
  }
}

/** Saves a screenshot of the page in the light and in the dark theme. */
async function saveScreenshots(page: Page, name: string): Promise<void> {
  const sound = page.getByRole('button', { name: 'Turn the sound on' })
  if (await sound.isVisible()) await sound.click()
  await mkdir(FOLDER, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForLoadState('networkidle')
    const png = await page.screenshot()
    await sharp(png)
      .webp({ quality: 80 })
      .toFile(path.join(FOLDER, `${name}-${theme}.webp`))
  }
}
