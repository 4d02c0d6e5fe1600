import { joinSharedCart } from '../support/shared-session.ts'
import { openTableDialog } from '../support/steps.ts'
import { close, dialog, is, type Reader, type State, shown, startOf } from './part.ts'
import { GUEST } from './samples.ts'

/* The parts that section 2 of the specification names in cart and checkout, as in parts-pages.ts. */

const atOnce = { atOnce: true }
const cartButton = ({ page }: Reader) => page.locator('.cart-bar')
const card = ({ page, samples }: Reader, dish: 'tagged' | 'plain') => page.locator(`#dish-${samples[dish].id}`)
const add = async (reader: Reader, dish: 'tagged' | 'plain') => card(reader, dish).locator('[data-adds]').click()
const row = (dish: 'tagged' | 'plain') => (reader: Reader) =>
  reader.scope.getByRole('listitem').filter({ hasText: reader.nameOf(reader.samples[dish]) })
const badge = (count: number) => is.inside(cartButton, is.text(new RegExp(`^${count}$`)))
const openCart = async (reader: Reader) => {
  await cartButton(reader).click()
  return shown(dialog(reader))
}
const drawerLayout = is.so(async ({ page, width, scope }) => {
  const box = await scope.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  const share = width < 768 ? 0.96 : 0.8
  return box !== null && box.width === Math.min(width, 500) && Math.abs(box.height - height * share) <= 1
})
const rows = is.all(
  ...(['tagged', 'plain'] as const).map((dish) =>
    is.inside(
      row(dish),
      is.picture(dish === 'plain' ? '[data-picture] svg' : '[data-picture]'),
      is.text(({ nameOf, samples }) => nameOf(samples[dish])),
      is.text(/^[\d.,]+\s?LEI × 1$/),
      is.button(({ t, nameOf, samples }) => t('cart.remove', { name: nameOf(samples[dish]) })),
    ),
  ),
)

const notes = is.field('checkout.notes')

export const CART: readonly State[] = [
  {
    state: 'Cart button',
    reach: async (reader) => {
      await reader.page.goto('/menu')
      await add(reader, 'tagged')
      await add(reader, 'plain')
      await shown(reader.page.locator('[data-cart-bar]'))
      return reader.page.locator('body')
    },
    parts: [
      ['floating cart button', is.control(cartButton, atOnce)],
      [
        'at bottom-right',
        is.so(async (reader) => {
          const box = await cartButton(reader).locator('> :last-child').boundingBox()
          const { width, height } = reader.page.viewportSize() ?? { width: 0, height: 0 }
          return box !== null && width - box.x - box.width <= 40 && height - box.y - box.height <= 40
        }),
      ],
      ['a badge with the total quantity of items', badge(2)],
      [
        '[the right end of a bar with "View cart" and the sum]',
        is.inside(cartButton, is.text('cart.view'), is.text(/LEI$/)),
      ],
    ],
  },
  {
    state: 'Cart bottom drawer',
    reach: openCart,
    parts: [
      ['96% height on mobile, 80% on desktop, maximum width 500 px', drawerLayout],
      [
        'while the cart is open the menu is dimmed to 50% opacity',
        is.so(({ page }) =>
          page
            .locator('[inert]')
            .first()
            .evaluate((menu) => getComputedStyle(menu).opacity === '0.5'),
        ),
      ],
      ['title is the plain cart title', is.heading('cart.title')],
      ['rows with image (fallback icon when missing), localized name, price times quantity and a remove button', rows],
      ['checkout button', is.button('cart.checkout', atOnce)],
    ],
  },
  {
    state: 'Cart bottom drawer, empty',
    reach: async (reader) => {
      const { t, nameOf, samples } = reader
      for (const dish of [samples.tagged, samples.plain])
        await dialog(reader)
          .getByRole('button', { name: t('cart.remove', { name: nameOf(dish) }) })
          .click()
      return dialog(reader)
    },
    parts: [
      ['an empty message', is.text('cart.empty')],
      [
        'checkout, disabled when the cart is empty',
        is.button('cart.checkout'),
        is.so(({ scope, t }) => scope.getByRole('button', { name: t('cart.checkout') }).isDisabled()),
      ],
    ],
  },
  {
    state: 'Order-details dialog, customer form',
    reach: async (reader) => {
      await close(reader)
      await add(reader, 'tagged')
      await (await openCart(reader)).getByRole('button', { name: reader.t('cart.checkout') }).click()
      return shown(reader.page.getByRole('dialog', { name: reader.t('checkout.title') }))
    },
    parts: [
      ['order-details dialog', is.heading(({ t }) => new RegExp(`${t('checkout.title')}$`))],
      [
        'dining options: dine-in, takeaway, delivery [at the top of its first step]',
        is.radio('checkout.dineIn', atOnce),
        is.radio('checkout.takeaway', atOnce),
        is.radio('checkout.delivery', atOnce),
      ],
      [
        'delivery shown disabled',
        is.so(({ scope, t }) => scope.getByRole('radio', { name: t('checkout.delivery') }).isDisabled()),
      ],
      ['with a "delivery not available" note', is.text('checkout.deliveryNote')],
      ['customer form: name, phone', is.field('checkout.name'), is.field('checkout.phone')],
      [
        '[the e-mail field in sight]',
        is.control(({ scope, t }) => scope.getByLabel(startOf(t('checkout.email'))), atOnce),
      ],
      ['notes', notes],
      ['[the button that orders]', is.button(({ t }) => startOf(t('checkout.payTakeaway', { total: '' })), atOnce)],
    ],
  },
  {
    state: 'Order-success dialog',
    reach: async ({ page, t }) => {
      const form = page.getByRole('dialog', { name: t('checkout.title') })
      await form.getByLabel(startOf(t('checkout.name'))).fill(GUEST.name)
      await form
        .getByLabel(startOf(t('checkout.phone')))
        .first()
        .fill(GUEST.phone)
      // The countdown does not end while it is read.
      await page.clock.setFixedTime(Date.now())
      await form.getByRole('button', { name: startOf(t('checkout.payTakeaway', { total: '' })) }).click()
      return shown(page.getByRole('dialog', { name: t('checkout.success') }))
    },
    parts: [
      ['confirmation', is.heading('checkout.success')],
      ['a countdown "returning to menu in N seconds"', is.seen(({ scope }) => scope.getByRole('timer'))],
    ],
  },
]

