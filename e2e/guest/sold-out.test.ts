import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { join, openCart, own, tableOf, tableTest as test } from '../support/shared-table.ts'
import { words } from '../support/words.ts'

test.use({ expected: /409 POST .*\/api\/orders$/ })

test('the kitchen marks a dish as sold out on an order’s line: guests see it, and nobody can order it until it comes back', async ({
  board,
  page,
  phones,
  restaurant,
}) => {
  test.slow()
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const table = await tableOf(restaurant, 71)
  const { id: orderId } = await restaurant.order({ customerName: 'Cine comandă primul' })

  // A guest has it in the cart, and somebody at a table in the shared one.
  await speak(page.context(), 'ro')
  await page.goto('/menu')
  const card = page.locator(`#dish-${dish.id}`)
  const romanian = nameIn('ro', dish)
  await card.getByRole('button', { name: `Adăugați ${romanian} în coș` }).click()
  await expect(card.getByRole('button', { name: `Măriți cantitatea: ${romanian}` })).toBeVisible()
  const ana = await phones.at(table)
  await join(ana, 'Ana')
  await own(ana, dish.name).click()
  const cart = await openCart(ana)
  await expect(cart.getByText(dish.name, { exact: true })).toBeVisible()

  await board.goto('/dashboard')
  const order = board.getByRole('article', { name: `Order #${orderId}`, exact: true })
  await order.getByRole('button', { name: new RegExp(dish.name) }).click()
  const asked = board.getByRole('dialog', { name: `Take off: ${dish.name}` })
  const button = asked.getByRole('button', { name: 'Sold out today' })
  await button.click()
  // The open menu says so by itself, and in a toast that goes again.
  await expect(page.getByText(`S-a epuizat azi: ${romanian}`, { exact: true })).toBeVisible()
  await expect(asked.getByText(`${dish.name} is sold out today`)).toBeVisible()
  await expect(asked.getByText(`Order #${orderId}`, { exact: true })).toBeVisible()
  await expect(asked.getByText('Shared cart of table 71', { exact: true })).toBeVisible()

  await expectAccessible(board, 'the order’s line, sold out')

  // What is in the cart can only become less.
  await expect(card.getByText('Epuizat azi', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: `Măriți cantitatea: ${romanian}` })).toBeHidden()
  await expect(card.getByRole('button', { name: `Reduceți cantitatea: ${romanian}` })).toBeVisible()
  await expectAccessible(page, 'the menu with a dish sold out')
  await expect(cart.getByText('Sold out: please remove it', { exact: true })).toBeVisible()
  await expect(cart.getByRole('button', { name: `One more: ${dish.name}` })).toBeDisabled()

  // An order for it is refused by name.
  await page.getByRole('button', { name: /^Deschideți coșul/ }).click()
  await page.getByRole('button', { name: words('ro')('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: 'Detaliile comenzii' })
  await form.getByLabel('Nume', { exact: true }).fill('Cine vine târziu')
  await form.getByLabel('Telefon', { exact: true }).fill('0712345678')
  await form.getByRole('button', { name: /·/ }).click()
  await expect(form.getByText(words('ro')('checkout.unavailable', { names: romanian }), { exact: true })).toBeVisible()

  // It was a slip: the same button brings it back everywhere.
  await asked.getByRole('button', { name: 'Undo: it can be ordered' }).click()
  await expect(asked.getByText(`${dish.name} can be ordered again`)).toBeVisible()
  await expect(card.getByText('Epuizat azi', { exact: true })).toHaveCount(0)
  await expect(cart.getByText('Sold out: please remove it', { exact: true })).toBeHidden()
  await form.getByRole('button', { name: /·/ }).click()
  await expect(page.getByRole('dialog', { name: 'Vă mulțumim, am primit comanda!' })).toBeVisible()
})
