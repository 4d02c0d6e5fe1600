import sharp from 'sharp'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { losingNetwork } from '../support/losing-network.ts'
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

/** Closes what was opened last, once it is in the history. */
async function goBack(webkit: WebKitWindow): Promise<void> {
  await expect.poll(() => webkit.run(() => history.state?.layers ?? 0)).toBeGreaterThan(0)
  await webkit.run(() => history.back())
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
  await expect.poll(() => cards(webkit)).toBe(restaurant.menu.length)
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

test('a guest orders a dish with options', async ({ webkit, restaurant }) => {
  const pizza = restaurant.menu.find(({ hasOptions, category }) => hasOptions && /pizza/.test(category))
  await webkit.open('/menu')
  await openSheet(webkit, pizza)
  // A sheet that is not at rest swallows a tap.
  for (const option of [/40 cm/, /Mozzarella/]) {
    const isChosen = (pattern: string) =>
      [...document.querySelectorAll('[role=dialog] label:has(:checked)')].some(({ textContent }) =>
        new RegExp(pattern).test(textContent ?? ''),
      )
    await expect(async () => {
      if (!(await webkit.run(isChosen, option.source))) await webkit.tap(inDialog('label'), option)
      await expect.poll(() => webkit.run(isChosen, option.source), { timeout: 3_000 }).toBe(true)
    }).toPass({ timeout: 60_000 })
  }
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

const RESERVING = {
  openingHours: { weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })), exceptions: [] },
  reservations: { ...DEFAULT_RESERVATIONS, on: true, online: true },
}
const NOT_RESERVING = { openingHours: null, reservations: DEFAULT_RESERVATIONS }

test('a guest reserves a table, changes and cancels it', { tag: '@translated' }, async ({ webkit, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', RESERVING)
  await webkit.open('/reserve')
  await webkit.tap('.time:has(input:enabled)')
  await webkit.type('Ana', '[name=name]')
  await webkit.type('0712345678', '[name=phoneNumber]')
  await webkit.tap('#send')
  await webkit.see('h1', t('reserve.status.confirmed'))
  await webkit.tap('a', new RegExp(`^${t('reserve.change')}$`))
  await webkit.tap('summary', t('reserve.addNote'))
  await webkit.type('Window', '[name=notes]')
  await webkit.tap('#send')
  await webkit.see('p', /Window/)
  await webkit.tap('summary', t('reserve.cancel'))
  await webkit.tap('button', t('reserve.cancelYes'))
  await webkit.see('p', t('reserve.cancelledBy.guest'))
  expect((await restaurant.asOwner('PATCH', '/api/settings', NOT_RESERVING)).status).toBe(200)
})

for (const [how, missing] of [
  ['with its script', undefined],
  ['without', '/reserve.js'],
] as const)
  test(`the page of reservations ${how} makes one, on a network that loses each answer once`, async ({
    webkit,
    restaurant,
  }) => {
    await restaurant.asOwner('PATCH', '/api/settings', RESERVING)
    await using network = await losingNetwork(restaurant, missing)
    const name = `Ilie ${how}`
    await webkit.open(`${network.url}/reserve`)
    await webkit.tap('.time:has(input:enabled)')
    await webkit.type(name, '[name=name]')
    await webkit.type('0712345679', '[name=phoneNumber]')
    await webkit.tap('#send')
    if (!missing) await webkit.see('[role=alert]', t('reserve.noAnswer'))
    const stored = () =>
      restaurant.query<{ notes: string | null }>('select notes from reservations where name = $1', [name])
    await expect.poll(stored).toHaveLength(1)
    await webkit.open(`${network.url}/reserve`)
    await webkit.tap('a', /^Your reservation/)
    await webkit.see('h1', t('reserve.status.confirmed'))
    await webkit.tap('a', new RegExp(`^${t('reserve.change')}$`))
    await webkit.tap('summary', t('reserve.addNote'))
    await webkit.type('Window', '[name=notes]')
    await webkit.tap('#send')
    await expect.poll(stored).toEqual([{ notes: 'Window' }])
    await restaurant.asOwner('PATCH', '/api/settings', NOT_RESERVING)
    await restaurant.query('delete from reservations')
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

const cards = (webkit: WebKitWindow) => webkit.run(() => document.querySelectorAll('[id^="dish-"]').length)
const isOffline = (webkit: WebKitWindow) => webkit.run(() => document.body.innerText.includes('You are offline'))
/** From then on, also in the first visit, the worker serves the parts that the page loads. */
const workerServes = (webkit: WebKitWindow) =>
  expect.poll(() => webkit.run(() => navigator.serviceWorker.controller !== null)).toBe(true)

test('the stored menu opens from a silent server, and without one', async ({ webkit, restaurant }) => {
  const [dish] = restaurant.menu
  const serve = (servedHours: unknown) => restaurant.asOwner('PATCH', `/api/menu/${dish?.id}`, { servedHours })
  await serve([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })))
  await fillCart(webkit, restaurant)
  await workerServes(webkit)
  await webkit.open('/menu')
  const opensStored = async () => {
    await webkit.reload()
    await expect.poll(() => cards(webkit)).toBe(restaurant.menu.length)
    await expect.poll(() => isOffline(webkit)).toBe(true)
    await webkit.tap('button', /^View cart/)
    await webkit.see(inDialog('li'), dish?.name)
  }
  await restaurant.stall()
  await opensStored()
  await restaurant.restart(opensStored)
  await expect.poll(() => isOffline(webkit)).toBe(false)
  await serve(null)
})

test('an order whose response is lost is placed once', async ({ webkit, restaurant }) => {
  await fillCart(webkit, restaurant)
  await webkit.tap(inDialog('button'), t('cart.checkout'))
  await webkit.type('Lost in WebKit', '[name=customerName]')
  await webkit.type('0712345678', '[name=phoneNumber]')
  await webkit.run(() => {
    const { fetch } = window
    window.fetch = async (...args) => {
      const response = await fetch(...args)
      if (args[0] !== '/api/orders') return response
      window.fetch = fetch
      throw new TypeError('Load failed')
    }
  })
  await webkit.tap(inDialog('button'), /^Order with/)
  await webkit.tap('button', new RegExp(`^${t('common.tryAgain')}$`))
  await webkit.see(inDialog('h2'), t('checkout.success'))
  const orders = await restaurant.query("select id from orders where customer_name = 'Lost in WebKit'")
  expect(orders).toHaveLength(1)
})

test('a field with the focus is not below the button of a low window', async ({ webkit, restaurant }) => {
  await fillCart(webkit, restaurant)
  await webkit.tap(inDialog('button'), t('cart.checkout'))
  await webkit.see('[name=notes]')
  await webkit.resize(450, 520)
  const hidden = () =>
    webkit.run(() => {
      const notes = document.querySelector('[name=notes]') as HTMLElement
      notes.focus()
      const bar = notes.closest('[data-sheet]')?.querySelector(':scope > [data-kept-free]') as HTMLElement
      return notes.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
    })
  await expect.poll(hidden).toBeLessThanOrEqual(0)
})

test('a guest chooses the dark theme, and it stays', async ({ webkit, restaurant }) => {
  await fillCart(webkit, restaurant)
  await goBack(webkit)
  await webkit.hides(DIALOG)
  const theme = (name: 'themeLight' | 'themeDark') => `${t('common.theme')}: ${t(`common.${name}`)}`
  await webkit.tap('footer button', new RegExp(`^${t('common.theme')}`))
  await webkit.tap('footer button', theme('themeLight'))
  await webkit.see('footer button', theme('themeDark'))
  await webkit.reload()
  await webkit.tap('button', /^View cart/)
  await webkit.see(inDialog('li'))
  const colours = () =>
    webkit.run((dialog) => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector(dialog) as HTMLElement)
      return [getComputedStyle(document.documentElement).backgroundColor, backgroundColor, color]
    }, DIALOG)
  await expect.poll(colours).toEqual(['rgb(23, 18, 14)', 'rgb(33, 26, 21)', 'rgb(245, 237, 228)'])
  await expect.poll(() => disturbed(webkit, inDialog('h2'))).toBeLessThan(ALIKE)
})

