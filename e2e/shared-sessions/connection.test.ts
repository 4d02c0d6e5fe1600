import { advanceUntil } from '../support/clock.ts'
import { expect } from '../support/fixtures.ts'
import { startProxy } from '../support/proxy.ts'
import { addDishButton, createTable, joinSharedCart, openCart, tableTest } from '../support/shared-session.ts'

tableTest(
  'a phone without a network shows a warning, blocks changes, and synchronizes after it reconnects',
  async ({ restaurant, phones }) => {
    const table = await createTable(restaurant, 75)
    const [soup, salad] = restaurant.menu
    const proxy = await startProxy(restaurant.server.port)
    const ana = await phones.at(table, { url: `http://127.0.0.1:${proxy.port}`, clock: true })
    const consoleTexts: string[] = []
    ana.on('console', (message) => consoleTexts.push(message.text()))
    await joinSharedCart(ana, 'Ana')
    const mihai = await phones.at(table)
    await joinSharedCart(mihai, 'Mihai')
    await addDishButton(ana, soup?.name ?? '').click()
    await expect(mihai.getByRole('button', { name: 'View cart: 1 dish' })).toBeVisible()
    const cart = await openCart(ana)
    proxy.blockAll()
    await addDishButton(mihai, salad?.name ?? '').click()
    await ana.clock.fastForward(25_000)
    await expect(cart.getByText('Connection lost. Trying to reconnect...')).toBeVisible()
    await expect(ana.getByText('Connection error', { exact: true }).first()).toBeVisible()
    await expect(
      ana.getByText('Live updates are interrupted. Trying to reconnect.', { exact: true }).first(),
    ).toBeVisible()
    await cart.getByRole('button', { name: `One more: ${soup?.name}` }).click()
    await expect(cart.getByRole('region', { name: 'Ana', exact: true })).toContainText('× 1')
    expect(consoleTexts.some((text) => text.includes('not connected yet'))).toBe(true)
    proxy.allowNewConnections()
    const warning = cart.getByText('Connection lost. Trying to reconnect...')
    await advanceUntil(ana, () => expect(warning).toBeHidden({ timeout: 15_000 }))
    await expect(cart.getByRole('region', { name: 'Mihai', exact: true })).toContainText(salad?.name ?? '')

    // A change made before the client detects the loss is queued, and survives a reload.
    const storedQuantity = async () => {
      const [line] = await restaurant.query<{ quantity: number }>(
        `select l.quantity from shared_cart_items l join shared_sessions s on s.id = l.session_id
        where s.table_id = $1 and l.menu_item_id = $2`,
        [table.id, soup?.id],
      )
      return line?.quantity
    }
    proxy.blockAll()
    await cart.getByRole('button', { name: `One more: ${soup?.name}` }).click()
    await expect(cart.getByRole('region', { name: 'Ana', exact: true })).toContainText('× 2')
    expect(await storedQuantity()).toBe(1)
    proxy.closeConnections()
    await ana.reload()
    await expect.poll(storedQuantity).toBe(2)
    await expect((await openCart(ana)).getByRole('region', { name: 'Ana', exact: true })).toContainText('× 2')
    await proxy.close()
  },
)

tableTest(
  'the cart counts down before the session ends, and then reports that it has expired',
  async ({ restaurant, phones }) => {
    const table = await createTable(restaurant, 76)
    const page = await phones.at(table, { clock: true })
    await joinSharedCart(page, 'Ana')
    await restaurant.query(
      `update shared_sessions set expires_at = now() + interval '4 minutes' where table_id = $1 and status = 'active'`,
      [table.id],
    )
    await page.reload()
    const cart = await openCart(page)
    const countdown = cart.getByText(/^Session ends in 0[34]:\d\d$/)
    await expect(countdown).toBeVisible()
    const firstText = (await countdown.textContent()) ?? ''
    await expect(countdown, 'the countdown changes').not.toHaveText(firstText)
    await expect(cart.getByText('The session is ending soon. Send the order before the time is up.')).toBeVisible()
    // In the open cart the message stays, whether the page's own clock or the server ends the session.
    await restaurant.query(`update shared_sessions set expires_at = now() where table_id = $1 and status = 'active'`, [
      table.id,
    ])
    await page.clock.fastForward(5 * 60_000)
    await expect(page.getByRole('alert').getByText('The session has expired')).toBeVisible()
    // Joining again starts a new session with the same guest name.
    await page.getByRole('button', { name: 'Join the shared cart' }).click()
    await expect(page.getByText(/^Session ends in (89|90):\d\d$/)).toBeVisible()
  },
)
