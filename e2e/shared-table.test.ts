import type { Browser, BrowserContext, Page } from '@playwright/test'
import { LANGUAGES, type Language, nameIn } from '../shared/domain/language.ts'
import { formatMoney } from '../shared/domain/money.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Restaurant, speak, test } from './fixtures.ts'
import { wireTo } from './wire.ts'
import { words } from './words.ts'

interface Table {
  id: number
  number: number
}

/** A table that no other test sits at; its id is not its number. */
async function tableOf({ query }: Restaurant, number: number): Promise<Table> {
  await query(
    `insert into tables (number, capacity, created_at, updated_at) values ($1, 6, now(), now()) on conflict do nothing`,
    [number],
  )
  const [table] = await query<Table>('select id::int, number from tables where number = $1', [number])
  if (!table) throw new Error(`no table ${number}`)
  return table
}

/** Phones of other guests, each a browser of its own; they are closed when the test ends. */
class Phones {
  readonly contexts: BrowserContext[] = []
  readonly browser: Browser
  readonly restaurant: Restaurant

  constructor(browser: Browser, restaurant: Restaurant) {
    this.browser = browser
    this.restaurant = restaurant
  }

  async at(table: Table, language: Language = 'en', url = this.restaurant.url): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
    this.contexts.push(context)
    await speak(context, language)
    const page = await context.newPage()
    await page.goto(`/menu?table=${table.id}`)
    return page
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()))
  }
}

async function join(page: Page, name: string, language: Language = 'en'): Promise<void> {
  const t = words(language)
  const dialog = page.getByRole('dialog', { name: /Order together at table|Comandați împreună la masa/ })
  await dialog.getByLabel(t('sharedTable.yourName')).fill(name)
  await dialog.getByRole('button', { name: t('sharedTable.join'), exact: true }).click()
  await expect(dialog).toBeHidden()
  // The connection says who this is, and the cart is there.
  await expect(page.getByRole('button', { name: new RegExp(`^${t('sharedTable.guests')}: [1-9]`) })).toBeVisible()
}

const openCart = async (page: Page, language: Language = 'en') => {
  await page.getByRole('button', { name: language === 'en' ? /^Open the cart/ : /^Deschideți coșul(:|$)/ }).click()
  return page.getByRole('dialog', { name: /^(Shared cart for table|Coș comun pentru masa) \d/ })
}

const openOwnCart = async (page: Page) => {
  await page.getByRole('button', { name: /^Open the cart/ }).click()
  return page.getByRole('dialog')
}

const ordersAt = ({ query }: Restaurant, table: Table) =>
  query<{ id: number; total: number; notes: string | null; customer_name: string; phone_number: string }>(
    'select id::int, total::int, notes, customer_name, phone_number from orders where table_id = $1 order by id',
    [table.id],
  )

const own = (page: Page, dish: string) => page.getByRole('button', { name: `Add ${dish} to the cart` })

let phones: Phones
test.beforeEach(({ browser, restaurant }) => {
  phones = new Phones(browser, restaurant)
})
test.afterEach(async () => {
  await phones.close()
})

