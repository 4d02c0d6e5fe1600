import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { countRings, expect, signIn, test } from '../support/fixtures.ts'

test.describe('with a refusal', () => {
  test.use({ expected: /409 PATCH .*\/api\/orders\/\d+$/ })
  test('two tablets and a guest: an order comes, is moved on, moved back, and loses a line', async ({
    browser,
    board,
    page,
    restaurant,
  }) => {
    test.slow()
    const [dish, other] = restaurant.menu
    if (!dish || !other) throw new Error('no dishes')
    const small = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1024, height: 768 } })
    await signIn(small, restaurant)
    await countRings(small)
    const second = await small.newPage()
    await Promise.all([board.goto('/dashboard'), second.goto('/dashboard'), page.goto('/menu')])
    for (const tablet of [board, second]) await expect(tablet.getByText('Live', { exact: true })).toBeVisible()

    // The guest orders on a phone, and follows the order there.
    for (const name of [dish.name, dish.name, other.name]) {
      const add = page.getByRole('button', { name: `Add ${name} to the cart` })
      const more = page.getByRole('button', { name: `One more: ${name}` })
      await add.or(more).first().click()
    }
    await page.getByRole('button', { name: /^Open the cart/ }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    const form = page.getByRole('dialog', { name: 'Order details' })
    await form.getByLabel('Name', { exact: true }).fill('Ana de la geam')
    await form.getByLabel('Phone', { exact: true }).fill('0712345678')
    await form.getByRole('button', { name: /·/ }).click()
    const thanks = page.getByRole('dialog', { name: 'Thank you, your order is in!' })
    await thanks.getByRole('button', { name: 'Close' }).click()
    const card = board.getByRole('article').filter({ hasText: 'Ana de la geam' })
    await expect(card.getByText('New', { exact: true })).toBeVisible()
    const name = (await card.getAttribute('aria-label')) ?? ''
    const id = Number(name.slice('Order #'.length))
    const same = second.getByRole('article', { name, exact: true })
    await expect(same).toBeVisible()

    // Two rows of cards are in sight on a small tablet.
    for (let n = 0; n < 4; n++) await restaurant.order({ customerName: `Row ${n}` })
    const rows = () =>
      second
        .getByRole('article')
        .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().top).filter((top) => top < 768))
    await expect.poll(async () => new Set(await rows()).size).toBeGreaterThanOrEqual(2)

    // One tap moves it on, on both tablets and the phone; one more moves it back.
    await card.getByRole('button', { name: 'Start preparing' }).click()
    await expect(board.getByText('Order Updated', { exact: true })).toBeVisible()
    await expect(same).toBeHidden()
    await expect(page.getByText('Being prepared', { exact: true })).toBeVisible()
    await board.keyboard.press('F8')
    await board.keyboard.press('Tab')
    await board.keyboard.press('Tab')
    await expect(board.getByRole('button', { name: 'Undo' })).toBeFocused()
    await board.keyboard.press('Enter')
    await expect(card).toBeVisible()
    await expect(same).toBeVisible()
    await expect(page.getByText('Seen', { exact: true })).toBeVisible()

    // Undo after somebody else's change is refused, and said.
    await card.getByRole('button', { name: 'Start preparing' }).click()
    await second.getByRole('tab', { name: /^Preparing/ }).click()
    await same.getByRole('button', { name: 'Ready' }).click()
    await expect(same).toBeHidden()
    await board.getByRole('button', { name: 'Undo' }).click()
    await expect(board.getByText('Somebody else has changed this order', { exact: true })).toBeVisible()
    await expect(board.getByText(`Order #${id} is now: Ready`, { exact: true })).toBeVisible()
    await board.getByRole('tab', { name: /^Ready/ }).click()
    await expect(card).toBeVisible()
    await second.getByRole('tab', { name: /^Ready/ }).click()

    // A dish is taken off: asked once; both tablets and the guest are told.
    await card.getByRole('button', { name: new RegExp(dish.name) }).click()
    const asked = board.getByRole('dialog', { name: `Take off: ${dish.name}` })
    const left = dish.price + other.price
    await expect(asked).toContainText(`The new total is ${formatMoney(left, 'lei')}.`)
    await expectAccessible(board, 'the board and its question about a line')
    await asked.getByRole('button', { name: 'Take off 1' }).click()
    for (const tablet of [card, same]) {
      await expect(tablet.locator('s')).toHaveText(new RegExp(`1×${dish.name}`))
      await expect(tablet).toContainText(formatMoney(left, 'lei'))
    }
    await expect(
      page.getByText(`The restaurant changed your order. New total: ${formatMoney(left, 'lei')}`, { exact: true }),
    ).toBeVisible()
    expect(await restaurant.query('select total::int from orders where id = $1', [id])).toEqual([{ total: left }])

    // What is to be made is one tap away, and follows the orders.
    const toMake = await restaurant.order({
      customerName: 'To Make',
      items: [{ menuItemId: other.id, quantity: 7 }],
      total: 7 * other.price,
    })
    await board.getByRole('button', { name: 'Dishes to make' }).click()
    const panel = board.getByRole('dialog', { name: 'Dishes to make' })
    const row = panel.getByRole('listitem').filter({ hasText: other.name })
    const count = async () => Number.parseInt((await row.allTextContents())[0] ?? '0', 10)
    await expect.poll(count).toBeGreaterThanOrEqual(7)
    const before = await count()
    await restaurant.asOwner('PATCH', `/api/orders/${toMake.id}`, { status: 'ready' })
    await expect.poll(count).toBe(before - 7)
    await small.close()
  })
})
