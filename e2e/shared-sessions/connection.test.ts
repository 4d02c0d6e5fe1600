import { expect } from '../support/fixtures.ts'
import { proxyTo } from '../support/proxy.ts'
import { join, openCart, own, tableOf, tableTest } from '../support/shared-table.ts'

tableTest('a phone that loses the network says so, does nothing, and catches up', async ({ restaurant, phones }) => {
  tableTest.slow()
  const table = await tableOf(restaurant, 75)
  const [soup, salad] = restaurant.menu
  const wire = await proxyTo(restaurant.server.port)
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
  await expect(
    ana.getByText('Live updates are interrupted. Trying to reconnect.', { exact: true }).first(),
  ).toBeVisible()
  await cart.getByRole('button', { name: `One more: ${soup?.name}` }).click()
  await expect(cart.getByRole('region', { name: 'Ana', exact: true })).toContainText('× 1')
  expect(logged.some((text) => text.includes('not connected yet'))).toBe(true)
  wire.mend()
  await expect(cart.getByText('Connection lost. Trying to reconnect...')).toBeHidden({ timeout: 30_000 })
  await expect(cart.getByRole('region', { name: 'Mihai', exact: true })).toContainText(salad?.name ?? '')

  // A tap before the loss is noticed waits, and outlives a reload.
  const portions = async () => {
    const [line] = await restaurant.query<{ quantity: number }>(
      `select l.quantity from shared_cart_items l join shared_sessions s on s.id = l.session_id
        where s.table_id = $1 and l.menu_item_id = $2`,
      [table.id, soup?.id],
    )
    return line?.quantity
  }
  wire.cut()
  await cart.getByRole('button', { name: `One more: ${soup?.name}` }).click()
  await expect(cart.getByRole('region', { name: 'Ana', exact: true })).toContainText('× 2')
  expect(await portions()).toBe(1)
  wire.reset()
  await ana.reload()
  await expect.poll(portions, { timeout: 30_000 }).toBe(2)
  await expect((await openCart(ana)).getByRole('region', { name: 'Ana', exact: true })).toContainText('× 2')
  await wire.close()
})

tableTest('the end of a session is announced, and then said', async ({ restaurant, phones }) => {
  const table = await tableOf(restaurant, 76)
  const page = await phones.at(table)
  await join(page, 'Ana')
  await restaurant.query(
    `update shared_sessions set expires_at = now() + interval '4 minutes' where table_id = $1 and status = 'active'`,
    [table.id],
  )
  await page.reload()
  const cart = await openCart(page)
  const countdown = cart.getByText(/^Session ends in 0[34]:\d\d$/)
  await expect(countdown).toBeVisible()
  const first = (await countdown.textContent()) ?? ''
  await expect(countdown, 'it ticks').not.toHaveText(first)
  await expect(cart.getByText('The session is ending soon. Send the order before the time is up.')).toBeVisible()
  await restaurant.query(
    `update shared_sessions set expires_at = now() + interval '2 seconds' where table_id = $1 and status = 'active'`,
    [table.id],
  )
  await page.reload()
  await page.waitForTimeout(3_000)
  const over = await openCart(page)
  await expect(over.getByText('The session has expired')).toBeVisible({ timeout: 30_000 })
  // A new one, under the same name.
  await over.getByRole('button', { name: 'Join the shared cart' }).click()
  await expect(page.getByText(/^Session ends in (89|90):\d\d$/)).toBeVisible()
})
