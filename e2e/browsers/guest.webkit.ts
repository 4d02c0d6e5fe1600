import sharp from 'sharp'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { addDishButton, createTable, joinSharedCart, openCart } from '../support/shared-session.ts'
import { DIALOG, inDialog, webkitTest as test, type WebKitWindow } from './webkit.ts'

const t = translator('en')

/** Adds a dish, and opens the cart. */
async function fillCart(webkit: WebKitWindow, { menu: [dish] }: Restaurant): Promise<void> {
  await webkit.open('/menu')
  await webkit.tap('button', t('menu.add', { name: dish?.name }))
  await webkit.tap('button', /^View cart/)
  await webkit.see(inDialog('li'), dish?.name)
}

/** Opens the sheet of a dish. A tap does nothing before the page works, or while what is above gets its height. */
const openSheet = (webkit: WebKitWindow, dish: Restaurant['menu'][0] | undefined) =>
  expect(async () => {
    await webkit.tap(`#dish-${dish?.id} h3 button`)
    const isOpen = () => webkit.run((dialog) => document.querySelector(dialog) !== null, DIALOG)
    await expect.poll(isOpen, { timeout: 10_000 }).toBe(true)
  }).toPass({ timeout: 90_000 })

/** The picture of the page at rest. @param former what it must no longer look like */
async function stillPicture(webkit: WebKitWindow, former?: Buffer): Promise<Buffer> {
  let last = await webkit.picture()
  await expect(async () => {
    const before = last
    last = await webkit.picture()
    expect(last.equals(before) && !(former && last.equals(former))).toBe(true)
  }).toPass({ timeout: 30_000 })
  return last
}

/**
 * How much of the words of an element is painted otherwise than if only what it stands in were there, from 0 to 1: by what
 * covers it or shows through. Both pictures are taken now: a stored one would also tell fonts of machines apart.
 */
async function disturbed(webkit: WebKitWindow, selector: string): Promise<number> {
  await webkit.see(selector)
  const asItIs = await stillPicture(webkit)
  const { x, y, width, height } = await webkit.run((selector) => {
    const range = document.createRange()
    const target = document.querySelector(selector) as HTMLElement
    range.selectNodeContents(target)
    target.dataset.alone = ''
    const others = new CSSStyleSheet()
    others.replaceSync('body :not(:has([data-alone]), [data-alone], [data-alone] *) { visibility: hidden }')
    document.adoptedStyleSheets.push(others)
    return range.getBoundingClientRect().toJSON() as DOMRect
  }, selector)
  const alone = await stillPicture(webkit, asItIs)
  await webkit.run(() => {
    document.adoptedStyleSheets.pop()
    document.querySelector('[data-alone]')?.removeAttribute('data-alone')
  })
  const area = { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) }
  const [seen, own] = await Promise.all(
    [asItIs, alone].map((picture) => sharp(picture).extract(area).greyscale().raw().toBuffer()),
  )
  if (!seen || !own) throw new Error('no picture')
  expect(Math.max(...own) - Math.min(...own), 'words, and what they stand on').toBeGreaterThan(100)
  return own.filter((grey, at) => Math.abs(grey - (seen[at] ?? 0)) > 40).length / own.length
}

/** As much as the edges of letters differ when they are painted once more. */
const ALIKE = 0.005

test('a guest reads the menu, and nothing covers the filter', async ({ webkit, restaurant }) => {
  await webkit.open('/menu')
  const cards = () => webkit.run(() => document.querySelectorAll('[id^="dish-"]').length)
  await expect.poll(cards).toBe(restaurant.menu.length)
  for (const width of [450, 820, 1180, 1440]) {
    await webkit.resize(width, 900)
    await expect.poll(() => disturbed(webkit, '.filter-chip')).toBeLessThan(ALIKE)
  }
})

test('the title of a dish is there once, and whole', async ({ webkit, restaurant }) => {
  await webkit.resize(1440, 900)
  await webkit.open('/menu')
  const dish = restaurant.menu.find(({ imageUrl }) => imageUrl !== '')
  await openSheet(webkit, dish)
  await expect.poll(() => disturbed(webkit, inDialog('h2'))).toBeLessThan(ALIKE)
})

