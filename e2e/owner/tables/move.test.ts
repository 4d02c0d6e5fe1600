import { type Language, nameIn } from '#shared/domain/language.ts'
import { advanceUntil } from '../../support/clock.ts'
import { expect, signIn } from '../../support/fixtures.ts'
import { setLanguage, translator } from '../../support/language.ts'
import { installPrinter, printedText } from '../../support/printer.ts'
import { startProxy } from '../../support/proxy.ts'
import { createTable, joinSharedCart, openCart, tableTest } from '../../support/shared-session.ts'
import { closeSuccess } from '../../support/steps.ts'

tableTest(
  'moving a session to another table moves its guests and orders, and prints a notice for the kitchen',
  async ({ restaurant, dashboard, browser, phones }) => {
    const { asOwner, query } = restaurant
    const [from, to] = [await createTable(restaurant, 81), await createTable(restaurant, 82)]
    const [soup, salad] = restaurant.menu
    if (!soup || !salad) throw new Error('the menu is empty')
    await asOwner('PATCH', '/api/settings', { language: 'ro' })
    const ordersAt = async (table: { id: number }) =>
      (await query<{ id: number }>('select id::int from orders where table_id = $1 order by id', [table.id])).map(
        ({ id }) => id,
      )

    // Two tablets; the dashboard's prints the kitchen tickets.
    const tablets = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
    await signIn(tablets, restaurant)
    await setLanguage(tablets, 'en')
    const other = await tablets.newPage()
    await setLanguage(dashboard, 'ro')
    await installPrinter(dashboard.context())
    const [ro, en] = [translator('ro'), translator('en')]
    for (const [page, t] of [[dashboard, ro] as const, [other, en] as const]) {
      await page.goto('/dashboard')
      // No order needs to be pending.
      await expect(page.getByText(t('live.live'), { exact: true })).toBeVisible()
    }

    const guestAt = async (name: string, language: Language, options: { url?: string; clock?: boolean } = {}) => {
      const page = await phones.at(from, { language, ...options })
      await joinSharedCart(page, name, language)
      const t = translator(language)
      return {
        page,
        t,
        add: (dish: typeof soup) => page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }) }),
        cartOf: (number: number) => page.getByRole('dialog', { name: t('cart.sharedTitle', { table: number }) }),
        openCart: () => openCart(page, language),
        moved: (number: number) => page.getByText(t('sharedTable.moved', { table: number })).first(),
        badge: (number: number) => page.getByRole('banner').getByText(t('common.table', { number }), { exact: true }),
        success: page.getByRole('dialog', { name: t('checkout.success') }),
        /** Opens the dialog of this phone's orders. */
        orders: async () => {
          await page.getByRole('button', { expanded: false, name: t('orderStatus.order', { id: '' }) }).click()
          return page.getByRole('dialog', {
            name: new RegExp(`^(${t('orderStatus.title', { count: 1 })}|${t('orderStatus.title', { count: 2 })})$`),
          })
        },
      }
    }
    const proxy = await startProxy(restaurant.server.port)
    const ana = await guestAt('Ana', 'en', { url: `http://127.0.0.1:${proxy.port}`, clock: true })
    const mihai = await guestAt('Mihai', 'ro')
    const guests = [ana, mihai]
    /** Marks both guests as ready; Mihai sends the order. */
    const orderAt = async (number: number) => {
      for (const { page, t, cartOf, openCart } of guests) {
        if (!(await cartOf(number).isVisible())) await openCart()
        await cartOf(number)
          .getByRole('button', { name: t('sharedTable.markReady'), exact: true })
          .click()
        await expect(page.getByRole('button', { name: t('sharedTable.markReady'), exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
      }
      await mihai
        .cartOf(number)
        .getByRole('button', { name: new RegExp(`^${ro('checkout.payDineIn', { total: '' })}`) })
        .click()
      for (const { success, t } of guests) {
        await closeSuccess(success, t)
      }
    }

    // The first round is in the kitchen, and the guests are choosing the second.
    await ana.add(soup).click()
    await orderAt(81)
    const [first] = await ordersAt(from)
    const card = (page: typeof dashboard, id: number | undefined) =>
      page.getByRole('article', {
        name: page === dashboard ? ro('orders.order', { id }) : en('orders.order', { id }),
        exact: true,
      })
    await expect(card(dashboard, first)).toContainText(ro('printing.kinds.kitchen'))
    await ana.add(salad).click()
    await expect(ana.page.getByRole('button', { name: en('cart.openWith', { count: 1 }) })).toBeVisible()
    await mihai.page.getByRole('button', { name: ro('sharedTable.joinShort'), exact: true }).click()
    await mihai.openCart()
    await expect(mihai.cartOf(81).getByRole('region', { name: 'Ana', exact: true })).toBeVisible()
    await ana.openCart()

    // The owner moves the session while Ana's phone has no network.
    proxy.blockAll()
    const [session] = await query<{ id: string }>(
      `select id from shared_sessions where table_id = $1 and status = 'active'`,
      [from.id],
    )
    const response = await asOwner('POST', `/api/shared-sessions/${session?.id}/move`, { tableId: to.id })
    expect(response.status).toBe(200)
    await expect(mihai.moved(82)).toBeVisible()
    expect(await mihai.page.evaluate(() => location.search)).toBe(`?table=${to.id}`)
    await expect(mihai.cartOf(82).getByRole('region', { name: 'Ana', exact: true })).toContainText(nameIn('ro', salad))
    for (const page of [dashboard, other]) await expect(card(page, first).getByRole('heading')).toHaveText(/ 82$/)
    await expect(card(dashboard, first)).toContainText(ro('orderMove.movedFrom', { number: 81 }))
    await expect.poll(() => printedText(dashboard)).toContain('MUTARE 81 -> 82\nMASA 82\n')

    // Her page follows when it reconnects, with her unsent dish, and stays at the new table after a reload.
    proxy.closeConnections()
    await advanceUntil(ana.page, () => expect(ana.moved(82)).toBeVisible({ timeout: 15_000 }))
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
    await expect(card(dashboard, second).getByRole('heading')).toHaveText(ro('common.table', { number: 82 }))

    await tablets.close()
    await proxy.close()
    await asOwner('PATCH', '/api/settings', { language: 'en' })
  },
)
