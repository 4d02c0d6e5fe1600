import sharp from 'sharp'
import { moneyParts } from '#shared/domain/money.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { DIALOG, inDialog, webkitTest as test } from './webkit.ts'

const t = translator('en')

test.beforeEach(async ({ webkit }) => {
  await webkit.resize(1280, 900)
  await webkit.signIn()
})

test('the board rings for an order, and moves it', { tag: '@translated' }, async ({ webkit, restaurant }) => {
  await webkit.open('/dashboard')
  await webkit.see('[role=status]', 'Live')
  await webkit.run(() => {
    HTMLMediaElement.prototype.play = () => {
      document.body.dataset.played = 'yes'
      return Promise.resolve()
    }
  })
  // A touch lets it ring.
  await webkit.tap('[role=tab]', /^Pending/)
  const { id } = await restaurant.placeOrder()
  const card = `article[aria-label="Order #${id}"]`
  await webkit.see(card)
  await webkit.see('[data-played]')
  await webkit.tap(`${card} [role=combobox]`)
  await webkit.tap('[role=option]', 'Preparing')
  await expect
    .poll(() => restaurant.query('select status from orders where id = $1', [id]))
    .toEqual([{ status: 'preparing' }])
})

test('a dish gets another picture', async ({ webkit, restaurant }, testInfo) => {
  const [dish] = restaurant.menu
  const photo = testInfo.outputPath('photo.jpg')
  await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c84' } }).toFile(photo)
  await webkit.open('/dashboard?tab=menu')
  await webkit.tap('button', t('menuEditor.edit', { name: dish?.name }))
  await webkit.type(photo, inDialog('input[type=file]'))
  await webkit.see(inDialog(`img[alt="${t('pictureChoice.chosen')}"]`))
  // Bringing the button into view scrolls the dialog, and WebKit drops a tap while it does.
  const save = await webkit.see(inDialog('button'), new RegExp(`^${t('common.save')}$`))
  await webkit.run((button) => (button as unknown as HTMLElement).click(), save)
  await webkit.hides(DIALOG)
  const [saved] = await restaurant.query<{ image_url: string }>('select image_url from menu_items where id = $1', [
    dish?.id,
  ])
  expect(saved?.image_url).toMatch(/^\/pictures\/[0-9a-f]{32}/)
  expect(saved?.image_url).not.toBe(dish?.imageUrl)
})

test('the kitchen ticks dishes', async ({ webkit, restaurant }) => {
  const [soup, salad] = restaurant.menu as [Restaurant['menu'][0], Restaurant['menu'][0]]
  // Other journeys' orders would come before it, and it on another page.
  await restaurant.query(
    "update orders set status = 'completed', ended_at = now() - interval '1 hour' where status <> 'completed'",
  )
  await webkit.open('/kitchen')
  const items = [soup, salad].map(({ id }) => ({ menuItemId: id, quantity: 1 }))
  const { id } = await restaurant.placeOrder({ items, total: soup.price + salad.price })
  const line = `article[aria-label*="#${id}"] button`
  await webkit.tap(line, soup.name)
  await webkit.see(`${line}[aria-pressed=true]`, soup.name)
  await webkit.tap(line, salad.name)
  await webkit.hides(line, salad.name)
  await expect
    .poll(() => restaurant.query('select id from order_items where order_id = $1 and done_at is not null', [id]))
    .toHaveLength(2)
})

test('the floor takes a payment', async ({ webkit, restaurant }) => {
  const number = 72
  await restaurant.asOwner('PATCH', '/api/settings', { payments: true })
  const table = await createTable(restaurant, number)
  const customerName = t('common.table', { number })
  const order = { tableId: table.id, diningOption: 'dine-in', customerName, phoneNumber: '0000000000' }
  const { total } = await restaurant.placeOrder(order)
  await webkit.resize(450, 740)
  await webkit.open('/floor')
  await webkit.tap('button', new RegExp(`^${customerName},`))
  await webkit.tap('button', new RegExp(`^${t('floor.billOfTable')}$`))
  await webkit.tap('button', new RegExp(`^${t('due.take')}$`))
  const { figure } = moneyParts(total, 'lei')
  await webkit.tap(inDialog('button'), t('payments.record', { amount: figure, method: 'Card' }))
  await expect
    .poll(() => restaurant.query("select amount::int from day_entries where kind = 'payment' order by id desc limit 1"))
    .toEqual([{ amount: total }])
  await restaurant.asOwner('PATCH', '/api/settings', { payments: false })
})

test('an owner changes a setting', async ({ webkit, restaurant }) => {
  const saved = async () =>
    (await restaurant.query<{ name: string }>('select restaurant_name as name from settings'))[0]?.name
  const before = await saved()
  await webkit.open('/dashboard')
  await webkit.tap('header button', t('dashboard.settings'))
  await webkit.tap(inDialog('[role=tab]'), t('settings.tabs.restaurant'))
  await webkit.type(' din WebKit', inDialog('[name=restaurantName]'))
  await webkit.tap(inDialog('button'), new RegExp(`^${t('common.save')}`))
  await expect.poll(saved).toBe(`${before} din WebKit`)
  await restaurant.asOwner('PATCH', '/api/settings', { restaurantName: before })
})

test('a receipt is printed from a window of its own, which closes', async ({ webkit, restaurant }) => {
  const { id } = await restaurant.placeOrder({ customerName: 'Ștefan Țurcanu' })
  await webkit.open('/dashboard')
  // The browser's own dialog would wait for a person.
  await webkit.run(() => {
    const { open } = window
    window.open = (...args) => {
      const popup = open(...args)
      const replacePrint = () => {
        if (!popup) return
        popup.print = () => {
          popup.dispatchEvent(new Event('beforeprint'))
          popup.document.body.dataset.printed = 'yes'
        }
      }
      // Its empty page may replace the one in which it opens.
      replacePrint()
      setTimeout(replacePrint)
      return popup
    }
  })
  const board = await webkit.command('GET', '/window')
  await webkit.tap(`article[aria-label="Order #${id}"] button`, 'Print receipt')
  const windows = () => webkit.command<string[]>('GET', '/window/handles')
  await expect.poll(windows).toHaveLength(2)
  const paper = (await windows()).find((handle) => handle !== board)
  await webkit.command('POST', '/window', { handle: paper })
  await webkit.see('[data-printed] div', 'Ștefan Țurcanu')
  await webkit.run(() => void dispatchEvent(new Event('afterprint')))
  await expect.poll(windows).toHaveLength(1)
  await webkit.command('POST', '/window', { handle: board })
})