test('a guest marks dishes with an allergen', async ({ webkit, restaurant }) => {
  const dish = restaurant.menu.find(({ allergenCodes }) => allergenCodes.includes('milk'))
  await webkit.open('/menu')
  await webkit.tap('.filter-chip')
  await webkit.tap(inDialog('label'), /^Milk/)
  await webkit.tap(inDialog('button'), t('allergens.done'))
  await webkit.hides(DIALOG)
  await webkit.see('.filter-chip', 'milk')
  await webkit.see(`#dish-${dish?.id} button`, t('menu.contains', { names: 'milk' }))
})

test('a guest orders a dish with options', { tag: '@translated' }, async ({ webkit, restaurant }) => {
  const pizza = restaurant.menu.find(({ hasOptions, category }) => hasOptions && /pizza/.test(category))
  await webkit.open('/menu')
  await openSheet(webkit, pizza)
  await webkit.tap(inDialog('label'), /40 cm/)
  await webkit.tap(inDialog('label'), /Mozzarella/)
  await webkit.tap(inDialog('button'), /^Add · /)
  await webkit.hides(DIALOG)
  await webkit.tap('button', /^View cart/)
  await webkit.see(inDialog('li'), /40 cm/)
})

test('a guest orders for takeaway, up to the line of the order', { tag: '@translated' }, async ({
  webkit,
  restaurant,
}) => {
  await fillCart(webkit, restaurant)
  await webkit.tap(inDialog('button'), t('cart.checkout'))
  await webkit.type('WebKit Guest', '[name=customerName]')
  await webkit.type('0712345678', '[name=phoneNumber]')
  await webkit.tap(inDialog('button'), /^Order with/)
  await webkit.see(inDialog('h2'), t('checkout.success'))
  const orders = await restaurant.query<{ id: number }>("select id from orders where customer_name = 'WebKit Guest'")
  expect(orders).toHaveLength(1)
  await webkit.hides(DIALOG)
  await webkit.see('button', `#${orders[0]?.id}`)
})

test('a guest shares the cart of a table with a phone of another engine, and completes it', {
  tag: '@translated',
}, async ({ webkit, restaurant, phones }) => {
  const [soup, salad] = restaurant.menu.map(({ name }) => name) as [string, string]
  const table = await createTable(restaurant, 71)
  await webkit.open(`/menu?table=${table.id}`)
  await webkit.type('Ana', inDialog('input'))
  await webkit.tap(inDialog('button'), new RegExp(`^${t('sharedTable.join')}$`))
  await webkit.hides(DIALOG)
  const other = await phones.at(table)
  await joinSharedCart(other, 'Mihai')
  await webkit.tap('button', t('menu.add', { name: soup }))
  await addDishButton(other, salad).click()
  const cart = await openCart(other)
  await expect(cart).toContainText(soup)
  await webkit.tap('button', new RegExp(`${t('sharedTable.open')}$`))
  await webkit.see(inDialog('li'), salad)
  await webkit.tap(inDialog('button'), t('sharedTable.markReady'))
  await cart.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
  await webkit.tap(inDialog('button'), /^Send to the kitchen/)
  await webkit.see(inDialog('h2'), t('checkout.success'))
  await expect(other.getByRole('dialog', { name: t('checkout.success') })).toBeVisible()
})

test('a lost connection leaves the cart open', async ({ webkit, restaurant }) => {
  await fillCart(webkit, restaurant)
  // From the first visit on, the worker serves the parts that the page loads now.
  await expect.poll(() => webkit.run(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const isOffline = () => webkit.run(() => document.body.innerText.includes('You are offline'))
  await restaurant.restart(() => expect.poll(isOffline).toBe(true))
  await expect.poll(isOffline).toBe(false)
  await webkit.see(inDialog('button'), t('cart.checkout'))
})
