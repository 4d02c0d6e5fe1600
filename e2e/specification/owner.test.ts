import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { descriptionIn, titleIn } from '#shared/domain/language.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { signIn } from '../support/fixtures.ts'
import { EVENT_CUSTOMER } from './samples.ts'
import { atWidths, close, dialog, expect, openTab, STAFF, screenTest as test } from './screen.ts'

const CUSTOMER = { name: 'Elena Reader', email: 'elena@example.com', phone: '40722333555', notes: 'On the terrace' }

test.beforeEach(({ page, restaurant }) => signIn(page.context(), restaurant))

atWidths(STAFF, () => {
  test('tables tab', async ({ page, t, samples: { atTable } }) => {
    const panel = await openTab(page, t, 'tables')
    const number = atTable.tableNumber
    // [The form is a card among the tables.]
    await expect(panel.getByRole('list', { name: t('dashboard.tabs.tables') })).toShow(`
      - listitem:
        - form "${t('tables.add')}":
          - textbox "${t('tables.number')}"
          - textbox "${t('tables.capacity')}"
          - button "${t('tables.add')}"
    `)
    const card = panel.getByRole('listitem', { name: t('common.table', { number }), exact: true })
    await expect(card).toShow(`
      - heading "${t('common.table', { number })}" [level=2]
      - text: ${t('tables.status.occupied')}
      - paragraph: /LEI$/
      - 'button "${t('tables.setOf', { status: t('tables.status.available'), number })}"'
      - 'button "${t('tables.setOf', { status: t('tables.status.reserved'), number })}"'
      - img "${t('tables.code', { number })}"
      - 'button "${t('tables.newOrderOf', { number })}"'
      - 'button "${t('tables.more', { number })}"'
    `)
    const code = card.getByRole('img', { name: t('tables.code', { number }) })
    await expect(code).toBeInSight()
    expect((await code.boundingBox())?.width).toBe(128)
  })

  test('events tab', async ({ page, t }) => {
    const panel = await openTab(page, t, 'events')
    await expect(panel).toShow(`
      - tablist:
        - tab "${t('catering.views.generate')}" [selected]
        - tab "${t('catering.views.previous')}"
      - tabpanel:
        - textbox "${t('customers.name')}"
        - textbox "${t('customers.email')}"
        - textbox "${t('customers.phone')}"
        - textbox "${t('catering.eventDate')}"
        - textbox "${t('catering.numberOfGuests')}"
        - group:
          - radio "${t('catering.languages.en')}"
          - radio "${t('catering.languages.ro')}"
        - textbox "${t('customers.notes')}"
    `)

    const fill = (key: TextKey, value: string) => page.getByLabel(t(key), { exact: true }).fill(value)
    await fill('customers.name', CUSTOMER.name)
    await fill('customers.email', CUSTOMER.email)
    await fill('customers.phone', `+${CUSTOMER.phone}`)
    await fill('catering.eventDate', '2032-06-19')
    await fill('catering.numberOfGuests', '25')
    await fill('customers.notes', CUSTOMER.notes)
    await page.getByRole('button', { name: t('catering.toMenu'), exact: true }).click()
    const quantity = panel.getByRole('list', { name: t('menuOptions.views.dishes') }).getByRole('textbox')
    await expect(quantity.first()).toBeInSight()
    const discount = panel.getByLabel(t('priceRules.percent'))
    await expect(discount).toBeInSight()
    await expect(panel).toShow(`- button "${t('catering.preview')}" [disabled]`)

    await quantity.first().fill('25')
    await discount.fill('10')
    await page.getByRole('button', { name: t('catering.preview'), exact: true }).click()
    await expect(panel.getByRole('tabpanel')).toShow(`
      - heading "${CUSTOMER.name}"
      - paragraph:
        - time: /2032/
        - text: /${t('catering.guests', { count: 25 })}$/
      - link "${phoneForPeople(CUSTOMER.phone)}"
      - link "${CUSTOMER.email}"
      - list:
        - listitem: /^25× .*LEI$/
      - term: ${t('orders.total')}
      - definition: /LEI$/
      - term: ${t('catering.discountName')}
      - definition: 10%
      - term: ${t('catering.totalAfterDiscount')}
      - definition: /LEI$/
      - paragraph: ${CUSTOMER.notes}
      - button "${t('catering.generate')}"
    `)

    await page.getByRole('tab', { name: t('catering.views.previous') }).click()
    const status = t('catering.statusOf', { name: EVENT_CUSTOMER })
    await expect(panel.getByRole('article', { name: EVENT_CUSTOMER }).first()).toShow(`
      - article:
        - heading "${EVENT_CUSTOMER}" [level=2]
        - 'combobox "${status}"'
        - paragraph:
          - time: /\\d{4}/
          - text: /${t('catering.guests', { count: 60 })}$/
        - link:
          - /url: /^tel:/
        - link:
          - /url: /^mailto:/
        - list:
          - listitem: /× .*LEI$/
        - term: ${t('catering.discountName')}
        - definition: 10%
        - paragraph: /^Botez/
    `)

    await page.route(/\/api\/events(\?|$)/, (route) => route.fulfill({ json: [] }))
    await page.reload()
    await page.getByRole('tab', { name: t('catering.views.previous') }).click()
    await expect(panel).toShow(`- paragraph: ${t('catering.empty')}`)
  })

  test('promotions tab', async ({ page, t, language, samples: { promotion } }) => {
    const panel = await openTab(page, t, 'promotions')
    const title = titleIn(language, promotion)
    const item = panel.getByRole('listitem', { name: title, exact: true })
    // The words of the switch are Romanian in both languages.
    await expect(item).toShow(`
      - text: ${t('promotionEditor.place', { place: promotion.order })}
      - paragraph: ${JSON.stringify(title)}
      - paragraph: ${JSON.stringify(descriptionIn(language, promotion))}
      - paragraph: /\\d.* 00:00.*23:59/
      - 'switch /^Activă/ [checked]'
      - 'button "${t('common.moveUp', { name: title })}"'
      - 'button "${t('common.moveDown', { name: title })}"'
      - 'button "${t('menuEditor.edit', { name: title })}"'
    `)
    await expect(item.locator('[data-picture]')).toBeInSight()
    await expect(item.getByText(String(promotion.order), { exact: true })).toBeVisible()
    await expect(item.getByText('Activă', { exact: true })).toBeVisible()

    await item.getByRole('button', { name: t('menuEditor.edit', { name: title }), exact: true }).click()
    await expect(dialog(page)).toShow(`- heading "${t('promotionEditor.editTitle')}"`)
    await expect(dialog(page)).toShow(`- button "${t('common.delete')}"`)

    await close(page, t)
    await page.getByRole('button', { name: t('promotionEditor.add'), exact: true }).click()
    await expect(dialog(page)).toShow(`- heading "${t('promotionEditor.addTitle')}"`)
    // [The field in the reader's language comes first.]
    const [first, second] = language === 'ro' ? (['Ro', ''] as const) : (['', 'Ro'] as const)
    await expect(dialog(page)).toShow(`
      - textbox "${t(`promotionEditor.fields.title${first}`)}"
      - textbox "${t(`promotionEditor.fields.title${second}`)}"
      - textbox "${t(`menuEditor.fields.description${first}`)}"
      - textbox "${t(`menuEditor.fields.description${second}`)}"
      - textbox "${t('promotionEditor.fields.startDate')}"
      - textbox "${t('promotionEditor.fields.endDate')}"
      - textbox "${t('promotionEditor.fields.startHour')}"
      - textbox "${t('promotionEditor.fields.endHour')}"
    `)
  })

  test('settings dialog', async ({ page, t, width }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: t('dashboard.settings'), exact: true }).click()
    // [Those that are added follow; a phone lists them, and shows one at a time.]
    const isChosen = width < 768 ? '' : ' [selected]'
    await expect(page.getByRole('dialog', { name: t('dashboard.settings') })).toShow(`
      - tablist:
        - tab "${t('settings.tabs.users')}"${isChosen}
        - tab "${t('settings.tabs.language')}"
        - tab "${t('settings.tabs.currency')}"
        - tab "${t('settings.tabs.whatsapp')}"
        - tab "${t('settings.tabs.printers')}"
    `)
  })
})
