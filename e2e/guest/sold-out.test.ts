import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { addDishButton, createTable, joinSharedCart, openCart, tableTest as test } from '../support/shared-session.ts'

test.use({ expectedProblems: /409 POST .*\/api\/orders$/ })

test('a dish that the owner marks as sold out from an order’s line cannot be ordered until it is available again', async ({
  dashboard,
  page,
  phones,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('no dishes')
  const table = await createTable(restaurant, 72)
  const { id: orderId } = await restaurant.placeOrder({ customerName: 'Cine comandă primul' })

  // One guest has the dish in the cart, another in a shared cart.
  await setLanguage(page.context(), 'ro')
  await page.goto('/menu')
  const card = page.locator(`#dish-${dish.id}`)
  const nameRo = nameIn('ro', dish)
  await card.getByRole('button', { name: `Adăugați ${nameRo} în coș` }).click()
  await expect(card.getByRole('button', { name: `Măriți cantitatea: ${nameRo}` })).toBeVisible()
  const ana = await phones.at(table)
  await joinSharedCart(ana, 'Ana')
  await addDishButton(ana, dish.name).click()
  const cart = await openCart(ana)
  await expect(cart.getByText(dish.name, { exact: true })).toBeVisible()

  await dashboard.goto('/dashboard')
  const order = dashboard.getByRole('article', { name: `Order #${orderId}`, exact: true })
  await order.getByRole('button', { name: new RegExp(`× ?${dish.name}`) }).click()
  const lineDialog = dashboard.getByRole('dialog', { name: dish.name })
  await lineDialog.getByRole('button', { name: 'Mark as sold out' }).click()
  // The guest's open menu shows it in a toast.
  await expect(page.getByText(`S-a epuizat azi: ${nameRo}`, { exact: true })).toBeVisible()
  await expect(dashboard.getByText(`${dish.name} is sold out today`, { exact: true })).toBeVisible()
  await expect(dashboard.getByText(`Order #${orderId}, Shared cart of table 72`)).toBeVisible()

  await expectAccessible(dashboard, 'the order’s line, sold out')

  // Its quantity in the carts can only be reduced.
  await expect(card.getByText('Epuizat azi', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: `Măriți cantitatea: ${nameRo}` })).toBeHidden()
  await expect(card.getByRole('button', { name: `Reduceți cantitatea: ${nameRo}` })).toBeVisible()
  await expectAccessible(page, 'the menu with a dish sold out')
  await expect(cart.getByText('Sold out today', { exact: true })).toBeVisible()
  await expect(cart.getByRole('button', { name: `One more: ${dish.name}` })).toBeDisabled()

  // An order with the dish is rejected, and names it.
  await page.getByRole('button', { name: /^Vedeți coșul/ }).click()
  await page.getByRole('button', { name: translator('ro')('cart.checkout') }).click()
  const form = page.getByRole('dialog', { name: 'Detaliile comenzii' })
  await form.getByLabel('Nume', { exact: true }).fill('Cine vine târziu')
  await form.getByLabel('Telefon', { exact: true }).fill('0712345678')
  await form.getByRole('button', { name: /·/ }).click()
  await expect(
    form.getByText(translator('ro')('checkout.unavailable', { names: nameRo }), { exact: true }),
  ).toBeVisible()

  // The dish is available again for everyone.
  await restaurant.asOwner('POST', `/api/menu/${dish.id}/sold-out`, { soldOut: false })
  await expect(card.getByText('Epuizat azi', { exact: true })).toHaveCount(0)
  await expect(cart.getByText('Sold out today', { exact: true })).toBeHidden()
  await form.getByRole('button', { name: /·/ }).click()
  await expect(page.getByRole('dialog', { name: 'Vă mulțumim, am primit comanda!' })).toBeVisible()
})
