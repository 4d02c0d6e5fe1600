import { expect } from '../support/fixtures.ts'
import { giveName, openCart, own, tableOf, tableTest } from '../support/shared-table.ts'

tableTest(
  'who was dismissed orders alone, and can still join: the dishes chosen before come along',
  async ({ restaurant, phones }) => {
    const table = await tableOf(restaurant, 73)
    const dish = restaurant.menu[4]
    const page = await phones.at(table)
    await page.getByRole('button', { name: 'Order on my own' }).click()
    await page.reload()
    // Once per visit.
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await own(page, dish?.name ?? '').click()
    const cart = await openCart(page)
    await expect(cart.getByRole('button', { name: 'Checkout' })).toBeVisible()
    await cart.getByRole('button', { name: 'Join the shared cart' }).click()
    await giveName(page, 'Dinu')
    const shared = page.getByRole('dialog', { name: 'Shared cart for table 73' })
    await expect(shared.getByText(dish?.name ?? '', { exact: true })).toBeVisible()
    await expect(shared.getByRole('button', { name: 'Ready', exact: true })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('masa.cart'))).toContain('[]')
  },
)

tableTest('a big cart is carried over whole, through a reload in the middle', async ({ restaurant, phones }) => {
  tableTest.slow()
  const table = await tableOf(restaurant, 78)
  const dishes = restaurant.menu.slice(0, 40)
  const page = await phones.at(table)
  await page.getByRole('button', { name: 'Order on my own' }).click()
  const lines = dishes.map(({ id, name, nameRo, price, imageUrl, tags }, i) => ({
    dish: { id, name, nameRo, price, imageUrl, tags },
    quantity: 1 + (i % 2),
    ...(i % 8 === 0 && { notes: `note ${i}` }),
  }))
  await page.evaluate(
    (value) => localStorage.setItem('masa.cart', JSON.stringify({ version: 1, value })),
    lines as unknown[],
  )
  await page.reload()
  await page.getByRole('button', { name: /^Open the cart/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Join the shared cart' }).click()
  // The page reloads itself half a second after the carry-over began: a call from the test may come too late.
  await page.evaluate(() => {
    const watching = setInterval(() => {
      if (!localStorage.getItem('masa.table-changes')) return
      clearInterval(watching)
      setTimeout(() => {
        sessionStorage.setItem('left', localStorage.getItem('masa.table-changes') ?? 'all of it had arrived')
        location.reload()
      }, 500)
    }, 5)
  })
  await giveName(page, 'Dinu')
  const arrived = () =>
    restaurant.query<{ item: number; quantity: number; notes: string | null }>(
      `select l.menu_item_id::int as item, l.quantity, l.notes from shared_cart_items l
        join shared_sessions s on s.id = l.session_id where s.table_id = $1 and s.status = 'active'`,
      [table.id],
    )
  const byItem = (a: { item: number }, b: { item: number }) => a.item - b.item
  const expected = lines.map(({ dish, quantity, notes }) => ({ item: dish.id, quantity, notes: notes ?? null }))
  await expect.poll(async () => (await arrived()).sort(byItem), { timeout: 30_000 }).toEqual(expected.sort(byItem))
  // Lines were still unconfirmed at the reload.
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toContain('"menuItemId":')
  // The page hears of the last changes a moment after they are made.
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('masa.cart'), localStorage.getItem('masa.table-changes')]))
    .toEqual([expect.stringContaining('[]'), null])
})
