import type { Locator, Page } from '@playwright/test'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expect, type Restaurant, soundPlays } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { addDishButton, createTable, joinSharedCart, openCart } from '../support/shared-session.ts'
import { staffTest } from '../support/staff.ts'

// The server is killed, and the waiter's phone leaves the network.
staffTest.use({ changesMenu: true, expectedProblems: /ERR_|WebSocket|50[234] / })

staffTest(
  'an evening of two guests, two stations, a waiter and an owner survives a killed server and a lost network',
  async ({ restaurant, dashboard, phones, openStaff }) => {
    const [t, ro] = [translator('en'), translator('ro')]
    const { menu, query } = restaurant
    const table = await createTable(restaurant, 77)
    const soup = menu[0] as Restaurant['menu'][0]
    const [wine, water] = menu.filter(({ category }) => category === menu.at(-1)?.category) as [
      typeof soup,
      typeof soup,
    ]
    expect(wine.category).not.toBe(soup.category)
    await openBar(restaurant, wine.category)
    // The sample's open orders would fill the kitchen's screen.
    await query("update orders set status = 'completed', ended_at = now() - interval '1 hour' where ended_at is null")
    const orders = () =>
      query<{ id: number; status: string; total: number }>(
        'select id::int, status, total::int from orders where table_id = $1 order by id',
        [table.id],
      )
    const tableName = t('common.table', { number: table.number })
    const money = (minor: number) => formatMoney(minor, 'lei')

    // Everybody opens their screen; the barman reads Romanian.
    const cook = await openStaff({ username: 'cook', duty: 'kitchen' })
    const barman = await openStaff({ username: 'barman', duty: 'kitchen', language: 'ro' })
    const waiter = await openStaff({ username: 'waiter', duty: 'floor' })
    await dashboard.goto('/dashboard')
    const station = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })
    await station(barman, 'Bar').click()
    await station(barman, 'Bucătărie').click()
    // A touch lets the screen ring.
    await cook.getByRole('heading', { level: 1 }).click()
    const cooks = (page: Page, dish: typeof soup) =>
      ticket(page).getByRole('button', { name: page === barman ? dish.nameRo : dish.name })
    const ticket = (page: Page) =>
      page.getByRole('article', { name: (page === barman ? ro : t)('common.table', { number: table.number }) })
    const tile = waiter.getByRole('button', { name: new RegExp(`^${tableName},`) })
    const onFloor = (word: string) => waiter.getByRole('button', { name: new RegExp(`^${word}: ${tableName}`) })
    const onBoard = (order: { id: number } | undefined) =>
      dashboard.getByRole('article', { name: t('orders.order', { id: order?.id }), exact: true })
    const tab = (status: 'pending' | 'preparing' | 'ready' | 'delivered') =>
      dashboard.getByRole('tab', { name: new RegExp(`^${t(`orders.tabs.${status}`)}`) })

    // Two guests order together; each station sees its own line, and the board the whole order.
    const ana = await phones.at(table)
    await joinSharedCart(ana, 'Ana')
    const mihai = await phones.at(table)
    await joinSharedCart(mihai, 'Mihai')
    await addDishButton(ana, soup.name).click()
    await addDishButton(mihai, wine.name).click()
    await expect(tile).toHaveAccessibleName(new RegExp(t('floor.choosing')))
    const [cartOfAna, cartOfMihai] = [await openCart(ana), await openCart(mihai)]
    for (const cart of [cartOfAna, cartOfMihai])
      await cart.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
    const sendCart = (cart: Locator) =>
      cart.getByRole('button', { name: new RegExp(`^${t('checkout.payDineIn', { total: '' })}`) })
    await sendCart(cartOfAna).click()
    for (const phone of [ana, mihai]) await closeThanks(phone)
    await expect(cooks(cook, soup)).toBeVisible()
    await expect(cooks(barman, wine)).toBeVisible()
    await expect(cooks(cook, wine)).toHaveCount(0)
    await expect(cooks(barman, soup)).toHaveCount(0)
    await expect.poll(async () => (await soundPlays(cook)).length).toBeGreaterThan(0)
    const [first] = await orders()
    for (const text of [soup.name, wine.name, 'Ana', 'Mihai']) await expect(onBoard(first)).toContainText(text)

    // The kitchen is done, and the server is killed: every screen says so, and comes back by itself.
    await cooks(cook, soup).click()
    await expect.poll(orders).toMatchObject([{ status: 'preparing' }])
    const statusOn = (phone: Page) => phone.locator('button[aria-haspopup=dialog]', { hasText: `#${first?.id}` })
    for (const phone of [ana, mihai]) await expect(statusOn(phone)).toContainText(t('orderStatus.stage.preparing'))
    const lost = (page: Page) =>
      page.getByRole('alert').filter({ hasText: (page === barman ? ro : t)('live.connectionLost') })
    const screens = [cook, barman, waiter, dashboard]
    await restaurant.restart(async () => {
      for (const screen of screens) await expect(lost(screen)).toBeVisible()
      for (const phone of [ana, mihai]) await expect(statusOn(phone)).toContainText(t('sharedTable.connectionLost'))
    })
    for (const screen of screens) await expect(lost(screen)).toBeHidden()
    await expect(ticket(cook)).toHaveCount(0)

    // The bar ticks its line, the last one: the order is ready, and the waiter delivers it with one tap.
    await cooks(barman, wine).click()
    await expect.poll(orders).toMatchObject([{ status: 'ready' }])
    for (const page of [cook, barman]) await expect(ticket(page)).toHaveCount(0)
    for (const phone of [ana, mihai]) await expect(statusOn(phone)).toContainText(t('orderStatus.stage.ready'))
    await tab('ready').click()
    await expect(onBoard(first)).toBeVisible()
    await onFloor(t('orders.moveOn.delivered')).click()
    await expect(onBoard(first)).toHaveCount(0)
    await expect.poll(orders).toMatchObject([{ status: 'delivered' }])

    // Without a network the waiter takes a round: it waits in sight, and is placed once, although an answer is lost.
    await tile.click()
    await waiter.getByRole('button', { name: t('floor.newRound') }).click()
    for (const dish of [soup, water])
      await waiter.getByRole('button', { name: t('menu.add', { name: dish.name }), exact: true }).click()
    const unsent = waiter.getByRole('alert', { name: t('floor.unsentTitle') })
    await waiter.context().setOffline(true)
    await waiter.getByRole('button', { name: t('floor.send', { total: money(soup.price + water.price) }) }).click()
    await expect(unsent).toContainText(t('floor.unsentText'))
    await waiter.getByRole('button', { name: t('floor.back') }).click()
    await expect(tile).toHaveAccessibleName(new RegExp(t('floor.unsent')))
    expect(await orders()).toHaveLength(1)
    await waiter.context().setOffline(false)
    await loseAnswerToOrder(waiter)
    await onFloor(t('floor.sendNow')).click()
    await expect(cooks(barman, water)).toBeVisible()
    await expect(unsent).toContainText(t('floor.unknownTitle'))
    await unsent.getByRole('button', { name: t('floor.sendNow') }).click()
    await expect(unsent).toBeHidden()
    expect(await orders()).toMatchObject([{}, { status: 'pending', total: soup.price + water.price }])
    const second = (await orders())[1]

    // The owner takes the water off: the bar shows it struck until somebody has seen that; the soup goes on.
    await tab('pending').click()
    await onBoard(second)
      .getByRole('button', { name: new RegExp(`× ?${water.name}`) })
      .click()
    const ofLine = dashboard.getByRole('dialog', { name: water.name })
    const takeOff = ofLine.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) })
    // The portions arrive later, and must not move what is tapped.
    const { height } = (await ofLine.boundingBox()) ?? {}
    await expect(ofLine.getByLabel(t('soldOut.portions'))).toBeVisible()
    expect((await ofLine.boundingBox())?.height).toBe(height)
    await takeOff.click()
    const struck = ticket(barman).locator('s').first()
    const seen = ticket(barman).getByRole('button', { name: ro('kitchen.seenOf', { what: '' }) })
    await expect(struck).toContainText(water.nameRo)
    await seen.click()
    await expect(ticket(barman)).toHaveCount(0)
    await cooks(cook, soup).click()
    await waiter.getByRole('button', { name: t('floor.back') }).click()
    await onFloor(t('orders.moveOn.delivered')).click()
    await expect.poll(orders).toMatchObject([{ status: 'delivered' }, { status: 'delivered', total: soup.price }])

    // The guests' next round is cancelled on the board: the bar sees it struck until somebody has seen that.
    await addDishButton(mihai, wine.name).click()
    const nextCart = await openCart(mihai)
    // The dish begins the round; the mark can be set once it has arrived.
    await nextCart.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
    await sendCart(nextCart).click()
    await closeThanks(mihai)
    await expect(cooks(barman, wine)).toBeVisible()
    const third = (await orders())[2]
    await onBoard(third)
      .getByRole('combobox', { name: t('orders.changeStatus', { id: third?.id }) })
      .click()
    await dashboard.getByRole('option', { name: t('orders.status.cancelled') }).click()
    await dashboard
      .getByRole('alertdialog')
      .getByRole('button', { name: t('orders.cancelConfirm') })
      .click()
    await expect(struck).toBeVisible()
    await expect(cooks(barman, wine)).toHaveCount(0)
    await seen.click()
    await expect(ticket(barman)).toHaveCount(0)

    // A guest asks for the bill, and reads that the waiter is on the way.
    await ana.getByRole('button', { name: t('calls.open') }).click()
    const call = ana.getByRole('dialog', { name: t('calls.title') })
    await call.getByRole('button', { name: t('calls.bill') }).click()
    await call.getByRole('button', { name: t('calls.card') }).click()
    await expect(call.getByText(t('calls.comes.card'))).toBeVisible()
    await onFloor(t('floor.take')).click()
    await expect(call.getByText(t('calls.taken'))).toBeVisible()

    // The bill, two taps away, has what the database has; then the table is free.
    await tile.click()
    await waiter.getByRole('button', { name: t('floor.billOfTable'), exact: true }).click()
    const bill = waiter.getByRole('dialog', { name: t('bills.title', { number: table.number }) })
    const [sum] = await query<{ total: number }>(
      "select sum(total)::int as total from orders where table_id = $1 and status <> 'cancelled'",
      [table.id],
    )
    expect(sum?.total).toBe(2 * soup.price + wine.price)
    await expect(bill.getByRole('status')).toContainText(money(sum?.total ?? 0))
    const sumOf = (who: string) =>
      bill.getByRole('listitem').filter({ has: waiter.getByRole('heading', { name: who }) })
    await bill.getByText(t('bills.byGuest'), { exact: true }).click()
    await expect(sumOf('Ana')).toContainText(money(soup.price).replace(/\D+$/, ''))
    await expect(sumOf('Mihai')).toContainText(money(wine.price).replace(/\D+$/, ''))
    await expect(sumOf(t('bills.wholeTable'))).toContainText(soup.name)
    await waiter.goBack()
    await onFloor(t('floor.end')).click()
    await expect(call.getByText(t('calls.ended'))).toBeVisible()
    await waiter.getByRole('button', { name: t('floor.setFree'), exact: true }).click()
    await waiter.getByRole('button', { name: t('tables.freeConfirm') }).click()

    // No order was doubled, and no screen shows anything of the table any more.
    await expect.poll(orders).toEqual([
      { id: first?.id, status: 'completed', total: soup.price + wine.price },
      { id: second?.id, status: 'completed', total: soup.price },
      { id: third?.id, status: 'cancelled', total: wine.price },
    ])
    await expect(tile).toHaveAccessibleName(new RegExp(`^${tableName}, ${t('orderMove.status.available')}, `))
    for (const page of [cook, barman]) await expect(ticket(page)).toHaveCount(0)
    for (const status of ['pending', 'preparing', 'ready', 'delivered'] as const) {
      await tab(status).click()
      await expect(tab(status)).toHaveAttribute('aria-selected', 'true')
      for (const order of [first, second, third]) await expect(onBoard(order)).toHaveCount(0)
    }
  },
)

/** Opens the bar, a second station, which makes the dishes of a category. */
async function openBar({ asOwner }: Restaurant, categoryName: string): Promise<void> {
  const stations = [
    { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
    { name: 'Bar', nameRo: 'Bar' },
  ]
  const settings: Settings = await (await asOwner('PATCH', '/api/settings', { language: 'en', stations })).json()
  const categories: MenuCategory[] = await (await asOwner('GET', '/api/menu/categories')).json()
  const category = categories.find(({ name }) => name === categoryName)
  const changed = await asOwner('PATCH', `/api/menu/categories/${category?.id}`, {
    stationId: settings.stations?.[1]?.id,
  })
  expect(changed.status).toBe(200)
}

/** Delivers the page's next order to the server, and loses the answer. */
async function loseAnswerToOrder(page: Page): Promise<void> {
  let isLost = false
  await page.route('**/api/orders', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

/** Closes what thanks a guest for the order. */
async function closeThanks(phone: Page): Promise<void> {
  const t = translator('en')
  const thanks = phone.getByRole('dialog', { name: t('checkout.success') })
  await thanks.getByRole('button', { name: t('common.close') }).click()
  await expect(thanks).toBeHidden()
}
