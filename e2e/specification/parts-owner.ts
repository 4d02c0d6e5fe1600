import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { titleIn } from '#shared/domain/language.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { close, dialog, is, type Reader, type State, shown, startOf } from './part.ts'
import { openTab } from './parts-dashboard.ts'
import { EVENT_CUSTOMER } from './samples.ts'

/* The parts that section 2 of the specification names on the dashboard from its tables tab on, as in parts-pages.ts. */

const table = ({ page, t, samples }: Reader) =>
  page.getByRole('listitem', { name: t('common.table', { number: samples.atTable.tableNumber }), exact: true })

export const TABLES_TAB: readonly State[] = [
  {
    state: 'Tables tab',
    reach: async (reader) => {
      const panel = await openTab(reader, 'tables')
      await shown(table(reader))
      return panel
    },
    parts: [
      [
        'add-table form',
        is.field(({ t }) => new RegExp(`^${t('tables.number')}$`)),
        is.field('tables.capacity'),
        is.button('tables.add'),
      ],
      [
        '[a card among them]',
        is.so(
          async ({ page, t }) =>
            (await page
              .getByRole('listitem')
              .filter({ has: page.getByRole('form', { name: t('tables.add') }) })
              .count()) > 0,
        ),
      ],
    ],
  },
  {
    state: 'Tables tab, a table card',
    reach: (reader) => shown(table(reader)),
    parts: [
      [
        '[its number and status badge]',
        is.heading(({ t, samples }) => t('common.table', { number: samples.atTable.tableNumber })),
        is.text('tables.status.occupied'),
      ],
      [
        'status buttons (available, reserved)',
        is.button(({ t }) => startOf(t('tables.status.available'))),
        is.button(({ t }) => startOf(t('tables.status.reserved'))),
      ],
      [
        'a QR code per table (size 128)',
        is.seen(
          ({ scope, t, samples }) =>
            scope.getByRole('img', { name: t('tables.code', { number: samples.atTable.tableNumber }) }),
          { kind: 'picture' },
        ),
        is.so(
          async ({ scope }) => (await scope.getByRole('img').first().boundingBox({ timeout: 1_000 }))?.width === 128,
        ),
      ],
      [
        '[order line, "New order" and "…"]',
        is.seen(({ scope }) => scope.getByText(/LEI/)),
        is.button(({ t, samples }) => t('tables.newOrderOf', { number: samples.atTable.tableNumber })),
        is.button(({ t, samples }) => t('tables.more', { number: samples.atTable.tableNumber })),
      ],
    ],
  },
]

const customer = {
  name: 'Elena Reader',
  email: 'elena@example.com',
  phone: '40722333555',
  guests: '25',
  notes: 'On the terrace',
}
const quantity = ({ page, t }: Reader) =>
  page
    .getByRole('list', { name: t('catering.dishes') })
    .getByRole('textbox')
    .first()
const event = ({ page }: Reader, name: string) => page.getByRole('article', { name }).first()
const eventFacts = (name: string) =>
  is.all(
    is.seen(({ scope }) => scope.getByText(name, { exact: true })),
    is.seen(({ scope }) => scope.getByText(/\d{4}/)),
  )

export const EVENTS_TAB: readonly State[] = [
  {
    state: 'Events tab, 1. Customer details',
    reach: async (reader) => {
      const panel = await openTab(reader, 'events')
      await shown(panel.getByLabel(reader.t('customers.name')))
      return panel
    },
    parts: [
      ['sub-tabs "generate" and "previous"', is.tabs('catering.views', 'generate', 'previous')],
      [
        'name, email, phone, event date, number of guests',
        is.fields('customers', 'name', 'email', 'phone'),
        is.fields('catering', 'eventDate', 'numberOfGuests'),
      ],
      ['language (en/ro)', is.radio('catering.languages.en'), is.radio('catering.languages.ro')],
      ['notes', is.field('customers.notes')],
    ],
  },
  {
    state: 'Events tab, 2. Menu selection',
    reach: async (reader) => {
      const { page, t } = reader
      const fill = (key: TextKey, value: string) => page.getByLabel(t(key), { exact: true }).fill(value)
      await fill('customers.name', customer.name)
      await fill('customers.email', customer.email)
      await fill('customers.phone', `+${customer.phone}`)
      await fill('catering.eventDate', '2032-06-19')
      await fill('catering.numberOfGuests', customer.guests)
      await fill('customers.notes', customer.notes)
      await page.getByRole('button', { name: t('catering.toMenu'), exact: true }).click()
      await shown(page.getByRole('list', { name: t('catering.dishes') }))
      return page.getByRole('tabpanel').first()
    },
    parts: [
      ['discount percent', is.field('catering.discount')],
      ['a quantity per menu item', is.control(quantity)],
      ['the preview button', is.button('catering.preview')],
      [
        'enabled only when some quantity is above 0',
        is.so(({ page, t }) => page.getByRole('button', { name: t('catering.preview'), exact: true }).isDisabled()),
      ],
    ],
  },
  {
    state: 'Events tab, 3. Preview',
    reach: async (reader) => {
      const { page, t } = reader
      await quantity(reader).fill('25')
      await page.getByLabel(t('catering.discount')).fill('10')
      await page.getByRole('button', { name: t('catering.preview'), exact: true }).click()
      await shown(page.getByRole('button', { name: t('catering.generate') }))
      return page.getByRole('tabpanel').first()
    },
    parts: [
      [
        'customer details',
        ...[customer.name, customer.email, phoneForPeople(customer.phone)].map((fact) => is.text(() => fact)),
      ],
      ['event date', is.text(/2032/)],
      ['guests', is.text(({ t }) => t('catering.guests', { count: 25 }))],
      ['discount', is.text('catering.discountName'), is.text(/^10%$/)],
      [
        'item lines',
        is.inside(
          ({ scope }) => scope.getByRole('listitem').filter({ hasText: '25×' }),
          is.text(/^25×$/),
          is.seen(({ scope }) => scope.getByText(/LEI/)),
        ),
      ],
      ['total and total after discount', is.text('orders.total'), is.text('catering.totalAfterDiscount')],
      ['a Generate Proposal button', is.button('catering.generate')],
    ],
  },
  {
    state: 'Events tab, previous events',
    reach: async (reader) => {
      const { page, t } = reader
      await page.getByRole('tab', { name: t('catering.views.previous') }).click()
      return shown(event(reader, EVENT_CUSTOMER))
    },
    parts: [
      ['cards with customer name, event date', eventFacts(EVENT_CUSTOMER)],
      ['status', is.control(({ scope }) => scope.getByRole('combobox'))],
      [
        'contact',
        is.control(({ scope }) => scope.locator('a[href^="tel:"]')),
        is.control(({ scope }) => scope.locator('a[href^="mailto:"]')),
      ],
      ['guests', is.seen(({ scope, t }) => scope.getByText(t('catering.guests', { count: 60 })))],
      ['discount', is.text('catering.discountName'), is.text(/^10%$/)],
      ['items', is.seen(({ scope }) => scope.getByRole('listitem').first())],
      ['notes', is.seen(({ scope }) => scope.getByText(/^Botez/))],
    ],
  },
  {
    state: 'Events tab, previous events, none',
    reach: async ({ page, t }) => {
      await page.route(/\/api\/events(\?|$)/, (route) => route.fulfill({ json: [] }))
      await page.goto('/dashboard?tab=events')
      await page.getByRole('tab', { name: t('catering.views.previous') }).click()
      return page.getByRole('tabpanel').first()
    },
    parts: [['an empty-state message when none', is.text('catering.empty')]],
  },
]

