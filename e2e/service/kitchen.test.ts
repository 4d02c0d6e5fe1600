import type { Browser, Page } from '@playwright/test'
import type { Order } from '#shared/contracts/orders.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { KITCHEN_SCRIPT_BYTES } from '../../bench/budgets/budgets.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, recordSoundPlays, signIn, soundPlays, test } from '../support/fixtures.ts'
import { setLanguage } from '../support/language.ts'
import { bytesOf, neverIdle, scriptsOf } from '../support/scripts.ts'
import { translator } from '../support/translator.ts'

/** Opens /kitchen on a device of its own. */
async function openKitchen(browser: Browser, restaurant: Restaurant, language: Language): Promise<Page> {
  const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1280, height: 900 } })
  await signIn(context, restaurant)
  await setLanguage(context, language)
  await recordSoundPlays(context)
  const page = await context.newPage()
  await page.goto('/kitchen')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.locator('main').click({ position: { x: 2, y: 2 } })
  return page
}

// Other files of this worker use the same restaurant.
test.afterEach(({ restaurant }) => restaurant.asOwner('PATCH', '/api/settings', { language: 'en' }))

for (const language of LANGUAGES) {
  test(`two cooks at two screens work off orders that others change (${language})`, async ({ browser, restaurant }) => {
    const { menu, placeOrder, asOwner, query } = restaurant
    const t = translator(language)
    await query(
      "update orders set status = 'completed', ended_at = now() - interval '1 hour' where status <> 'completed'",
    )
    await asOwner('PATCH', '/api/settings', { language })
    const [soup, salad, schnitzel] = menu.slice(0, 3) as [
      Restaurant['menu'][0],
      Restaurant['menu'][0],
      Restaurant['menu'][0],
    ]
    const place = (dishes: Restaurant['menu'], note?: string): Promise<Order> =>
      placeOrder({
        items: dishes.map(({ id }, i) => ({ menuItemId: id, quantity: 1, ...(i === 0 && { notes: note }) })),
        total: dishes.reduce((sum, { price }) => sum + price, 0),
      })
    const nameOf = (dish: Restaurant['menu'][0]) => (language === 'ro' && dish.nameRo) || dish.name
    const one = await openKitchen(browser, restaurant, language)
    const two = await openKitchen(browser, restaurant, language)
    await expect(one.getByText(t('kitchen.empty'))).toBeVisible()
    const first = await place([soup, salad, schnitzel], 'alergie la nuci')
    const second = await place([soup])
    const card = (page: Page, { id }: Order) => page.getByRole('article', { name: `#${id}` })
    const line = (page: Page, order: Order, dish: Restaurant['menu'][0]) =>
      card(page, order).getByRole('button', { name: nameOf(dish) })

    // It rings on both, and both tick the same line.
    await expect.poll(async () => (await soundPlays(one)).length).toBeGreaterThan(0)
    await expect(card(one, first).getByRole('img', { name: t('kitchen.allergy') })).toBeVisible()
    await expect(line(two, first, soup)).toBeVisible()
    await Promise.all([line(one, first, soup).click(), line(two, first, soup).click()])
    for (const page of [one, two]) await expect(line(page, first, soup)).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(one, '/kitchen')

    // Taken off: seen at one screen, it still stands at the other, also after a reload.
    await asOwner('PATCH', `/api/orders/${first.id}/items/${first.items[1]?.id}`, { quantity: 0 })
    const seen = (page: Page, order: Order) =>
      card(page, order).getByRole('button', { name: t('kitchen.seenOf', { what: '' }) })
    await seen(one, first).click()
    await expect(seen(one, first)).toHaveCount(0)
    await expect(seen(two, first)).toBeVisible()
    await two.reload()
    await expect(seen(two, first)).toBeVisible()
    await seen(two, first).click()

    // Cancelled: it stays struck through until seen.
    await asOwner('PATCH', `/api/orders/${second.id}`, { status: 'cancelled' })
    await expect(card(one, second).locator('.line-through').first()).toBeVisible()
    await expectAccessible(one, '/kitchen with a cancelled order')
    await seen(one, second).click()
    await expect(card(one, second)).toHaveCount(0)
    await expect(card(two, second)).toBeVisible()

    // By keys at one screen; called back at the other, it returns to both.
    await one.keyboard.press('1')
    await one.keyboard.press('Space')
    for (const page of [one, two]) await expect(card(page, first)).toHaveCount(0)
    await two.getByRole('button', { name: t('kitchen.recall.openCount', { count: 1 }) }).click()
    await expectAccessible(two, 'recall', '[role=dialog]')
    await two
      .getByRole('dialog')
      .getByRole('button', { name: nameOf(schnitzel) })
      .click()
    await expect(line(one, first, schnitzel)).toHaveAttribute('aria-pressed', 'false')
    await expect(line(one, first, soup)).toHaveAttribute('aria-pressed', 'true')
    for (const page of [one, two]) await page.context().close()
  })
}

test('the kitchen loads little script until orders can be ticked', async ({ browser, restaurant }) => {
  await restaurant.placeOrder()
  const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1280, height: 900 } })
  await signIn(context, restaurant)
  await setLanguage(context, 'en')
  const page = await context.newPage()
  await neverIdle(page)
  await page.goto('/kitchen')
  await expect(page.getByRole('article').first()).toBeVisible()
  const scripts = await scriptsOf(page)
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(KITCHEN_SCRIPT_BYTES)
  await context.close()
})
