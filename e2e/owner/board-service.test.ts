import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, recordSoundPlays, signIn, test } from '../support/fixtures.ts'

test.describe('with a rejected change', () => {
  test.use({ expectedProblems: /409 PATCH .*\/api\/orders\/\d+$/ })
  test('two tablets and the guest’s phone show each change of an order: its status, the undo, and a removed line', async ({
    browser,
    dashboard,
    page,
    restaurant,
  }) => {
    const [dish, other] = restaurant.menu
    if (!dish || !other) throw new Error('no dishes')
    const secondTablet = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1024, height: 768 } })
    await signIn(secondTablet, restaurant)
    await recordSoundPlays(secondTablet)
    const second = await secondTablet.newPage()
    await Promise.all([dashboard.goto('/dashboard'), second.goto('/dashboard'), page.goto('/menu')])
    for (const tablet of [dashboard, second]) await expect(tablet.getByText('Live', { exact: true })).toBeVisible()

    // The guest orders on a phone, and follows the order there.
    for (const name of [dish.name, dish.name, other.name]) {
      const add = page.getByRole('button', { name: `Add ${name} to the cart` })
      const more = page.getByRole('button', { name: `One more: ${name}` })
      await add.or(more).first().click()
    }
    await page.getByRole('button', { name: /^View cart/ }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    const form = page.getByRole('dialog', { name: 'Order details' })
    await form.getByLabel('Name', { exact: true }).fill('Ana de la geam')
    await form.getByLabel('Phone', { exact: true }).fill('0712345678')
    await form.getByRole('button', { name: /·/ }).click()
    const thanks = page.getByRole('dialog', { name: 'Thank you, your order is in!' })
    await thanks.getByRole('button', { name: 'Close' }).click()
    const card = dashboard.getByRole('article').filter({ hasText: 'Ana de la geam' })
    await expect(card.getByText('New', { exact: true })).toBeVisible()
    const name = (await card.getAttribute('aria-label')) ?? ''
    const id = Number(name.slice('Order #'.length))
    const secondCard = second.getByRole('article', { name, exact: true })
    await expect(secondCard).toBeVisible()

    // A small tablet shows two rows of cards.
    for (let n = 0; n < 4; n++) await restaurant.placeOrder({ customerName: `Row ${n}` })
    const rows = () =>
      second
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top).filter((top) => top < 768))
    await expect.poll(async () => new Set(await rows()).size).toBeGreaterThanOrEqual(2)

    // One tap changes the status on both tablets and the phone; Undo changes it back.
    await card.getByRole('button', { name: 'Start preparing' }).click()
    await expect(dashboard.getByText('Order Updated', { exact: true })).toBeVisible()
    await expect(secondCard).toBeHidden()
    await expect(page.getByText('Being prepared', { exact: true })).toBeVisible()
    await dashboard.keyboard.press('F8')
    await dashboard.keyboard.press('Tab')
    await dashboard.keyboard.press('Tab')
    await expect(dashboard.getByRole('button', { name: 'Undo' })).toBeFocused()
    await dashboard.keyboard.press('Enter')
    await expect(card).toBeVisible()
    await expect(secondCard).toBeVisible()
    await expect(page.getByText('Seen', { exact: true })).toBeVisible()

    // Undo after a change on the other tablet is rejected, with the reason.
    await card.getByRole('button', { name: 'Start preparing' }).click()
    await second.getByRole('tab', { name: /^Preparing/ }).click()
    await secondCard.getByRole('button', { name: 'Ready' }).click()
    await expect(secondCard).toBeHidden()
    await dashboard.getByRole('button', { name: 'Undo' }).click()
    await expect(dashboard.getByText('Somebody else has changed this order', { exact: true })).toBeVisible()
    await expect(dashboard.getByText(`Order #${id} is now: Ready`, { exact: true })).toBeVisible()
    await dashboard.getByRole('tab', { name: /^Ready/ }).click()
    await expect(card).toBeVisible()
    await second.getByRole('tab', { name: /^Ready/ }).click()

    // A line is removed after a confirmation; both tablets and the phone show it.
    await card.getByRole('button', { name: new RegExp(`× ?${dish.name}`) }).click()
    const lineDialog = dashboard.getByRole('dialog', { name: dish.name })
    const newTotal = dish.price + other.price
    await expect(lineDialog).toContainText(`The new total is ${formatMoney(newTotal, 'lei')}.`)
    await expectAccessible(dashboard, 'the board and its question about a line')
    await lineDialog.getByRole('button', { name: 'Take off 1' }).click()
    for (const cardOnTablet of [card, secondCard]) {
      await expect(cardOnTablet.locator('s')).toHaveText(new RegExp(`1×${dish.name}`))
      await expect(cardOnTablet).toContainText(formatMoney(newTotal, 'lei'))
    }
    await expect(
      page.getByText(`The restaurant changed your order. New total: ${formatMoney(newTotal, 'lei')}`, { exact: true }),
    ).toBeVisible()
    expect(await restaurant.query('select total::int from orders where id = $1', [id])).toEqual([{ total: newTotal }])

    // The list of dishes to make follows the orders.
    const toMake = await restaurant.placeOrder({
      customerName: 'To Make',
      items: [{ menuItemId: other.id, quantity: 7 }],
      total: 7 * other.price,
    })
    await dashboard.getByRole('button', { name: 'Dishes to make' }).click()
    const panel = dashboard.getByRole('dialog', { name: 'Dishes to make' })
    const row = panel.getByRole('listitem').filter({ hasText: other.name })
    const count = async () => Number.parseInt((await row.allTextContents())[0] ?? '0', 10)
    await expect.poll(count).toBeGreaterThanOrEqual(7)
    const countBefore = await count()
    await restaurant.asOwner('PATCH', `/api/orders/${toMake.id}`, { status: 'ready' })
    await expect.poll(count).toBe(countBefore - 7)
    await secondTablet.close()
  })
})