const promotion = ({ page, t }: Reader) =>
  page
    .getByRole('list', { name: t('dashboard.tabs.promotions') })
    .getByRole('listitem')
    .nth(1)
const titled = (key: 'common.moveUp' | 'common.moveDown' | 'menuEditor.edit') =>
  is.button(({ t, samples, language }) => t(key, { name: titleIn(language, samples.promotion) }))

export const PROMOTIONS_TAB: readonly State[] = [
  {
    state: 'Promotions tab, list',
    reach: async (reader) => {
      await openTab(reader, 'promotions')
      return shown(promotion(reader))
    },
    parts: [
      ['image', is.picture('[data-picture]')],
      ['title', is.text(({ samples, language }) => titleIn(language, samples.promotion))],
      ['order number', is.text(/^2$/)],
      [
        'description',
        is.text(
          ({ samples: { promotion }, language }) =>
            (language === 'ro' && promotion.descriptionRo) || promotion.description,
        ),
      ],
      ['date range', is.seen(({ scope }) => scope.locator('p.figures > span').first())],
      ['optional hour range', is.seen(({ scope }) => scope.locator('p.figures > span').last())],
      ['up and down reorder buttons', titled('common.moveUp'), titled('common.moveDown')],
      ['an edit dialog', titled('menuEditor.edit')],
      ['an active switch', is.switch(/^Activă/)],
      ['labelled "Activă" / "Inactivă"', is.text(/^Activă/)],
    ],
  },
  {
    state: 'Promotions tab, edit dialog',
    reach: async (reader) => {
      const { t, samples, language } = reader
      await promotion(reader)
        .getByRole('button', { name: t('menuEditor.edit', { name: titleIn(language, samples.promotion) }) })
        .click({ timeout: 5_000 })
      return shown(dialog(reader))
    },
    parts: [
      ['an edit dialog', is.heading('promotionEditor.editTitle')],
      ['(with delete confirmation)', is.button('common.delete')],
    ],
  },
  {
    state: 'Promotions tab, create dialog',
    reach: async (reader) => {
      if (await dialog(reader).isVisible()) await close(reader)
      await reader.page.getByRole('button', { name: reader.t('promotionEditor.add'), exact: true }).click()
      return shown(dialog(reader))
    },
    parts: [
      ['create dialog', is.heading('promotionEditor.addTitle')],
      [
        'its fields',
        is.fields(
          'promotionEditor.fields',
          'title',
          'titleRo',
          'description',
          'descriptionRo',
          'startDate',
          'endDate',
          'startHour',
          'endHour',
        ),
      ],
    ],
  },
]

const SETTINGS_TABS = ['users', 'language', 'currency', 'whatsapp'] as const

export const SETTINGS_DIALOG: readonly State[] = [
  {
    state: 'Settings dialog',
    reach: async (reader) => {
      const { page, t } = reader
      if (await dialog(reader).isVisible()) await close(reader)
      await page.getByRole('button', { name: t('dashboard.settings'), exact: true }).click({ timeout: 5_000 })
      return shown(page.getByRole('dialog', { name: t('dashboard.settings') }))
    },
    parts: [
      ['tabs: users, language, currency, whatsapp', is.tabs('settings.tabs', ...SETTINGS_TABS)],
      [
        '[first, in this order]',
        is.inOrder(
          ...[...SETTINGS_TABS, 'printers' as const].map(
            (name) =>
              ({ scope, t }: Reader) =>
                scope.getByRole('tab', { name: t(`settings.tabs.${name}`), exact: true }),
          ),
        ),
      ],
    ],
  },
]
