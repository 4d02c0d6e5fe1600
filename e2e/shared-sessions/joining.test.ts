import { expect } from '../support/fixtures.ts'
import { addDishButton, createTable, joinSharedCart, openCart, tableTest } from '../support/shared-session.ts'
import { openTableDialog, tableBadge } from '../support/steps.ts'

tableTest(
  'a reload rejoins without asking for a name, and leaving removes the guest’s own dishes',
  async ({ restaurant, phones }) => {
    const table = await createTable(restaurant, 74)
    const [soup, salad] = restaurant.menu
    const ana = await phones.at(table)
    await joinSharedCart(ana, 'Ana')
    const mihai = await phones.at(table)
    await joinSharedCart(mihai, 'Mihai')
    await addDishButton(ana, soup?.name ?? '').click()
    await addDishButton(mihai, salad?.name ?? '').click()
    await expect(ana.getByRole('button', { name: 'View cart: 2 dishes' })).toBeVisible()
    await ana.reload()
    await expect(ana.getByRole('button', { name: 'View cart: 2 dishes' })).toBeVisible()
    await expect(ana.getByRole('dialog')).toHaveCount(0)

    const cart = await openCart(mihai)
    // Every guest may remove any line.
    await cart.getByRole('button', { name: `Remove ${soup?.name}, added by Ana` }).click()
    await expect(ana.getByRole('button', { name: 'View cart: 1 dish' })).toBeVisible()
    await expect(ana.getByText(`${soup?.name} (added by Ana) was removed`)).toBeAttached()

    await cart.getByRole('button', { name: 'Leave', exact: true }).click()
    const question = mihai.getByRole('alertdialog', { name: 'Leave the shared cart?' })
    await expect(question).toContainText(salad?.name ?? '')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await cart.getByRole('button', { name: 'Leave', exact: true }).click()
    await question.getByRole('button', { name: 'Leave the cart' }).click()
    await expect(
      mihai.getByText('So far the cart has only what you added. Once you join, everybody at the table adds to it.'),
    ).toBeVisible()
    await mihai.getByRole('button', { name: 'Close' }).click()

    // Leaving the table asks for confirmation to leave the shared cart.
    await ana.getByRole('button', { name: 'Leave the table' }).click()
    const leaveQuestion = ana.getByRole('alertdialog', { name: 'Leave the shared cart?' })
    await leaveQuestion.getByRole('button', { name: 'Stay' }).click()
    await expect(leaveQuestion).toBeHidden()
    await expect(tableBadge(ana)).toBeVisible()
    const anasCart = await openCart(ana)
    await expect(anasCart.getByRole('button', { name: 'Back to the menu' })).toBeVisible()
  },
)

tableTest(
  'choosing another table leaves the shared cart of the first one after a confirmation',
  async ({ restaurant, phones }) => {
    const [first, second] = [await createTable(restaurant, 79), await createTable(restaurant, 80)]
    const page = await phones.at(first)
    await joinSharedCart(page, 'Ana')
    await openTableDialog(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: new RegExp(`^Table ${second.number}\\b`) }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave the shared cart?' })
    await question.getByRole('button', { name: 'Leave the cart' }).click()
    await expect(page.getByText(`Table ${second.number}`).first()).toBeVisible()
    const participants = () =>
      restaurant.query(
        `select p.name from session_participants p join shared_sessions s on s.id = p.session_id
        where s.table_id = $1 and p.left_at is null`,
        [first.id],
      )
    await expect.poll(participants).toEqual([])
  },
)
