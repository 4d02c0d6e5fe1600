import { expectAccessible } from '../support/axe.ts'
import { decode } from '../support/codes.ts'
import { expect, rings, signIn, test } from '../support/fixtures.ts'

// A word that is over.
test.use({ expected: /^404 GET .*\/api\/before-service\/phone\// })

const HOUSE = 'http://la-conac.example:3000'

test('before service an owner hears the sound, lets a phone call, takes orders again, and is told that all is ready', async ({
  board,
  browser,
  restaurant,
}) => {
  test.slow()
  // Phones reach the restaurant by a name; here only this machine knows it.
  await board.route('**/api/tables/addresses', (route) => route.fulfill({ json: { publicUrl: HOUSE, network: [] } }))
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
  await board.goto('/dashboard?tab=tables')
  const opening = board.getByRole('button', { name: 'Before service' })
  await opening.click()
  await expect(board).toHaveURL(/\?tab=tables&view=before-service$/)
  await expect(board).toHaveTitle(/^Before service · /)
  const row = (name: string) => board.getByRole('listitem', { name, exact: true })
  const heading = board.getByRole('heading', { level: 2 })
  await expect(heading).toBeFocused()
  await expect(row('Live connection')).toContainText('Ready')
  await expect(row('Database')).toContainText(/It answers in \d+ ms\./)
  await expect(row('Disk')).toContainText(/are free\./)
  await expect(row('WhatsApp')).toContainText('Not used')
  await expectAccessible(board, 'before service')

  // The board keeps ringing.
  const before = (await rings(board)).length
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  await expect(row('Taking orders')).toContainText('Guests can order.')
  await restaurant.order()
  await expect.poll(async () => (await rings(board)).length).toBeGreaterThan(before)
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })

  // The sound.
  await row('Sound of new orders').getByRole('button', { name: 'Play the sound' }).click()
  await row('Sound of new orders').getByRole('button', { name: 'I heard it' }).click()
  await expect(row('Sound of new orders')).toContainText(/You heard it today at \d\d:\d\d\./)

  // A phone.
  const phones = row('Phones reach the address')
  await phones.getByRole('button', { name: 'Show a code' }).click()
  await expect(phones.getByRole('img')).toBeVisible()
  const [address = ''] = await decode(await phones.getByRole('img').screenshot())
  expect(address).toMatch(new RegExp(`^${HOUSE}/api/before-service/phone/[\\w-]{22}$`))
  await expectAccessible(board, 'before service, with a code')
  const phone = await (await browser.newContext({ baseURL: restaurant.url, locale: 'ro-RO' })).newPage()
  await phone.goto(new URL(address).pathname)
  await expect(phone.getByRole('heading')).toHaveText(/^Acest telefon ajunge la .+\.$/)
  await expectAccessible(phone, 'the page of the phone', 'html')
  await expect(phones).toContainText(/A device that scanned the code reached the address today at \d\d:\d\d\./)
  await expect(phones.getByRole('img')).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('heading')).toHaveText('Codul nu mai este valabil. Scanați-l pe cel nou.')
  await expectAccessible(phone, 'the page of a phone whose word is over', 'html')
  await phone.context().close()

  // Orders.
  await row('Taking orders').getByRole('button', { name: 'Take orders again' }).click()
  await expect(row('Taking orders')).toContainText('Guests can order.')
  await expect(row('Taking orders')).toBeFocused()

  // What WhatsApp needs stands in the settings; Escape closes them, and no more than them.
  await board.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(board.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await board.keyboard.press('Escape')
  await expect(board.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await expect(heading).toBeVisible()

  // And back, in each of three ways.
  await board.keyboard.press('Escape')
  await expect(board.getByRole('tab', { name: 'Tables' })).toHaveAttribute('aria-selected', 'true')
  await opening.click()
  await board.getByRole('link', { name: 'Back to the board' }).press('Enter')
  await expect(board.getByRole('tab', { name: 'Tables' })).toBeVisible()
  await expect(opening).toBeFocused()
  await opening.click()
  await expect(heading).toBeVisible()
  await board.goBack()
  await expect(board.getByRole('tab', { name: 'Tables' })).toBeVisible()

  // What was answered today is still known, on this device and of every phone.
  await board.reload()
  await opening.click()
  await expect(row('Sound of new orders')).toContainText('You heard it today')
  await expect(phones).toContainText('reached the address today')
})

for (const [language, width] of [
  ['en', 390],
  ['ro', 360],
] as const) {
  test(`before service fits a phone of ${width} pixels (${language})`, async ({ browser, restaurant }) => {
    const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width, height: 844 } })
    await signIn(context, restaurant)
    await context.addInitScript((lang) => localStorage.setItem('masa.language', lang), language)
    const page = await context.newPage()
    await page.goto('/dashboard?view=before-service')
    await expect(page.getByRole('listitem')).toHaveCount(12)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    const header = page.getByRole('banner').getByRole('button')
    const tops = await header.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size, 'the header’s buttons in one row').toBe(1)
    await context.close()
  })
}
