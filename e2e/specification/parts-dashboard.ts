import { LOYALTY_TIERS } from '#shared/domain/customers/customer.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { hold } from '../support/serving.ts'
import { categoryOf, close, dialog, is, type Reader, type State, shown, startOf } from './part.ts'
import { GUEST } from './samples.ts'

/* The parts that section 2 of the specification names on the dashboard up to its menu tab, as in parts-pages.ts. */

const atOnce = { atOnce: true }
/** Opens another tab of the dashboard. */
export const openTab = async (reader: Reader, name: 'customers' | 'menu' | 'tables' | 'events' | 'promotions') => {
  const { page, t } = reader
  if (await dialog(reader).isVisible()) await close(reader)
  await page.getByRole('tab', { name: t(`dashboard.tabs.${name}`), exact: true }).click()
  return shown(page.getByRole('tabpanel').first())
}
const digits = '40722333444'
const guestFacts = is.all(
  is.text(() => GUEST.name),
  is.text(() => phoneForPeople(digits)),
)
const openOrders = async (reader: Reader, view: 'pending' | 'all', order: 'atTable' | 'takeaway' | 'later') => {
  const { page, t, samples } = reader
  await page.getByRole('tab', { name: startOf(t(`orders.tabs.${view}`)) }).click()
  const card = page.getByRole('article', { name: t('orders.order', { id: samples[order].id }), exact: true })
  // More cards are rendered when the page is scrolled to its end.
  for (let i = 0; i < 100 && !(await card.isVisible()); i++) {
    await page.mouse.wheel(0, i % 2 === 0 ? 20_000 : -100)
    await page.waitForTimeout(100)
  }
  return shown(card)
}
const figure = (key: TextKey) =>
  is.inside(({ page, t }) => page.getByText(t(key), { exact: true }).locator('..'), is.text(key), is.text(/\d/))

export const DASHBOARD: readonly State[] = [
  {
    state: 'Landing page (/), for an owner',
    reach: async ({ page, t }) => {
      await page.goto('/')
      await shown(page.getByRole('link', { name: t('landing.dashboard') }))
      return page.locator('body')
    },
    parts: [
      ['a Dashboard link to /dashboard', is.link('landing.dashboard')],
      ['a Login link shown only when nobody is signed in', is.missing(is.link('landing.login'))],
    ],
  },
  {
    state: 'Guarded route, while the current user is loading',
    reach: async ({ page, t }) => {
      await hold(page, '**/api/user')
      await page.goto('/dashboard')
      return shown(page.getByRole('status').filter({ hasText: t('common.loading') }))
    },
    parts: [['a spinner shows', is.picture('svg')]],
  },
  {
    state: 'Owner dashboard (/dashboard)',
    reach: async ({ page, t }) => {
      await page.unroute('**/api/user')
      await page.goto('/dashboard')
      await shown(page.getByRole('tab', { name: t('dashboard.tabs.orders') }))
      return page.locator('body')
    },
    parts: [
      ['header with title', is.seen(({ page }) => page.getByRole('heading', { level: 1 }), atOnce)],
      [
        '["La Conac · Dashboard" from 1024 px]',
        is.from(
          1024,
          is.seen(
            ({ page, t }) => page.getByRole('heading', { level: 1 }).getByText(new RegExp(`${t('dashboard.title')}$`)),
            atOnce,
          ),
        ),
      ],
      ['settings button', is.button('dashboard.settings', atOnce)],
      ['logout button', is.button('auth.logOut', atOnce)],
      ['summary card: total orders', figure('dashboard.totalOrders')],
      ['summary card: total customers', figure('dashboard.totalCustomers')],
      ['summary card: average order value', figure('dashboard.averageOrderValue')],
      ['summary card: VIP customers', figure('dashboard.vipCustomers')],
      [
        'top tabs: orders, customers, menu, tables, events, promotions',
        is.tabs('dashboard.tabs', 'orders', 'customers', 'menu', 'tables', 'events', 'promotions'),
      ],
    ],
  },
]

