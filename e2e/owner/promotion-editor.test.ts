import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

test('the longest title fits a phone in the question that names it', async ({ dashboard, restaurant }) => {
  const t = translator('ro')
  const title = 'W'.repeat(120)
  await setLanguage(dashboard, 'ro')
  await dashboard.setViewportSize({ width: 390, height: 844 })
  await restaurant.query('delete from promotions')
  await restaurant.query(
    `insert into promotions (title, title_ro, description, description_ro, start_date, end_date, "order", created_at, updated_at)
     values ($1, $1, 'd', 'd', $2, $2, 1, now(), now())`,
    [title, '2026-12-01'],
  )
  await dashboard.goto('/dashboard?tab=promotions')
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