for (const [index, language] of LANGUAGES.entries()) {
  test(`three phones at one table build one order (${language})`, async ({ restaurant, board }) => {
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
    await expectAccessible(ana, 'the join dialog', '[role=dialog]')
    await dialog.getByLabel(t('sharedTable.yourName')).fill('A')
    await dialog.getByRole('button', { name: t('sharedTable.join'), exact: true }).click()
    await expect(dialog.getByText(t('cart.validation.nameRequired'))).toBeVisible()
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

test('who was dismissed orders alone, and can still join: the dishes chosen before come along', async ({
  restaurant,
}) => {
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
  // Not `join`: that waits for the page behind the drawer, until all has arrived.
  const dialog = page.getByRole('dialog', { name: /Order together at table/ })
  await dialog.getByLabel('Your name').fill('Dinu')
  await dialog.getByRole('button', { name: 'Join the table', exact: true }).click()
  const shared = page.getByRole('dialog', { name: 'Shared cart for table 73' })
  await expect(shared.getByText(dish?.name ?? '', { exact: true })).toBeVisible()
  await expect(shared.getByRole('button', { name: 'Ready', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('masa.cart'))).toContain('[]')
})

test('a reload joins again without a name, and leaving takes one’s dishes along', async ({ restaurant }) => {
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
  await expect(ana.getByText(`${soup?.name} of Ana was removed`)).toBeAttached()

  await cart.getByRole('button', { name: 'Leave', exact: true }).click()
  const ask = mihai.getByRole('alertdialog', { name: 'Leave the shared cart?' })
  await expect(ask).toContainText(salad?.name ?? '')
  await ask.getByRole('button', { name: 'Stay' }).click()
  await expect(ask).toBeHidden()
  await cart.getByRole('button', { name: 'Leave', exact: true }).click()
  await ask.getByRole('button', { name: 'Leave the cart' }).click()
  await expect(mihai.getByText('This phone orders on its own.')).toBeVisible()
  await mihai.getByRole('button', { name: 'Close' }).click()

  // Who leaves the table leaves its cart first.
  await ana.getByRole('button', { name: 'Leave the table' }).click()
  const before = ana.getByRole('alertdialog', { name: 'Leave the shared cart?' })
  await before.getByRole('button', { name: 'Stay' }).click()
  await expect(before).toBeHidden()
  await expect(ana.getByText('Waiter mode')).toBeVisible()
  const empty = await openCart(ana)
  await expect(empty.getByRole('button', { name: 'Back to the menu' })).toBeVisible()
})

test('a phone that loses the network says so, does nothing, and catches up', async ({ restaurant }) => {
  test.slow()
  const table = await tableOf(restaurant, 75)
  const [soup, salad] = restaurant.menu
  const wire = await wireTo(restaurant.server.port)
  const ana = await phones.at(table, 'en', `http://127.0.0.1:${wire.port}`)
  const logged: string[] = []
  ana.on('console', (message) => logged.push(message.text()))
  await join(ana, 'Ana')
  const mihai = await phones.at(table)
  await join(mihai, 'Mihai')
  await own(ana, soup?.name ?? '').click()
  await expect(mihai.getByRole('button', { name: 'Open the cart: 1 item' })).toBeVisible()
  const cart = await openCart(ana)
  wire.cut()
  await own(mihai, salad?.name ?? '').click()
  await expect(cart.getByText('Connection lost. Trying to reconnect...')).toBeVisible({ timeout: 30_000 })
  await expect(ana.getByText('Connection error', { exact: true }).first()).toBeVisible()
  await cart.getByRole('button', { name: `One ${soup?.name} more` }).click()
  await expect(cart.getByRole('region', { name: 'Ana', exact: true })).toContainText('× 1')
  expect(logged.some((text) => text.includes('not connected yet'))).toBe(true)
  wire.mend()
  await expect(cart.getByText('Connection lost. Trying to reconnect...')).toBeHidden({ timeout: 30_000 })
  await expect(cart.getByRole('region', { name: 'Mihai', exact: true })).toContainText(salad?.name ?? '')
  await wire.close()
})

test('the end of a session is announced, and then said', async ({ restaurant }) => {
  const table = await tableOf(restaurant, 76)
  const page = await phones.at(table)
  await join(page, 'Ana')
  await restaurant.query(
    `update shared_sessions set expires_at = now() + interval '4 minutes' where table_id = $1 and status = 'active'`,
    [table.id],
  )
  await page.reload()
  const cart = await openCart(page)
  await expect(cart.getByText(/^Session ends in 0[34]:\d\d$/)).toBeVisible()
  await expect(cart.getByText('The session is ending soon. Send the order before the time is up.')).toBeVisible()
  await restaurant.query(
    `update shared_sessions set expires_at = now() + interval '2 seconds' where table_id = $1 and status = 'active'`,
    [table.id],
  )
  await page.reload()
  await page.waitForTimeout(3_000)
  const over = await openCart(page)
  await expect(over.getByText('The session has expired')).toBeVisible({ timeout: 15_000 })
  // A new one, under the same name.
  await over.getByRole('button', { name: 'Join the shared cart' }).click()
  await expect(page.getByText(/^Session ends in (89|90):\d\d$/)).toBeVisible()
})

test('what the server refuses is said in its words, and nothing is lost', async ({ restaurant }) => {
  const table = await tableOf(restaurant, 77)
  const [, , , , , dish, other] = restaurant.menu
  if (!dish || !other) throw new Error('the menu is empty')
  const page = await phones.at(table)
  await page.route('**/api/shared-sessions', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'This table’s shared cart is full', code: 'session_full' }),
    }),
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your name').fill('Ana')
  await dialog.getByRole('button', { name: 'Join the table' }).click()
  await expect(page.getByText('The shared cart could not be opened').first()).toBeVisible()
  await expect(page.getByText('This table’s shared cart is full').first()).toBeVisible()
  await page.unroute('**/api/shared-sessions')
  await dialog.getByRole('button', { name: 'Join the table' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^At the table: 1/ })).toBeVisible()

  // A dish that has just sold out: the tap is taken back, and why is said.
  await page.route('**/api/menu', (route) => route.abort())
  await restaurant.query('update menu_items set is_active = false where id = $1', [dish.id])
  await own(page, dish.name).click()
  await expect(page.getByText('Message from the server').first()).toBeVisible()
  await expect(page.getByText(`No longer available: ${dish.name}`).first()).toBeVisible()
  await expect(own(page, dish.name)).toBeVisible()
  await restaurant.query('update menu_items set is_active = true where id = $1', [dish.id])

  // A price that changed between reading and sending is shown and asked about.
  await own(page, other.name).click()
  const cart = await openCart(page)
  await cart.getByRole('button', { name: 'Ready', exact: true }).click()
  const submit = cart.getByRole('button', { name: /^Send to the kitchen/ })
  await expect(submit).toBeVisible()
  // The news of it is held up: the phone would otherwise be told before it can be pressed.
  await page.route('**/complete', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Prices have changed', code: 'price_changed', total: other.price + 100 }),
    }),
  )
  await submit.click()
  await expect(cart.getByText('Prices have changed').first()).toBeVisible()
  await expect(cart).toContainText(formatMoney(other.price + 100, 'lei'))
  await page.unroute('**/complete')

  // What cannot be understood is said as the specification has it.
  await page.route('**/complete', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ message: 'Broken.' }) }),
  )
  await submit.click()
  await expect(page.getByText('The order could not be sent').first()).toBeVisible()
  await expect(page.getByText('Broken.').first()).toBeVisible()
  await expect(cart.getByText('The order could not be completed')).toBeVisible()
  await page.unroute('**/complete')
  await submit.click()
  await expect(page.getByText('Thank you, your order is in!').first()).toBeVisible()
})