export const ORDERS_TAB: readonly State[] = [
  {
    state: 'Orders tab',
    reach: async ({ page }) => shown(page.getByRole('tabpanel').first()),
    parts: [
      [
        'sub-tabs: pending, preparing, ready, delivered, completed, cancelled, all',
        is.tabs('orders.tabs', 'pending', 'preparing', 'ready', 'delivered', 'completed', 'cancelled', 'all'),
      ],
    ],
  },
  {
    state: 'Orders tab, the card of an order at a table',
    reach: (reader) => openOrders(reader, 'pending', 'atTable'),
    parts: [
      ['id', is.text(({ samples }) => `#${samples.atTable.id}`)],
      ['a table number', is.text(({ t, samples }) => t('common.table', { number: samples.atTable.tableNumber }))],
      [
        'a status badge [which is the status dropdown]',
        is.dropdown(({ t, samples }) => t('orders.changeStatus', { id: samples.atTable.id })),
      ],
      [
        '[in its colour]',
        is.so(({ scope }) =>
          scope
            .getByRole('combobox')
            .evaluate((badge) => !/, 0\)$|transparent/.test(getComputedStyle(badge).backgroundColor)),
        ),
      ],
      ['creation time (format d MMM yyyy, HH:mm)', is.text(/^\d{1,2} \p{L}+\.? \d{4}, \d\d:\d\d$/u)],
      ['customer name', is.seen(({ scope }) => scope.getByText(GUEST.name))],
      ['phone, optional email', is.text(() => phoneForPeople(digits)), is.text(() => GUEST.email)],
      ['dining option', is.seen(({ scope, t }) => scope.getByText(t('orders.dineIn')))],
      [
        'total',
        is.seen(({ scope, samples }) =>
          scope.locator('p').filter({ hasText: formatMoney(samples.atTable.total, 'lei').split(' ')[0] ?? '' }),
        ),
      ],
      [
        'item lines (quantity, name, line total)',
        is.inside(
          ({ scope }) => scope.getByRole('listitem').first(),
          is.text(/^1×$/),
          is.seen(({ scope, samples, nameOf, restaurant }) =>
            scope.getByText(
              nameOf(restaurant.menu.find(({ id }) => id === samples.atTable.items[0]?.menuItemId) ?? samples.plain),
            ),
          ),
          is.seen(({ scope, samples }) =>
            scope.getByText(formatMoney(samples.atTable.total, 'lei').split(' ')[0] ?? ''),
          ),
        ),
      ],
      ['notes', is.text(() => GUEST.notes)],
      ['a contact-customer button', is.link('orders.contact')],
      ['a print-receipt button', is.button('printing.printReceipt')],
    ],
  },
  {
    state: 'Orders tab, the card of an order without a table',
    reach: (reader) => openOrders(reader, 'all', 'takeaway'),
    parts: [
      ['a takeaway label', is.text('orders.takeaway')],
      ['customer name, phone', guestFacts],
      ['status dropdown', is.dropdown(({ t, samples }) => t('orders.changeStatus', { id: samples.takeaway.id }))],
    ],
  },
  ...(['pending', 'all'] as const).map((view) => ({
    state: `Orders tab, [an order for later is a card of ${view} too]`,
    reach: (reader: Reader) => openOrders(reader, view, 'later'),
    parts: [
      ['its status dropdown', is.dropdown(({ t, samples }) => t('orders.changeStatus', { id: samples.later.id }))],
    ] as const,
  })),
]

export const CUSTOMERS_TAB: readonly State[] = [
  {
    state: 'Customers tab',
    reach: async (reader) => {
      const panel = await openTab(reader, 'customers')
      await shown(panel.getByText(GUEST.name).first())
      return panel
    },
    parts: [
      [
        'table of name, phone, order count, total spent, loyalty tier, last order date',
        is.from(
          768,
          is.all(
            ...(['name', 'phone', 'orderCount', 'totalSpent', 'loyaltyTier', 'lastOrder'] as const).map((column) =>
              is.seen(({ scope, t }) =>
                scope.getByRole('columnheader', { name: t(`customers.${column}`), exact: true }),
              ),
            ),
          ),
        ),
      ],
      [
        'a customer',
        is.inside(
          ({ scope, width }) => scope.getByRole(width < 768 ? 'listitem' : 'row').filter({ hasText: GUEST.name }),
          guestFacts,
          is.text(/^\d+$/),
          is.seen(({ scope }) => scope.getByText(/LEI/)),
          // The guest of all readers, who orders with each.
          is.text(({ t }) => new RegExp(`^(${LOYALTY_TIERS.map((tier) => t(`customers.tiers.${tier}`)).join('|')})$`)),
          is.seen(({ scope }) => scope.getByText(/\d{4}/).last()),
        ),
      ],
    ],
  },
]

const category = (reader: Reader) =>
  reader.page
    .getByRole('list', { name: reader.t('menuEditor.categories.title') })
    .getByRole('listitem', { name: categoryOf(reader), exact: true })
const dish = ({ page, nameOf, samples }: Reader) =>
  page.getByRole('listitem', { name: nameOf(samples.tagged), exact: true })
