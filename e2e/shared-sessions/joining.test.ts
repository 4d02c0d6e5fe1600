import { expect } from '../support/fixtures.ts'
import { join, openCart, own, tableOf, tableTest } from '../support/shared-table.ts'

tableTest('a reload joins again without a name, and leaving removes one’s dishes', async ({ restaurant, phones }) => {
  const table = await tableOf(restaurant, 74)
  const [soup, salad] = restaurant.menu
  const ana = await phones.at(table)
  await join(ana, 'Ana')
  const mihai = await phones.at(table)
  await join(mihai, 'Mihai')
  await own(ana, soup?.name ?? '').click()
  await own(mihai, salad?.name ?? '').click()
  await expect(ana.getByRole('button', { name: 'Open the cart: 2 items' })).toBeVisible()
  await ana.reload()
  await expect(ana.getByRole('button', { name: 'Open the cart: 2 items' })).toBeVisible()
  await expect(ana.getByRole('dialog')).toHaveCount(0)

  const cart = await openCart(mihai)
  // Everyone may remove any line.
  await cart.getByRole('button', { name: `Remove ${soup?.name}, added by Ana` }).click()
  await expect(ana.getByRole('button', { name: 'Open the cart: 1 item' })).toBeVisible()
  await expect(ana.getByText(`${soup?.name} (added by Ana) was removed`)).toBeAttached()

  await cart.getByRole('button', { name: 'Leave', exact: true }).click()
  const ask = mihai.getByRole('alertdialog', { name: 'Leave the shared cart?' })
  await expect(ask).toContainText(salad?.name ?? '')
  await ask.getByRole('button', { name: 'Stay' }).click()
  await expect(ask).toBeHidden()
  await cart.getByRole('button', { name: 'Leave', exact: true }).click()
  await ask.getByRole('button', { name: 'Leave the cart' }).click()
  await expect(mihai.getByText('This phone is ordering on its own.')).toBeVisible()
  await mihai.getByRole('button', { name: 'Close' }).click()

  // A guest who leaves the table leaves its cart first.
  await ana.getByRole('button', { name: 'Leave the table' }).click()
  const before = ana.getByRole('alertdialog', { name: 'Leave the shared cart?' })
  await before.getByRole('button', { name: 'Stay' }).click()
  await expect(before).toBeHidden()
  await expect(ana.getByText('Waiter mode')).toBeVisible()
  const empty = await openCart(ana)
  await expect(empty.getByRole('button', { name: 'Back to the menu' })).toBeVisible()
})

tableTest(
  'choosing another table leaves the shared cart of the first one, after asking',
  async ({ restaurant, phones }) => {
    const [first, second] = [await tableOf(restaurant, 79), await tableOf(restaurant, 80)]
    const page = await phones.at(first)
    await join(page, 'Ana')
    const logo = page.getByRole('banner').getByRole('button').first()
    for (let tap = 0; tap < 5; tap++) await logo.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: new RegExp(`^Table ${second.number}\\b`) }).click()
    const ask = page.getByRole('alertdialog', { name: 'Leave the shared cart?' })
    await ask.getByRole('button', { name: 'Leave the cart' }).click()
    await expect(page.getByText(`Table ${second.number}`).first()).toBeVisible()
    const here = () =>
      restaurant.query(
        `select p.name from session_participants p join shared_sessions s on s.id = p.session_id
        where s.table_id = $1 and p.left_at is null`,
        [first.id],
      )
    await expect.poll(here).toEqual([])
  },
)