test('a big cart is carried over whole, through a reload in the middle', async ({ restaurant }) => {
  test.slow()
  const table = await tableOf(restaurant, 78)
  const dishes = restaurant.menu.slice(0, 80)
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
  const cart = await openOwnCart(page)
  await cart.getByRole('button', { name: 'Join the shared cart' }).click()
  // Not `join`: that waits for the page behind the drawer, until all has arrived.
  const dialog = page.getByRole('dialog', { name: /Order together at table/ })
  await dialog.getByLabel('Your name').fill('Dinu')
  // Half a second after the cart has set out the page is loaded anew, by itself: a test's own call may come too late.
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
  await dialog.getByRole('button', { name: 'Join the table', exact: true }).click()
  const arrived = () =>
    restaurant.query<{ item: number; quantity: number; notes: string | null }>(
      `select l.menu_item_id::int as item, l.quantity, l.notes from shared_cart_items l
        join shared_sessions s on s.id = l.session_id where s.table_id = $1 and s.status = 'active'`,
      [table.id],
    )
  const byItem = (a: { item: number }, b: { item: number }) => a.item - b.item
  const expected = lines.map(({ dish, quantity, notes }) => ({ item: dish.id, quantity, notes: notes ?? null }))
  await expect.poll(async () => (await arrived()).sort(byItem), { timeout: 30_000 }).toEqual(expected.sort(byItem))
  // It was really on its way.
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toContain('"menuItemId":')
  expect(
    await page.evaluate(() => [localStorage.getItem('masa.cart'), localStorage.getItem('masa.table-changes')]),
  ).toEqual([expect.stringContaining('[]'), null])
})

test('choosing another table leaves the shared cart of the first one, after asking', async ({ restaurant }) => {
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
  const [here] = await restaurant.query<{ count: number }>(
    `select count(*)::int from session_participants p join shared_sessions s on s.id = p.session_id
      where s.table_id = $1 and p.left_at is null`,
    [first.id],
  )
  expect(here?.count).toBe(0)
})
