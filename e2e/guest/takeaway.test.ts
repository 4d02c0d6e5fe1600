import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, SOUND_MS, soundPlays, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'

const BUTTON = { en: 'Order with obligation to pay', ro: 'Comandă cu obligație de plată' }

for (const language of LANGUAGES) {
  test(`a guest places a takeaway order, and the board shows it (${language})`, {
    tag: language === 'en' ? '@daily' : [],
  }, async ({ page, dashboard, restaurant }) => {
    const t = translator(language)
    // The languages differ in text, not in structure: axe checks one of them.
    const check = async (where: string, inside?: string) => {
      if (language === 'en') await expectAccessible(page, where, inside)
    }
    const [first, second] = restaurant.menu
    if (!first || !second) throw new Error('the menu is empty')
    await dashboard.goto('/dashboard')
    await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()

    await page.goto('/menu')
    if (language === 'ro')
      await page
        .getByRole('button', { name: /RO|Română/ })
        .first()
        .click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByText(language === 'ro' ? first.categoryRo : first.category).first()).toBeVisible()
    await check('menu')

    // The add button becomes a stepper; the badge counts the dishes.
    await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, first) }) }).click()
    await page.getByRole('button', { name: t('menu.more', { name: nameIn(language, first) }) }).click()
    await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, second) }) }).click()
    await page.getByRole('button', { name: t('menu.less', { name: nameIn(language, second) }) }).click()
    await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, second) }) }).click()
    await page.getByRole('button', { name: t('cart.openWith', { count: 3 }) }).click()

    const drawer = page.getByRole('dialog', { name: t('cart.title') })
    await expect(drawer.getByText(nameIn(language, first), { exact: true })).toBeVisible()
    const total = first.price * 2 + second.price
    await expect(drawer).toContainText(formatMoney(total, 'lei').split(' ')[0] ?? '')
    await check('cart', '[role=dialog]')
    const noteFor = t('cart.noteFor', { name: nameIn(language, first) })
    await drawer.getByRole('button', { name: noteFor }).click()
    await drawer.getByRole('textbox', { name: noteFor }).fill('fără ceapă')
    await drawer.getByRole('button', { name: t('cart.checkout') }).click()

    const form = page.getByRole('dialog', { name: t('checkout.title') })
    const submit = form.getByRole('button', { name: `${BUTTON[language]} · ${formatMoney(total, 'lei')}` })
    await submit.click()
    await expect(form.getByText(t('nameRequired'))).toBeVisible()
    await expect(form.getByLabel(t('checkout.name')).first()).toBeFocused()
    await check('checkout', '[role=dialog]')

    await form.getByLabel(t('checkout.name')).first().fill(`Ana ${language}`)
    await form.getByLabel(t('checkout.phone')).fill('0712345678')
    await submit.dblclick()

    const success = page.getByRole('dialog', { name: t('checkout.success') })
    await expect(success).toBeVisible()
    await expect(success).toContainText(/(Returning to menu in|Revenire la meniu în|înapoi).*\d/i)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('"quantity"')

    const rows = await restaurant.query<{
      id: number
      total: string
      lines: number
      notes: string
      phone_number: string
    }>(
      `select o.id::int, o.total, o.phone_number, count(i.*)::int as lines, max(i.notes) as notes
       from orders o join order_items i on i.order_id = o.id where o.customer_name = $1 group by o.id`,
      [`Ana ${language}`],
    )
    expect(rows).toEqual([
      { id: rows[0]?.id, total: String(total), lines: 2, notes: 'fără ceapă', phone_number: '40712345678' },
    ])

    const card = dashboard.getByRole('article', { name: `Order #${rows[0]?.id}`, exact: true })
    await expect(card).toBeVisible()
    await expect(card).toContainText(`Ana ${language}`)
    await expect(card).toContainText('fără ceapă')
    await expect(card).toContainText(formatMoney(total, 'lei'))
    await expect(dashboard.getByText('Comandă nouă!', { exact: true })).toBeVisible()
    await expect(dashboard.getByText(`Comanda #${rows[0]?.id} a fost primită.`, { exact: true })).toBeVisible()
    await expect(success).toBeHidden()
    await expect(page.getByRole('button', { name: t('menu.add', { name: nameIn(language, first) }) })).toBeVisible()
  })
}

test('the board plays the sound of a new order three times, 300 ms apart, at full volume', { tag: '@daily' }, async ({
  dashboard,
  restaurant,
}) => {
  await dashboard.clock.install()
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
  // The sound plays for unseen orders when the board opens; browsers allow it only after a user gesture.
  const turnOn = dashboard.getByRole('button', { name: 'Turn the sound on' })
  if (await turnOn.isVisible()) await turnOn.click()
  // From here on the page's clock only runs when the test advances it, so the gaps are exact.
  await dashboard.clock.pauseAt((await dashboard.evaluate(() => Date.now())) + 60_000)
  // The page treats that jump as a lost connection: wait until it is live again and all earlier sounds are over.
  await expect(async () => {
    const plays = (await soundPlays(dashboard)).length
    await dashboard.clock.runFor(6_000)
    await expect(dashboard.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
    expect((await soundPlays(dashboard)).length).toBe(plays)
  }).toPass()
  const playsBefore = (await soundPlays(dashboard)).length
  const { id } = await restaurant.placeOrder()
  const playsOfOrder = async () => {
    await dashboard.clock.runFor(500)
    return (await soundPlays(dashboard)).length - playsBefore
  }
  await expect.poll(playsOfOrder).toBe(3)
  await expect(dashboard.getByRole('article', { name: `Order #${id}`, exact: true })).toBeVisible()
  // This is longer than a sound and the gap after it, so that a fourth sound would begin.
  await dashboard.clock.runFor(2_500)
  const played = (await soundPlays(dashboard)).slice(playsBefore)
  expect(played).toHaveLength(3)
  for (const [i, { at }] of played.slice(1).entries()) {
    const gap = at - (played[i]?.at ?? 0) - SOUND_MS
    expect(Math.abs(gap - 300), `the gap is ${gap} ms`).toBeLessThan(3)
  }
  for (const { src, volume } of played) {
    expect(src).toContain('/notification-sound.mp3')
    expect(volume).toBe(1)
  }
  const sound = await fetch(`${restaurant.url}/notification-sound.mp3`)
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
})
