import type { Locator } from '@playwright/test'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { expectAccessible } from '../support/axe.ts'
import { NOON_ZONE } from '../support/clock.ts'
import { expect } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { staffTest as test } from '../support/staff.ts'

test.use({ timeZone: NOON_ZONE, timezoneId: NOON_ZONE })

const language = 'en'
const t = translator(language)
const BOOK = t('reservations.title')

// Other files of this worker use the same restaurant.
test.afterEach(async ({ restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { reservations: DEFAULT_RESERVATIONS })
  await restaurant.query('delete from reservations')
})

for (const width of [390, 820, 1180]) {
  test(`from the board at ${width} a telephone booking is at most six taps and two fields`, async ({
    dashboard: page,
    restaurant,
  }) => {
    const { asOwner, query } = restaurant
    await createTable(restaurant, 95)
    await query('delete from reservations')
    await asOwner('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true } })
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/dashboard')
    let taps = 0
    const tap = (target: Locator) => {
      taps += 1
      return target.click()
    }
    await tap(page.getByRole('button', { name: new RegExp(`^${BOOK}`) }))
    await tap(page.getByRole('button', { name: t('reservations.new'), exact: true }))
    const form = page.getByRole('dialog', { name: t('reservations.new') })
    await tap(form.getByText('4', { exact: true }))
    await tap(
      form
        .getByRole('group', { name: t('reservations.time') })
        .locator('label')
        .last(),
    )
    await tap(form.getByLabel(t('customers.name')))
    await page.keyboard.type('Ioana')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0712345678')
    await tap(form.getByRole('button', { name: t('common.save') }))
    await expect(page.getByRole('dialog', { name: /Ioana · 4$/ })).toBeVisible()
    expect(taps).toBeLessThanOrEqual(6)
  })
}

test('late guests are seen, seated, or did not come', {
  tag: '@firefox',
}, async ({ openStaff, restaurant }) => {
  const { asOwner, query } = restaurant
  const table = await createTable(restaurant, 95)
  await query('delete from reservations')
  await asOwner('PATCH', '/api/settings', { language, reservations: { ...DEFAULT_RESERVATIONS, on: true } })
  const page = await openStaff({ username: 'floor-book', duty: 'floor', language })
  await page.getByRole('button', { name: new RegExp(`^${BOOK}`) }).click()
  const book = page.getByRole('main')
  await expect(book.getByText(t('reservations.empty', { day: 'today' }))).toBeVisible()
  await expectAccessible(page, 'the book')

  const form = page.getByRole('dialog', { name: t('reservations.new') })
  await book.getByRole('button', { name: t('reservations.new'), exact: true }).click()
  await expectAccessible(page, 'a new reservation')
  // Today at the next free time.
  await form.getByText('4', { exact: true }).click()
  await form.getByLabel(t('customers.name')).fill('Ioana')
  await form.getByLabel(t('customers.phone'), { exact: true }).fill('0712345678')
  await form.getByRole('button', { name: t('common.save') }).click()
  const one = page.getByRole('dialog', { name: /Ioana · 4$/ })
  await expect(one.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /reserve%2F/)
  await expectAccessible(page, 'a reservation')
  await page.goBack()
  await expect(one).toBeHidden()
  await expect(page.getByRole('heading', { name: BOOK })).toBeVisible()

  // Guests who are late stand in the list with words, and can be seated with one tap, or not have come.
  const rows = book.getByRole('list', { name: BOOK, exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await query(`update reservations set at = now() - interval '20 minutes', until = now() + interval '1 hour'`)
  await page.reload()
  await expect(rows).toContainText([t('reservations.late', { age: t('orders.minutes', { minutes: 20 }) })])
  // The hours stay in sight, however far one scrolls down the tables.
  await page.setViewportSize({ width: 1180, height: 140 })
  const gaps = book.getByRole('button', { name: new RegExp(`^${t('reservations.new')}: `) })
  await gaps.last().scrollIntoViewIfNeeded()
  await expect(book.getByRole('img', { name: t('reservations.byHour') })).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1180, height: 820 })
  await rows.getByRole('button', { name: /^\d\d:\d\d Ioana/ }).click()
  await one.getByRole('button', { name: t('reservations.steps.no_show') }).click()
  const stored = () => query<{ status: string }>('select status from reservations')
  await expect.poll(stored).toEqual([{ status: 'no_show' }])
  await one
    .getByRole('button', { name: t('reservations.takeBack', { status: t('reservations.status.confirmed') }) })
    .click()
  await expect.poll(stored).toEqual([{ status: 'confirmed' }])

  // They have come after all, to the table that they have.
  await query('update reservations set table_ids = $1, version = version + 1', [[table.id]])
  await page.goto(`/floor?table=${table.id}`)
  await page.getByRole('button', { name: new RegExp(`^${t('reservations.steps.seated')}: .*Ioana`) }).click()
  await expect.poll(stored).toEqual([{ status: 'seated' }])
  await expect
    .poll(() => query('select status from tables where id = $1', [table.id]))
    .toEqual([{ status: 'occupied' }])
  await page.context().close()
})