const remove = ({ t }: Reader) => startOf(t('common.delete'))

export const MENU_TAB: readonly State[] = [
  {
    state: 'Menu tab',
    reach: async (reader) => {
      const panel = await openTab(reader, 'menu')
      await shown(dish(reader))
      return panel
    },
    parts: [
      ['buttons: download CSV template', is.button('menuImports.template')],
      ['export menu CSV', is.button(/^(Export menu CSV|Exportați meniul.* CSV)$/)],
      ['import CSV (file upload)', is.button('menuImports.import')],
    ],
  },
  {
    state: 'Menu tab, import CSV',
    reach: async (reader) => {
      await reader.page.getByRole('button', { name: reader.t('menuImports.import'), exact: true }).click()
      return shown(dialog(reader))
    },
    parts: [['(file upload)', is.text('menuImports.chooseFile')]],
  },
  {
    state: 'Menu tab, categories panel',
    reach: async (reader) => {
      if (await dialog(reader).isVisible()) await close(reader)
      return shown(category(reader))
    },
    parts: [
      ['add', is.inside(({ page }) => page.locator('body'), is.button('menuEditor.categories.addLabel'))],
      ['rename inline', is.button((reader) => reader.t('common.change', { name: categoryOf(reader) }))],
      [
        'reorder up/down',
        is.each(['common.moveUp', 'common.moveDown'] as const, (key) =>
          is.button((reader) => reader.t(key, { name: categoryOf(reader) })),
        ),
      ],
      ['delete', is.button(remove)],
      ['a visibility toggle per category', is.control(({ scope }) => scope.getByRole('switch'))],
    ],
  },
  {
    state: 'Menu tab, menu items',
    reach: async (reader) => shown(dish(reader)),
    parts: [
      ['grouped by category', is.inside(({ page }) => page.getByRole('tabpanel').first(), is.heading(categoryOf))],
      ['name', is.text(({ nameOf, samples }) => nameOf(samples.tagged))],
      [
        'price',
        is.seen(({ scope, samples }) => scope.getByText(formatMoney(samples.tagged.price, 'lei').split(' ')[0] ?? '')),
      ],
      [
        'truncated description [before the other language’s name]',
        is.text(({ samples: { tagged }, language }) =>
          startOf((language === 'ro' && tagged.descriptionRo) || tagged.description),
        ),
      ],
      ['visibility toggle', is.control(({ scope }) => scope.getByRole('switch'))],
      ['edit', is.button(({ t, nameOf, samples }) => t('menuEditor.edit', { name: nameOf(samples.tagged) }))],
      [
        'delete [from 1024 px, below it in "…"]',
        is.from(1024, is.button(remove)),
        is.below(
          1024,
          is.button(({ t, nameOf, samples }) => t('common.moreFor', { name: nameOf(samples.tagged) })),
        ),
      ],
    ],
  },
  {
    state: 'Menu tab, edit menu item dialog',
    reach: async (reader) => {
      const name = reader.t('menuEditor.edit', { name: reader.nameOf(reader.samples.tagged) })
      await dish(reader).getByRole('button', { name, exact: true }).first().click()
      return shown(dialog(reader))
    },
    parts: [
      ['an edit menu item dialog', is.heading(({ nameOf, samples }) => nameOf(samples.tagged))],
      [
        'its fields',
        is.fields(
          'menuEditor.fields',
          'name',
          'nameRo',
          'description',
          'descriptionRo',
          'price',
          'category',
          'allergens',
        ),
      ],
      ['[save]', is.button('common.save')],
    ],
  },
  {
    state: 'Menu tab, delete with a confirmation dialog',
    reach: async (reader) => {
      await dialog(reader)
        .getByRole('button', { name: reader.t('common.delete'), exact: true })
        .click()
      return shown(reader.page.getByRole('alertdialog'))
    },
    parts: [
      [
        'a confirmation dialog',
        is.heading(({ t, nameOf, samples }) => t('common.deleteName', { name: nameOf(samples.tagged) })),
      ],
      ['[delete, cancel]', is.button('common.delete'), is.button('common.cancel')],
    ],
  },
  {
    state: 'Menu tab, add menu item dialog',
    reach: async (reader) => {
      const { page, t } = reader
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
      await close(reader)
      await page.getByRole('button', { name: t('menuEditor.add'), exact: true }).click()
      return shown(dialog(reader))
    },
    parts: [['an add menu item dialog', is.heading('menuEditor.addTitle')]],
  },
]
