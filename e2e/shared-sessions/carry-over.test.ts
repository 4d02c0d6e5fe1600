import { expect } from '../support/fixtures.ts'
import { createTable, submitName, tableTest } from '../support/shared-session.ts'

tableTest(
  'all lines of a big cart are carried over, also if the page reloads meanwhile',
  async ({ restaurant, phones }) => {
    const table = await createTable(restaurant, 78)
    const dishes = restaurant.menu.filter(({ optionGroupIds }) => optionGroupIds.length === 0).slice(0, 40)
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
    await page.getByRole('button', { name: /^View cart/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Join the shared cart' }).click()
    // The page reloads itself as soon as the carry-over begins: a command from the test might arrive too late.
    await page.evaluate(() => {
      const timer = setInterval(() => {
        const unconfirmed = localStorage.getItem('masa.table-changes')
        if (!unconfirmed?.includes('"isCarried":true')) return
        clearInterval(timer)
        sessionStorage.setItem('unconfirmed', unconfirmed)
        location.reload()
      }, 5)
    })
    await submitName(page, 'Dinu')
    const linesOfSession = () =>
      restaurant.query<{ item: number; quantity: number; notes: string | null }>(
        `select l.menu_item_id::int as item, l.quantity, l.notes from shared_cart_items l
        join shared_sessions s on s.id = l.session_id where s.table_id = $1 and s.status = 'active'`,
        [table.id],
      )
    const byItem = (a: { item: number }, b: { item: number }) => a.item - b.item
    const expected = lines.map(({ dish, quantity, notes }) => ({ item: dish.id, quantity, notes: notes ?? null }))
    await expect.poll(async () => (await linesOfSession()).sort(byItem)).toEqual(expected.sort(byItem))
    // Some lines were unconfirmed at the reload.
    expect(await page.evaluate(() => sessionStorage.getItem('unconfirmed'))).toContain('"isCarried":true')
    // The page receives the last confirmations a moment later.
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('masa.cart'), localStorage.getItem('masa.table-changes')]))
      .toEqual([expect.stringContaining('[]'), null])
  },
)
