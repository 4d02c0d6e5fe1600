import { LANGUAGES, nameIn } from '../shared/domain/language.ts'
import { formatMoney } from '../shared/domain/money.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Restaurant } from './fixtures.ts'
import { join, openCart, own, type Table, tableOf, test } from './shared-table.ts'
import { words } from './words.ts'

const ordersAt = ({ query }: Restaurant, table: Table) =>
  query<{ id: number; total: number; notes: string | null; customer_name: string; phone_number: string }>(
    'select id::int, total::int, notes, customer_name, phone_number from orders where table_id = $1 order by id',
    [table.id],
  )

const NAME_RULE = { en: 'Name must be at least 2 characters', ro: 'Numele trebuie să aibă cel puțin 2 caractere' }

for (const [index, language] of LANGUAGES.entries()) {
  test(`three phones at one table build one order (${language})`, async ({ restaurant, board, phones }) => {
    test.slow()
    const t = words(language)
    const table = await tableOf(restaurant, 71 + index)
    expect(table.id).not.toBe(table.number)
    const before = (await ordersAt(restaurant, table)).length
    const [soup, salad, pork] = restaurant.menu
    if (!soup || !salad || !pork) throw new Error('the menu is empty')
    const name = (dish: typeof soup) => nameIn(language, dish)
    await board.goto('/dashboard')

    const ana = await phones.at(table, language)
    const dialog = ana.getByRole('dialog')
    await expect(dialog).toContainText(String(table.number))
    await expect(dialog).toContainText(t('sharedTable.privacy'))
    await expectAccessible(ana, 'the join dialog', '[role=dialog]')
    await dialog.getByLabel(t('sharedTable.yourName')).fill('A')
    await dialog.getByRole('button', { name: t('sharedTable.join'), exact: true }).click()
    await expect(dialog.getByText(NAME_RULE[language], { exact: true })).toBeVisible()
    await join(ana, 'Ana', language)
    const mihai = await phones.at(table, language)
    await join(mihai, 'Mihai', language)
    const ioana = await phones.at(table, language)
    await join(ioana, 'Ioana', language)
    await expect(ana.getByText(t('sharedTable.joined', { name: 'Ioana' }))).toBeAttached()

    // The stepper in the menu works on one's own line, the badge counts the table's cart.
    await ana.getByRole('button', { name: t('menu.add', { name: name(soup) }) }).click()
    await ana.getByRole('button', { name: t('menu.more', { name: name(soup) }) }).click()
    await mihai.getByRole('button', { name: t('menu.add', { name: name(salad) }) }).click()
    await ioana.getByRole('button', { name: t('menu.add', { name: name(pork) }) }).click()
    await expect(mihai.getByRole('button', { name: t('menu.add', { name: name(soup) }) })).toBeVisible()
    const carts = []
    for (const page of [ana, mihai, ioana]) {
      await expect(page.getByRole('button', { name: t('cart.openWith', { count: 4 }) })).toBeVisible()
      const cart = await openCart(page, language)
      await expect(cart).toBeVisible()
      carts.push(cart)
    }
    const [ofAna, ofMihai, ofIoana] = carts
    if (!ofAna || !ofMihai || !ofIoana) throw new Error('no carts')
    const money = (minor: number) => formatMoney(minor, 'lei')
    const total = soup.price * 2 + salad.price + pork.price
    for (const cart of carts) {
      await expect(cart).toContainText(money(total))
      await expect(cart.getByText(/^(Session ends in|Sesiunea se încheie în) (89|90):\d\d$/)).toBeVisible()
    }
    await expect(ofMihai.getByRole('region', { name: 'Ana', exact: true })).toContainText(money(soup.price * 2))
    await expect(ofMihai.getByRole('region', { name: 'Mihai', exact: true })).toContainText(t('sharedTable.you'))

    // A note of Ana's is read by the others.
    const noteFor = t('cart.noteFor', { name: name(soup) })
    await ofAna.getByRole('button', { name: noteFor }).click()
    await ofAna.getByRole('textbox', { name: noteFor }).fill('fără usturoi')
    await ofAna.getByRole('textbox', { name: noteFor }).press('Enter')
    await expect(ofIoana.getByText('fără usturoi')).toBeVisible()
    await expectAccessible(ioana, 'the shared cart', '[role=dialog]')

    // Ready, and not ready any more after a change; the button to send appears when all are.
    const submit = { name: new RegExp(`^${t('checkout.payDineIn', { total: '' })}`) }
    const ready = (cart: typeof ofAna) => cart.getByRole('button', { name: t('sharedTable.ready'), exact: true })
    await ready(ofAna).click()
    await ready(ofMihai).click()
    await expect(ofIoana.getByText(t('sharedTable.waitingForYou'))).toBeVisible()
    await expect(ofAna.getByText(t('sharedTable.waitingFor', { names: 'Ioana' }))).toBeVisible()
    await expect(ofAna.getByRole('button', submit)).toHaveCount(0)
    await ofMihai.getByRole('button', { name: t('menu.more', { name: name(salad) }) }).click()
    await expect(ready(ofMihai)).toHaveAttribute('aria-pressed', 'false')
    await expect(ofAna.getByText(t('sharedTable.waitingFor', { names: 'Mihai, Ioana' }))).toBeVisible()
    await ready(ofMihai).click()
    await ready(ofIoana).click()
    for (const cart of carts) await expect(cart.getByRole('button', submit)).toBeVisible()
    await ofAna.getByLabel(t('checkout.notes')).fill('La fereastră')
    await expectAccessible(ana, 'everybody is ready', '[role=dialog]')
    await ofAna.getByRole('button', submit).click()

    // One order, told on every phone.
    const sum = total + salad.price
    for (const page of [ana, mihai, ioana]) {
      await expect(page.getByText(t('checkout.success'))).toBeVisible()
      await expect(page.getByText(money(sum)).last()).toBeVisible()
    }
    const orders = (await ordersAt(restaurant, table)).slice(before)
    expect(orders).toMatchObject([{ total: sum, notes: 'La fereastră', phone_number: '0000000000' }])
    const card = board.getByRole('article', { name: `Order #${orders[0]?.id}`, exact: true })
    for (const text of ['Ana', 'Mihai', 'Ioana', 'fără usturoi', 'La fereastră']) await expect(card).toContainText(text)
    for (const page of [ana, mihai, ioana]) {
      await expect(page.getByText(t('checkout.success'))).toBeHidden({ timeout: 8_000 })
    }

    // The next round needs no name: a dish begins it, and the others find it.
    await mihai.getByRole('button', { name: t('menu.add', { name: name(pork) }) }).click()
    await expect(mihai.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toBeVisible()
    const again = await openCart(ana, language)
    await again.getByRole('button', { name: t('sharedTable.nextRoundAction') }).click()
    const second = ana.getByRole('dialog', { name: t('cart.sharedTitle', { table: table.number }) })
    await expect(second.getByRole('region', { name: 'Mihai', exact: true })).toContainText(name(pork))
  })
}

test('what the server refuses is said in its words, and nothing is lost', async ({ restaurant, phones }) => {
  const table = await tableOf(restaurant, 77)
  const [, , , , , dish, other] = restaurant.menu
  if (!dish || !other) throw new Error('the menu is empty')
  const page = await phones.at(table)
  await page.route('**/api/shared-sessions', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        message: 'There is no room for another guest in this table’s shared cart',
        code: 'session_full',
      }),
    }),
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your name').fill('Ana')
  await dialog.getByRole('button', { name: 'Join the table' }).click()
  await expect(page.getByText('The shared cart could not be opened').first()).toBeVisible()
  await expect(page.getByText('There is no room for another guest in this table’s shared cart').first()).toBeVisible()
  await page.unroute('**/api/shared-sessions')
  await dialog.getByRole('button', { name: 'Join the table' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^At the table: 1/ })).toBeVisible()

  // A dish that has just sold out: the tap is taken back, and why is said.
  await page.route('**/api/menu', (route) => route.abort())
  await restaurant.query('update menu_items set is_active = false where id = $1', [dish.id])
  await own(page, dish.name).click()
  await expect(page.getByText('That did not work').first()).toBeVisible()
  await expect(page.getByText(`No longer available: ${dish.name}`).first()).toBeVisible()
  await expect(own(page, dish.name)).toBeVisible()
  await restaurant.query('update menu_items set is_active = true where id = $1', [dish.id])

  // A price that changed between reading and sending is shown and asked about.
  await own(page, other.name).click()
  const cart = await openCart(page)
  // A line of two goes with one tap, and not dish by dish.
  await cart.getByRole('button', { name: `One more: ${other.name}` }).click()
  await cart.getByRole('button', { name: `Remove ${other.name}`, exact: true }).click()
  await expect(cart.getByText('What anybody at the table adds appears here')).toBeVisible()
  await cart.getByRole('button', { name: 'Back to the menu' }).click()
  await own(page, other.name).click()
  await openCart(page)
  await cart.getByRole('button', { name: 'Ready', exact: true }).click()
  const submit = cart.getByRole('button', { name: /^Send to the kitchen/ })
  await expect(submit).toBeVisible()
  // The news of it is held up: the phone would otherwise be told before it can be pressed.
  await page.route('**/complete', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        message: 'Prices have changed',
        code: 'price_changed',
        total: other.price + 100,
        prices: [{ menuItemId: other.id, price: other.price + 100 }],
      }),
    }),
  )
  await submit.click()
  await expect(cart.getByText('Prices have changed').first()).toBeVisible()
  const [old, today] = [other.price, other.price + 100].map((price) => formatMoney(price, 'lei'))
  await expect(cart.getByRole('alert').getByRole('listitem')).toContainText(`${other.name}: ${old}, now ${today}`)
  await page.unroute('**/complete')
  // Of a cart that is another one by now it says nothing.
  await cart.getByRole('button', { name: `One more: ${other.name}` }).click()
  await expect(cart.getByRole('alert')).toHaveCount(0)
  await cart.getByRole('button', { name: `One fewer: ${other.name}` }).click()
  await cart.getByRole('button', { name: 'Ready', exact: true }).click()
  await expect(cart.getByRole('alert')).toHaveCount(0)

  // What cannot be understood is said in a toast.
  await page.route('**/complete', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ message: 'Broken.' }) }),
  )
  await submit.click()
  await expect(page.getByText('The order could not be sent').first()).toBeVisible()
  await expect(page.getByText('Broken.').first()).toBeVisible()
  const alert = cart.getByRole('alert')
  await expect(alert.getByText('The order could not be completed', { exact: true })).toBeVisible()
  await expect(alert.getByText('Please try again.', { exact: true })).toBeVisible()
  await page.unroute('**/complete')
  await submit.click()
  await expect(page.getByText('Thank you, your order is in!').first()).toBeVisible()
})
