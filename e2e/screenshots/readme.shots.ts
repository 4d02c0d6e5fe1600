import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { NOON_ZONE } from '../support/clock.ts'
import { expect, type Restaurant, recordSoundPlays, signIn } from '../support/fixtures.ts'
import { addDishButton, createTable, joinSharedCart, openCart, tableTest as test } from '../support/shared-session.ts'
import { fillOrder } from '../support/steps.ts'

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const DESKTOP = { width: 1180, height: 820 }

test.use({
  ...{ wholeMenu: true, deviceScaleFactor: 2, expectedProblems: /./ },
  ...{ timeZone: NOON_ZONE, timezoneId: NOON_ZONE },
})

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

  await page.clock.install()
  await fillOrder(page, second?.name, 'Ana')
  await page.getByRole('dialog').getByRole('button', { name: /·/ }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toBeVisible()
  await saveScreenshots(page, 'receipt')
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
  await page.setViewportSize(DESKTOP)
  await reserveTables(restaurant)
  await page.goto('/dashboard?view=reservations')
  await expect(
    page.getByRole('list', { name: 'Reservations', exact: true }).getByRole('listitem').first(),
  ).toBeVisible()
  await saveScreenshots(page, 'reservations')
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

async function reserveTables({ asOwner, url }: Restaurant): Promise<void> {
  const settings = (await (await fetch(`${url}/api/settings`)).json()) as Settings
  const reservations = { ...DEFAULT_RESERVATIONS, ...settings.reservations, on: true }
  await asOwner('PATCH', '/api/settings', { reservations })
  const hourFromNow = (hours: number) => {
    const at = new Date(Date.now() + hours * 60 * 60_000)
    at.setUTCMinutes(Math.round(hours * 2) % 2 === 0 ? 0 : 30, 0, 0)
    return at.toISOString()
  }
  const guests = [
    { name: 'Ioana Pop', party: 4, hours: 1 },
    { name: 'Familia Ionescu', party: 6, hours: 3.5, notes: 'Scaun de copil' },
    { name: 'Andrei', party: 2, hours: 6 },
    { name: 'Maria Dobre', party: 2, hours: 7 },
    { name: 'Vlad', party: 5, hours: 7.5 },
    { name: 'Elena Marin', party: 3, hours: 8 },
    { name: 'Radu', party: 2, hours: 9.5 },
  ]
  for (const [i, { hours, ...guest }] of guests.entries()) {
    const reservation = { ...guest, at: hourFromNow(hours), phoneNumber: `0722 000 22${i}` }
    expect((await asOwner('POST', '/api/reservations', reservation)).status).toBe(201)
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