export const SHARED: readonly State[] = [
  {
    state: 'Join-session dialog',
    reach: async (reader) => {
      const { page, t, number } = reader
      await page.goto('/menu')
      await openTableDialog(page)
      await dialog(reader).getByRole('combobox').click()
      await page.getByRole('option', { name: startOf(t('common.table', { number })) }).click()
      return shown(page.getByRole('dialog', { name: t('sharedTable.joinTitle', { table: number }) }))
    },
    parts: [
      [
        'opens automatically when a table is set',
        is.heading(({ t, number }) => t('sharedTable.joinTitle', { table: number })),
      ],
      ['asking for "your name"', is.field('sharedTable.yourName')],
      ['[join, or order alone]', is.button('sharedTable.join'), is.button('sharedTable.alone')],
    ],
  },
  {
    state: 'Menu screen, when a table id is set',
    reach: async (reader) => {
      await dialog(reader)
        .getByRole('button', { name: reader.t('sharedTable.alone') })
        .click()
      return shown(reader.page.getByRole('banner'))
    },
    parts: [
      ['["Table 3"]', is.text(({ t, number }) => t('common.table', { number }), atOnce)],
      ['a "waiter mode" badge shows at the top left', is.text('table.waiterMode', atOnce)],
    ],
  },
  {
    state: 'Order-details dialog, table (waiter/in-person) form',
    reach: async (reader) => {
      const { page, t, number } = reader
      await add(reader, 'tagged')
      await add(reader, 'plain')
      await (await openCart(reader)).getByRole('button', { name: t('cart.checkout') }).click()
      return shown(page.getByRole('dialog', { name: t('checkout.tableTitle', { number }) }))
    },
    parts: [
      [
        'a table form when a table is set',
        is.heading(({ t, number }) => new RegExp(`${t('checkout.tableTitle', { number })}$`)),
      ],
      ['notes', notes],
      ['[the button that orders]', is.button(({ t }) => startOf(t('checkout.payDineIn', { total: '' })), atOnce)],
    ],
  },
  {
    state: 'Cart bottom drawer, shared mode',
    reach: async (reader) => {
      const { page, t, language, number } = reader
      await close(reader)
      await close(reader)
      await page.getByRole('button', { name: t('sharedTable.joinShort'), exact: true }).click()
      await joinSharedCart(page, GUEST.name, language)
      await openCart(reader)
      return shown(page.getByRole('dialog', { name: t('cart.sharedTitle', { table: number }) }))
    },
    parts: [
      ['96% height on mobile, 80% on desktop, maximum width 500 px', drawerLayout],
      [
        'title is "shared cart for table {table}" when a table is set',
        is.heading(({ t, number }) => t('cart.sharedTitle', { table: number })),
      ],
      ['rows', rows],
      [
        'a participant list',
        is.inside(
          ({ scope, t }) => scope.getByRole('list', { name: t('sharedTable.guests') }),
          is.text(({ t }) => new RegExp(t('sharedTable.youShort'))),
        ),
      ],
      [
        'a countdown "session ends in mm:ss"',
        is.seen(({ scope, t }) =>
          scope.getByRole('timer').filter({ hasText: startOf(t('sharedTable.endsIn', { time: '' })) }),
        ),
      ],
      ['ready toggle', is.button('sharedTable.markReady', atOnce)],
      [
        'submit appears only when all participants are ready',
        is.so(async (reader) => (await submit(reader).count()) === 0),
      ],
    ],
  },
  {
    state: 'Cart bottom drawer, all participants ready',
    reach: async (reader) => {
      const drawer = dialog(reader)
      await drawer.getByRole('button', { name: reader.t('sharedTable.markReady'), exact: true }).click()
      return drawer
    },
    parts: [
      ['with a ready tick', is.at('li svg')],
      ['submit order', is.control(submit, atOnce)],
    ],
  },
  {
    state: 'Order-success dialog, shared mode',
    reach: async (reader) => {
      const { page, t } = reader
      await submit({ ...reader, scope: dialog(reader) }).click()
      return shown(page.getByRole('dialog', { name: t('checkout.success') }))
    },
    parts: [['confirmation', is.heading('checkout.success')]],
  },
]

function submit({ scope, t }: Reader) {
  return scope.getByRole('button', { name: startOf(t('checkout.payDineIn', { total: '' })) })
}
