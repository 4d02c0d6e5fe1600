import type { Locator, Page } from '@playwright/test'
import type { Order } from '#shared/contracts/orders.ts'
import { LOYALTY_TIERS } from '#shared/domain/customers/customer.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { categoryIn, descriptionIn } from '#shared/domain/language.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { signIn } from '../support/fixtures.ts'
import { hold } from '../support/serving.ts'
import { GUEST } from './samples.ts'
import { atWidths, close, dialog, expect, figure, literal, openTab, STAFF, screenTest as test } from './screen.ts'

const phone = phoneForPeople('40722333444')

/** Opens a sub-tab of the orders, and finds the card of an order in it. */
async function openOrder(page: Page, t: TFunction, view: 'pending' | 'all', { id }: Order): Promise<Locator> {
  await page.getByRole('tab', { name: new RegExp(`^${t(`orders.tabs.${view}`)}`) }).click()
  const card = page.getByRole('article', { name: t('orders.order', { id }), exact: true })
  // More cards are rendered when the page is scrolled to its end.
  await expect(async () => {
    for (const by of [20_000, -100]) {
      await page.mouse.wheel(0, by)
      await page.waitForTimeout(100)
    }
    expect(await card.isVisible()).toBe(true)
  }).toPass({ timeout: 40_000, intervals: [0] })
  return card
}

test.beforeEach(({ page, restaurant }) => signIn(page.context(), restaurant))