test('Back closes what was opened last, and then leaves the menu', async ({ webkit, restaurant }) => {
  await webkit.open('/')
  await fillCart(webkit, restaurant)
  await webkit.tap(inDialog('button'), t('cart.checkout'))
  await webkit.see('[name=customerName]')
  await goBack(webkit)
  await webkit.hides('[name=customerName]')
  await webkit.see(inDialog('li'), restaurant.menu[0]?.name)
  await goBack(webkit)
  await webkit.hides(DIALOG)
  const path = () => webkit.run(() => location.pathname)
  expect(await path()).toBe('/menu')
  await webkit.run(() => history.back())
  await expect.poll(path).toBe('/')
})

test('the cart is painted although the page is busy while it opens', async ({ webkit, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { suggestions: false })
  await fillCart(webkit, restaurant)
  for (let opening = 0; opening < 12; opening++) {
    await goBack(webkit)
    await webkit.hides(DIALOG)
    await webkit.run((dialog) => {
      const open = [...document.querySelectorAll('button')].find(({ innerText }) => /^View cart/.test(innerText))
      open?.click()
      const holdUp = () => {
        if (!document.querySelector(dialog)) return requestAnimationFrame(holdUp)
        const end = performance.now() + 500
        while (performance.now() < end);
        return undefined
      }
      requestAnimationFrame(holdUp)
    }, DIALOG)
    await webkit.see(inDialog('li'))
    const { data, info } = await sharp(await stillPicture(webkit))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const below = await webkit.run((dialog) => {
      const { left, top, width } = (document.querySelector(`${dialog} li`) as HTMLElement).getBoundingClientRect()
      return { x: Math.round(left + width / 2), y: Math.round(top + 300) }
    }, DIALOG)
    const at = (below.y * info.width + below.x) * info.channels
    expect([...data.subarray(at, at + 3)], `opening ${opening}`).toEqual([251, 247, 242])
  }
  await restaurant.asOwner('PATCH', '/api/settings', { suggestions: true })
})

test('a lost connection leaves the cart open', async ({ webkit, restaurant }) => {
  await fillCart(webkit, restaurant)
  await workerServes(webkit)
  await restaurant.restart(() => expect.poll(() => isOffline(webkit)).toBe(true))
  await expect.poll(() => isOffline(webkit)).toBe(false)
  await webkit.see(inDialog('button'), t('cart.checkout'))
})
