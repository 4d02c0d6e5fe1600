import { type Language, nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { givePrinter, paperOf } from '../support/printer.ts'
import { proxyTo } from '../support/proxy.ts'
import { join, openCart, tableOf, tableTest } from '../support/shared-table.ts'
import { words } from '../support/words.ts'

tableTest('a table moves: guests, orders and kitchen follow it', async ({ restaurant, board, browser, phones }) => {
  tableTest.slow()
  const { asOwner, query } = restaurant
  const [from, to, third] = [
    await tableOf(restaurant, 81),
    await tableOf(restaurant, 82),
    await tableOf(restaurant, 83),
  ]
  const [soup, salad] = restaurant.menu
  if (!soup || !salad) throw new Error('the menu is empty')
  await asOwner('PATCH', '/api/settings', { language: 'ro' })
  const ordersAt = async (table: { id: number }) =>
    (await query<{ id: number }>('select id::int from orders where table_id = $1 order by id', [table.id])).map(
      ({ id }) => id,
    )

  // Two tablets, of which one prints what comes.
  const tablets = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
  await signIn(tablets, restaurant)
  await speak(tablets, 'en')
  const other = await tablets.newPage()
  await speak(board, 'ro')
  await givePrinter(board.context())
  for (const page of [board, other]) {
    await page.goto('/dashboard')
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  const [ro, en] = [words('ro'), words('en')]

  const guestAt = async (name: string, language: Language, url?: string) => {
    const page = await phones.at(from, language, url)
    await join(page, name, language)
    const t = words(language)
    return {
      page,
      t,
      add: (dish: typeof soup) => page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }) }),
      cartOf: (number: number) => page.getByRole('dialog', { name: t('cart.sharedTitle', { table: number }) }),
      openCart: () => openCart(page, language),
      moved: (number: number) => page.getByText(t('sharedTable.moved', { table: number })).first(),
      badge: (number: number) => page.getByText(`${t('table.waiterMode')} · ${t('common.table', { number })}`),
      success: page.getByText(t('checkout.success')),
      /** Opens the dialog of this phone's orders. */
      orders: async () => {
        await page.getByRole('button', { expanded: false, name: t('orderStatus.order', { id: '' }) }).click()
        return page.getByRole('dialog', {
          name: new RegExp(`^(${t('orderStatus.title', { count: 1 })}|${t('orderStatus.title', { count: 2 })})$`),
        })
      },
    }
  }
  const wire = await proxyTo(restaurant.server.port)
  const ana = await guestAt('Ana', 'en', `http://127.0.0.1:${wire.port}`)
  const mihai = await guestAt('Mihai', 'ro')
  const guests = [ana, mihai]
  /** Each is ready, and Mihai sends the order. */
  const orderAt = async (number: number) => {
    for (const { page, t, cartOf, openCart } of guests) {
      if (!(await cartOf(number).isVisible())) await openCart()
      await cartOf(number)
        .getByRole('button', { name: t('sharedTable.ready'), exact: true })
        .click()
      await expect(page.getByRole('button', { name: t('sharedTable.ready'), exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    }
    await mihai
      .cartOf(number)
      .getByRole('button', { name: new RegExp(`^${ro('checkout.payDineIn', { total: '' })}`) })
      .click()
    // Both at once: it goes after five seconds.
    await Promise.all(guests.map(({ success }) => expect(success).toBeVisible()))
    for (const { success } of guests) await expect(success).toBeHidden({ timeout: 30_000 })
  }

  // A first round is with the kitchen, a second one is being chosen.
  await ana.add(soup).click()
  await orderAt(81)
  const [first] = await ordersAt(from)
  const card = (page: typeof board, id: number | undefined) =>
    page.getByRole('article', {
      name: page === board ? ro('orders.order', { id }) : en('orders.order', { id }),
      exact: true,
    })
  await expect(card(board, first)).toContainText(ro('printing.kinds.kitchen'))
  await ana.add(salad).click()
  await expect(ana.page.getByRole('button', { name: en('cart.openWith', { count: 1 }) })).toBeVisible()
  await (await mihai.openCart()).getByRole('button', { name: ro('sharedTable.nextRoundAction') }).click()
  await expect(mihai.cartOf(81).getByRole('region', { name: 'Ana', exact: true })).toBeVisible()
  await ana.openCart()

  // While Ana's phone is away, the owner moves the table.
  wire.cut()
  const [session] = await query<{ id: string }>(
    `select id from shared_sessions where table_id = $1 and status = 'active'`,
    [from.id],
  )
  const answer = await asOwner('POST', `/api/shared-sessions/${session?.id}/move`, { tableId: to.id })
  expect(answer.status).toBe(200)
  await expect(mihai.moved(82)).toBeVisible()
  expect(await mihai.page.evaluate(() => location.search)).toBe(`?table=${to.id}`)
  await expect(mihai.cartOf(82).getByRole('region', { name: 'Ana', exact: true })).toContainText(nameIn('ro', salad))
  for (const page of [board, other]) await expect(card(page, first).getByRole('heading')).toHaveText(/ 82$/)
  await expect(card(board, first)).toContainText(ro('orderMove.movedFrom', { number: 81 }))
  await expect.poll(() => paperOf(board)).toContain('MUTARE 81 -> 82\nMASA 82\n')

  // Her page learns it when it comes back, with what it had, and keeps it over a reload.
  wire.reset()
  await expect(ana.moved(82)).toBeVisible({ timeout: 45_000 })
  await expect(ana.cartOf(82).getByRole('region', { name: 'Ana', exact: true })).toContainText(nameIn('en', salad))
  expect(await ana.page.evaluate(() => location.search)).toBe(`?table=${to.id}`)
  await ana.page.reload()
  await expect(ana.badge(82)).toBeVisible()
  await expect(ana.page.getByRole('button', { name: new RegExp(`^${en('sharedTable.guests')}: 2`) })).toBeVisible()
  await expect(ana.page.getByRole('dialog')).toHaveCount(0)
  await expect(await ana.orders()).toContainText(en('common.table', { number: 82 }))
  await ana.page.keyboard.press('Escape')

  // The second round is ordered at the new table.
  await orderAt(82)
  const [, second] = await ordersAt(to)
  expect(await ordersAt(to)).toHaveLength(2)
  await expect(card(board, second).getByRole('heading')).toHaveText(ro('common.table', { number: 82 }))

  // From its card it goes to a third table, on both tablets at once, and back.
  await card(board, second).getByRole('heading').getByRole('button').click()
  const dialog = board.getByRole('dialog', { name: ro('orderMove.title') })
  await expectAccessible(board, 'moving an order', '[role=dialog]')
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${ro('common.table', { number: 82 })} `) })).toHaveCount(
    0,
  )
  await dialog
    .getByRole('radio', { name: new RegExp(`^${ro('common.table', { number: 83 })} `) })
    .check({ force: true })
  await dialog.getByRole('button', { name: ro('orderMove.confirm', { number: 83 }) }).click()
  await expect(dialog).toBeHidden()
  const undo = board.getByRole('button', { name: ro('orders.undo') })
  // It stays as long as the pointer is over it.
  await undo.hover()
  await expect(card(other, second).getByRole('heading')).toHaveText(en('common.table', { number: 83 }))
  const told = { id: second, from: en('common.table', { number: 82 }), to: en('common.table', { number: 83 }) }
  await expect(other.getByText(en('orderMove.moved', told)).first()).toBeVisible()
  expect(await ordersAt(third)).toEqual([second])
  // The guests stay where they are, and their order's line says where it went.
  await expect(mihai.badge(82)).toBeVisible()
  await expect(await mihai.orders()).toContainText(ro('common.table', { number: 83 }))
  await undo.click()
  await expect(card(other, second).getByRole('heading')).toHaveText(en('common.table', { number: 82 }))
  await tablets.close()
  await wire.close()
  await asOwner('PATCH', '/api/settings', { language: 'en' })
})