atWidths(STAFF, () => {
  test('landing page (/), for an owner', async ({ page, t }) => {
    await page.goto('/')
    await expect(page.getByRole('main')).toShow(`
      - navigation:
        - /children: equal
        - link "${t('landing.viewMenu')}":
          - /url: /menu
        - link "${t('landing.dashboard')}":
          - /url: /dashboard
    `)
  })

  test('owner dashboard (/dashboard)', async ({ page, t, width }) => {
    const release = await hold(page, '**/api/user')
    await page.goto('/dashboard')
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: t('common.loading') })
        .locator('svg'),
    ).toBeInSight()
    release()
    // [The title is "La Conac · Dashboard", of which a narrow screen shows the first.]
    await expect(page.getByRole('banner')).toShowAtOnce(`
      - heading /^La Conac.*${t('dashboard.title')}$/ [level=1]
      - button "${t('dashboard.settings')}"
      - button "${t('auth.logOut')}"
    `)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeInViewport()
    if (width >= 1024) await expect(title.getByText(new RegExp(`${t('dashboard.title')}$`))).toBeInViewport()
    await expect(page.getByRole('list', { name: t('dashboard.summary') })).toShow(`
      - list:
        - listitem:
          - link /^${t('dashboard.totalOrders')} \\d/
        - listitem:
          - link /^${t('dashboard.totalCustomers')} \\d/
        - listitem:
          - link /^${t('dashboard.averageOrderValue')} \\d/
        - listitem:
          - link /^${t('dashboard.vipCustomers')} \\d/
    `)
    await expect(page.getByRole('tablist', { name: t('dashboard.sections') })).toShow(`
      - tab /^${t('dashboard.tabs.orders')}/ [selected]
      - tab "${t('dashboard.tabs.customers')}"
      - tab "${t('dashboard.tabs.menu')}"
      - tab "${t('dashboard.tabs.tables')}"
      - tab "${t('dashboard.tabs.events')}"
      - tab "${t('dashboard.tabs.promotions')}"
    `)
  })

  test('orders tab', async ({ page, t, samples, nameOf, restaurant }) => {
    const { atTable, takeaway, later } = samples
    await page.goto('/dashboard')
    // Their counts may follow.
    await expect(page.getByRole('tabpanel').first().getByRole('tablist')).toShow(`
      - tablist:
        - tab /^${t('orders.tabs.pending')}/
        - tab /^${t('orders.tabs.preparing')}/
        - tab /^${t('orders.tabs.ready')}/
        - tab /^${t('orders.tabs.delivered')}/
        - tab /^${t('orders.tabs.completed')}/
        - tab /^${t('orders.tabs.cancelled')}/
        - tab /^${t('orders.tabs.all')}/
    `)

    const card = await openOrder(page, t, 'pending', atTable)
    const [line] = atTable.items
    const dish = restaurant.menu.find(({ id }) => id === line?.menuItemId) ?? samples.plain
    // [The status badge is the status dropdown.]
    await expect(card).toShow(`
      - article:
        - heading /^${t('common.table', { number: atTable.tableNumber })}/ [level=2]
        - paragraph:
          - text: /#${atTable.id}$/
          - time: /^\\d{1,2} \\S+ \\d{4}, \\d\\d:\\d\\d$/
        - list:
          - listitem:
            - button /^1× ${literal(nameOf(dish))} ${figure(atTable.total)}/
        - paragraph: ${GUEST.notes}
        - paragraph: /^${t('orders.dineIn')} · ${GUEST.name}$/
        - paragraph:
          - link "${phone}"
        - paragraph: ${GUEST.email}
        - paragraph: /^${t('orders.total')} ${figure(atTable.total)}/
        - 'combobox "${t('orders.changeStatus', { id: atTable.id })}"': ${t('orders.status.pending')}
        - link "${t('orders.contact')}":
          - /url: /^sms:/
        - button "${t('printing.printReceipt')}"
    `)
    await expect(card.getByRole('combobox')).not.toHaveCSS('background-color', /, 0\)$|transparent/)

    await expect(await openOrder(page, t, 'all', takeaway)).toShow(`
      - article:
        - heading /^${GUEST.name}/ [level=2]
        - paragraph:
          - text: '/${t('orders.takeaway')} #${takeaway.id}$/'
          - time: /\\d{4}/
        - paragraph:
          - link "${phone}"
        - 'combobox "${t('orders.changeStatus', { id: takeaway.id })}"'
    `)
    // [An order for later has a card, too.]
    for (const view of ['pending', 'all'] as const)
      await expect(await openOrder(page, t, view, later)).toShow(`
        - 'combobox "${t('orders.changeStatus', { id: later.id })}"'
      `)
  })

  test('customers tab', async ({ page, t, width }) => {
    const panel = await openTab(page, t, 'customers')
    // The tier of the guest of all tests depends on how many have ordered.
    const tier = `(${LOYALTY_TIERS.map((tier) => t(`customers.tiers.${tier}`)).join('|')})`
    if (width < 768) {
      await expect(panel.getByRole('listitem', { name: GUEST.name }).first()).toShow(`
        - 'button "${t('customers.open', { name: GUEST.name })}"'
        - text: /LEI$/
        - paragraph:
          - link "${phone}"
          - text: '/^${t('customers.orderCount')}: \\d+$/'
        - paragraph: '/^${tier} .*\\d{4}/'
      `)
      return
    }
    await expect(panel.getByRole('row').first()).toShow(`
      - columnheader "${t('customers.name')}"
      - columnheader "${t('customers.phone')}"
      - columnheader "${t('customers.orderCount')}"
      - columnheader "${t('customers.totalSpent')}"
      - columnheader "${t('customers.loyaltyTier')}"
      - columnheader "${t('customers.lastOrder')}"
    `)
    await expect(panel.getByRole('row').filter({ hasText: GUEST.name }).first()).toShow(`
      - cell /${GUEST.name}/
      - cell "${phone}"
      - cell /^\\d+$/
      - cell /LEI$/
      - cell /^${tier}$/
      - cell /\\d{4}/
    `)
  })

  test('menu tab', async ({ page, t, language, width, samples: { tagged }, nameOf }) => {
    const panel = await openTab(page, t, 'menu')
    await expect(panel).toShow(`
      - button "${t('menuImports.template')}"
      - button "${t('menuImports.export')}"
      - button "${t('menuImports.import')}"
    `)
    await page.getByRole('button', { name: t('menuImports.import'), exact: true }).click()
    await expect(dialog(page).getByText(t('menuImports.chooseFile'), { exact: true })).toBeVisible()

    await close(page, t)
    const category = categoryIn(language, tagged)
    const categories = page.getByRole('region', { name: t('menuEditor.categories.title') })
    await expect(categories).toShow(`- button "${t('menuEditor.categories.addLabel')}"`)
    await expect(categories.getByRole('listitem', { name: category, exact: true })).toShow(`
      - 'button "${t('common.moveUp', { name: category })}"'
      - 'button "${t('common.moveDown', { name: category })}"'
      - 'switch "${t('menuEditor.categories.shown', { name: category })}" [checked]'
      - 'button "${t('common.change', { name: category })}"'
      - 'button "${t('menuEditor.deleteLabel', { name: category })}"'
    `)

    const name = nameOf(tagged)
    const section = page.getByRole('region', { name: category, exact: true })
    await expect(section).toShow(`- heading "${category}" [level=2]`)
    // [From 1024 px "Delete" is a button, below it is in "…". The name in the other language follows the description.]
    const remove = width < 1024 ? t('common.moreFor', { name }) : t('menuEditor.deleteLabel', { name })
    await expect(section.getByRole('listitem', { name, exact: true })).toShow(`
      - paragraph: ${JSON.stringify(name)}
      - paragraph: /^${literal(descriptionIn(language, tagged).replaceAll(/\s+/g, ' '))}/
      - text: /${figure(tagged.price)}/
      - 'switch "${t('menuEditor.fields.isActive')}: ${name}" [checked]'
      - 'button "${t('menuEditor.edit', { name })}"'
      - 'button "${remove}"'
    `)

    const edit = t('menuEditor.edit', { name })
    await section.getByRole('button', { name: edit, exact: true }).click()
    // [The field in the reader's language comes first.]
    const [first, second] = language === 'ro' ? (['Ro', ''] as const) : (['', 'Ro'] as const)
    const fields = `
      - textbox "${t(`menuEditor.fields.name${first}`)}"
      - textbox "${t(`menuEditor.fields.name${second}`)}"
      - textbox "${t(`menuEditor.fields.description${first}`)}"
      - textbox "${t(`menuEditor.fields.description${second}`)}"
      - textbox "${t('menuEditor.fields.price')}"
      - combobox "${t('menuEditor.fields.category')}"
      - textbox /^${literal(t('menuEditor.fields.allergens'))}/
    `
    await expect(dialog(page)).toShow(`- heading "${name}" [level=2]`)
    await expect(dialog(page)).toShow(fields)
    await expect(dialog(page)).toShow(`
      - button "${t('common.delete')}"
      - button "${t('common.save')}"
    `)
    await dialog(page)
      .getByRole('button', { name: t('common.delete'), exact: true })
      .click()
    await expect(page.getByRole('alertdialog')).toShow(`
      - 'heading "${t('common.deleteName', { name })}"'
      - button "${t('common.cancel')}"
      - button "${t('common.delete')}"
    `)

    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await close(page, t)
    await page.getByRole('button', { name: t('menuEditor.add'), exact: true }).click()
    await expect(dialog(page)).toShow(`- heading "${t('menuEditor.addTitle')}"`)
    await expect(dialog(page)).toShow(fields)
  })
})
