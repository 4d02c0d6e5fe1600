import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFocusVisible, tabTo } from '../support/keyboard-focus.ts'
import { setLanguage, translator } from '../support/language.ts'

test.use({ changesMenu: true })

const language = 'ro'
const t = translator(language)

test('an owner creates a proposal and its PDF, which a later change of the menu does not alter', async ({
  dashboard,
  restaurant,
}) => {
  await setLanguage(dashboard, language)
  await dashboard.emulateMedia({ reducedMotion: 'reduce' })
  await dashboard.goto('/dashboard?tab=events')
  const field = (name: string) => dashboard.getByLabel(name, { exact: true })
  const button = (name: string) => dashboard.getByRole('button', { name, exact: true })

  await button(t('catering.toMenu')).click()
  await expect(field(t('customers.name'))).toBeFocused()
  await expectAccessible(dashboard, 'customer details with errors')

  // The text fields are filled in by keyboard.
  const name = 'Ștefan Țîru'
  await dashboard.keyboard.type(name)
  await tabTo(dashboard, field(t('customers.email')))
  await dashboard.keyboard.type('stefan@example.com')
  await tabTo(dashboard, field(t('customers.phone')))
  await dashboard.keyboard.type('+40 712 345 678')
  await field(t('catering.eventDate')).fill('2032-06-19')
  await field(t('catering.numberOfGuests')).fill('40')
  await dashboard.getByText(t('catering.languages.ro'), { exact: true }).click()
  await field(t('customers.notes')).fill('Pe terasă, de la 18:00')
  // The draft survives a change of the tab and a reload.
  await dashboard.getByRole('tab', { name: t('dashboard.tabs.menu') }).click()
  await dashboard.reload()
  await dashboard.getByRole('tab', { name: t('dashboard.tabs.events') }).click()
  await expect(field(t('customers.name'))).toHaveValue(name)
  await button(t('catering.toMenu')).click()
  await expect(dashboard.getByRole('heading', { name: t('catering.stepTitles.menu') })).toBeFocused()

  // Dishes are sorted by name.
  const byName = new Intl.Collator(language)
  const nameOf = (dish: { name: string; nameRo: string }) => dish.nameRo || dish.name
  const dishes = await restaurant.query<{ id: number; name: string; nameRo: string; price: number }>(
    `select d.id, d.name, d.name_ro as "nameRo", d.price from menu_items d
       join menu_categories c on c.id = d.category_id`,
  )
  const [first, second] = dishes.sort((a, b) => byName.compare(nameOf(a), nameOf(b)))
  if (!first || !second) throw new Error('too few dishes')
  const list = dashboard.getByRole('list', { name: t('catering.dishes') })
  await expect(list.getByRole('listitem').first()).toContainText(nameOf(first))
  await expect(button(t('catering.preview'))).toBeDisabled()
  const quantity = (dish: typeof first) =>
    dashboard.getByLabel(t('catering.quantity', { name: nameOf(dish) }), { exact: true })
  await quantity(first).focus()
  await dashboard.keyboard.type('40')
  await tabTo(dashboard, quantity(second), 'Tab', 4)
  await dashboard.keyboard.type('3')
  await field(t('catering.discount')).fill('12.5')
  await expectAccessible(dashboard, 'menu selection')
  await expectFocusVisible(dashboard)
  await button(t('catering.preview')).click()

  const total = 40 * first.price + 3 * second.price
  const discounted = Math.floor((total * 875 + 500) / 1000)
  const money = (minor: number) => formatMoney(minor, 'lei')
  const figures = [money(total), money(discounted), money(Math.floor((discounted + 20) / 40))]
  for (const figure of figures) await expect(dashboard.locator('dd').getByText(figure, { exact: true })).toBeVisible()
  await expectAccessible(dashboard, 'the preview')

  await button(t('catering.generate')).click()

  // The first step is empty again.
  await expect(field(t('customers.name'))).toHaveValue('')
  await dashboard.getByRole('tab', { name: t('catering.views.previous') }).click()
  const card = dashboard.getByRole('article', { name })
  const open = card.getByRole('link', { name: t('catering.openProposalOf', { name }) })
  const address = (await open.getAttribute('href')) ?? ''
  const pdf = await dashboard.request.get(address)
  expect(pdf.status()).toBe(200)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const bytes = await pdf.body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  for (const figure of figures) await expect(card.getByText(figure, { exact: true })).toBeVisible()
  await expect(card).toContainText('Pe terasă, de la 18:00')
  await expect(card.getByText('+40 712 345 678')).toBeVisible()
  await expectAccessible(dashboard, 'previous events')

  // A change of status reaches the server, and one made on another device appears at once.
  await card.getByRole('combobox', { name: t('catering.statusOf', { name }) }).click()
  await dashboard.getByRole('option', { name: t('catering.statuses.confirmed') }).click()
  await expect(card.locator('header')).toContainText(t('catering.statuses.confirmed'))
  const storedEvent = async () =>
    (
      await restaurant.query<{ id: number; status: string }>('select id, status from events order by id desc limit 1')
    )[0]
  // The page shows the status before the server has stored it.
  await expect.poll(async () => (await storedEvent())?.status).toBe('confirmed')
  await restaurant.asOwner('PATCH', `/api/events/${(await storedEvent())?.id}`, { status: 'cancelled' })
  await expect(card.locator('header')).toContainText(t('catering.statuses.cancelled'))

  // A price changed afterwards alters neither the figures nor the PDF.
  await restaurant.asOwner('PATCH', `/api/menu/${first.id}`, { price: first.price + 1000 })
  await dashboard.reload()
  for (const figure of figures) await expect(card.getByText(figure, { exact: true })).toBeVisible()
  expect(Buffer.compare(await (await dashboard.request.get(address)).body(), bytes)).toBe(0)

  // On a phone the buttons stay in one row.
  await dashboard.setViewportSize({ width: 390, height: 844 })
  const print = card.getByRole('button', { name: t('catering.printOf', { name }) })
  expect((await print.boundingBox())?.y).toBe((await open.boundingBox())?.y)
})
