import type { Page } from '@playwright/test'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

const t = translator('en')

/** Opens the menu as a guest. @returns the titles of the promotions on it */
async function titlesOnMenu(page: Page): Promise<string[]> {
  await page.goto('/menu')
  await expect(page.locator('.dish').first()).toBeVisible()
  const carousel = page.getByRole('region', { name: t('promotions.title') })
  return carousel.getByRole('heading', { level: 2, includeHidden: true }).allTextContents()
}

async function openEditor(dashboard: Page, { query }: Restaurant): Promise<void> {
  await query('delete from promotions')
  await dashboard.goto('/dashboard?tab=promotions')
}

test('promotions that an owner adds, reorders and switches off change on the guests’ menu', async ({
  dashboard,
  page,
  restaurant,
}) => {
  // The same day for the whole test, also if it runs over midnight.
  const today = localTime(new Date(), 'Europe/Bucharest').day
  // The editor's own tests cover Romanian.
  await setLanguage(dashboard, 'en')
  await setLanguage(page, 'en')
  await openEditor(dashboard, restaurant)
  const row = (name: string) => dashboard.getByRole('listitem', { name, exact: true })
  const titles = () =>
    dashboard
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((item) => item.ariaLabel))
  const save = () => dashboard.getByRole('dialog').getByRole('button', { name: t('common.save'), exact: true })
  const [wine, trout] = ['Wine night', 'Trout week']

  await dashboard.getByRole('button', { name: t('promotionEditor.addFirst') }).click()
  const form = dashboard.getByRole('dialog')
  const field = (name: 'title' | 'titleRo' | 'description' | 'descriptionRo' | 'startDate' | 'endDate') =>
    form.getByLabel(t(`promotionEditor.fields.${name}`), { exact: true })
  await save().click()
  await expectAccessible(dashboard, 'a new promotion with errors', '[role=dialog]')
  await field('title').fill('Wine night')
  await field('titleRo').fill('Seara vinului')
  await field('description').fill('By the glass')
  await field('descriptionRo').fill('La pahar')
  await field('startDate').fill(today)
  await field('endDate').fill(addDays(today, 3))
  const photo = await page.screenshot({ type: 'jpeg' })
  await form
    .getByLabel(t('menuImports.columns.imageUrl'), { exact: true })
    .setInputFiles({ name: 'wine.jpg', mimeType: 'image/jpeg', buffer: photo })
  await save().click()
  await expect(form).toBeHidden()
  await expect(row(wine)).toContainText(t('promotionEditor.standing.shown'))
  expect(await titlesOnMenu(page)).toEqual([wine])
  await expect(
    page
      .getByRole('region', { name: t('promotions.title') })
      .locator('img')
      .last(),
  ).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{32}\//)

  // A promotion added on another device appears in the open list; its position applies to everybody.
  const texts = { title: trout, titleRo: 'Păstrăv', description: 'From the farm', descriptionRo: 'De la munte' }
  const added = new FormData()
  for (const [name, text] of Object.entries({ ...texts, startDate: today, endDate: today })) added.set(name, text)
  const headers = { cookie: `masa_session=${restaurant.ownerCookie}` }
  expect((await fetch(`${restaurant.url}/api/promotions`, { method: 'POST', headers, body: added })).status).toBe(201)
  await expect.poll(titles).toEqual([wine, trout])
  const up = row(trout).getByRole('button', { name: t('common.moveUp', { name: trout }) })
  await up.focus()
  await dashboard.keyboard.press('Enter')
  await expect.poll(titles).toEqual([trout, wine])
  await expect(up).toBeFocused()
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  expect(await titlesOnMenu(page)).toEqual([trout, wine])
  await expectAccessible(dashboard, 'the promotions', 'main')

  // A promotion that is switched off disappears from the menu.
  await row(trout).getByRole('switch').click()
  await expect(row(trout)).toContainText('Inactivă')
  await expect(row(trout)).toContainText(t('promotionEditor.standing.off'))
  await expect.poll(() => titlesOnMenu(page)).toEqual([wine])
})

test('the longest title fits a phone in the question that names it', async ({ dashboard, restaurant }) => {
  const t = translator('ro')
  const title = 'W'.repeat(120)
  await setLanguage(dashboard, 'ro')
  await dashboard.setViewportSize({ width: 390, height: 844 })
  await openEditor(dashboard, restaurant)
  await restaurant.query(
    `insert into promotions (title, title_ro, description, description_ro, start_date, end_date, "order", created_at, updated_at)
     values ($1, $1, 'd', 'd', $2, $2, 1, now(), now())`,
    [title, '2026-12-01'],
  )
  await dashboard.reload()
  await dashboard.getByRole('button', { name: t('menuEditor.edit', { name: title }) }).click()
  await dashboard
    .getByRole('dialog')
    .getByRole('button', { name: t('common.delete'), exact: true })
    .click()
  await expect
    .poll(async () => {
      const box = await dashboard.getByRole('alertdialog').boundingBox()
      return box && box.x >= 0 && box.x + box.width <= 390
    })
    .toBe(true)
})
