import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

const language = 'ro'
const t = translator(language)

test('a tap anywhere on a card opens the sheet of the dish, which orders it with a note', {
  tag: '@firefox',
}, async ({ page, restaurant }) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('the menu is empty')
  const name = nameIn(language, dish)
  const priceOf = (portions: number) => formatMoney(dish.price * portions, 'lei')
  await setLanguage(page, language)
  await page.goto('/menu')
  const card = page.locator(`#dish-${dish.id}`)
  const sheet = page.getByRole('dialog', { name })

  // Picture and text are no buttons: what is tapped is the name, which covers the card.
  const [cardBox, picture] = [await card.boundingBox(), await card.locator('[data-picture]').boundingBox()]
  if (!cardBox || !picture) throw new Error('no picture')
  const [x, y] = [picture.x - cardBox.x + picture.width / 2, picture.y - cardBox.y + picture.height / 2]
  await card.click({ position: { x, y } })
  await expect(sheet).toBeVisible()
  // Nobody presses Back in the moment before the sheet has its entry.
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/menu$/)

  await card.click({ position: { x: 20, y: 60 } })
  await expect(sheet.getByRole('button', { name: t('menu.dish.add', { total: priceOf(1) }) })).toBeVisible()
  await expectAccessible(page, 'the sheet of a dish', '[role=dialog]')
  await sheet.getByRole('button', { name: t('menu.more', { name }) }).click()
  await sheet.getByRole('textbox', { name: t('cart.noteFor', { name }) }).fill('fără ceapă')
  await sheet.getByRole('button', { name: t('menu.dish.add', { total: priceOf(2) }) }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: name })).toHaveText(t('cart.added', { name, count: 2 }))

  await card.getByRole('heading').click()
  await expect(sheet.getByRole('textbox')).toHaveValue('fără ceapă')
  await sheet.getByRole('button', { name: t('menu.more', { name }) }).click()
  // The picture opens above the sheet; Escape and Back close it alone.
  await sheet.getByRole('button', { name: t('menu.enlarge', { name }) }).click()
  const surfaces = page.getByRole('dialog', { name, includeHidden: true })
  await expect(surfaces).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(surfaces).toHaveCount(1)
  await expect(sheet).toHaveCount(1)
  await sheet.getByRole('button', { name: t('menu.dish.update', { total: priceOf(3) }) }).click()
  await expect(sheet).toHaveCount(0)
  await expect(card.getByText(t('menu.inCart', { count: 3 }))).toBeAttached()
})

test('a phone shows three cards and a half, and the picture’s button adds without opening the sheet', async ({
  page,
  restaurant,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await setLanguage(page, language)
  await page.goto('/menu')
  const [dish] = restaurant.menu
  const name = dish ? nameIn(language, dish) : ''
  await page.getByRole('button', { name: t('menu.add', { name }) }).click()
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const heights = await page
    .locator('.dish')
    .evaluateAll((cards) => cards.slice(0, 4).map((card) => card.getBoundingClientRect().height))
  const [first = 0, second = 0, third = 0, fourth = 0] = heights
  // Three and a half below the header.
  expect(first + second + third + fourth / 2 + 3 * 13, `the heights ${heights}`).toBeLessThan(844 - 111)
})
