import { call, takeawayOf } from '#server/testing/call.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, soundPlays, test } from '../support/fixtures.ts'
import { readQrCodes } from '../support/qr-codes.ts'
import { chooseInHeader } from '../support/steps.ts'

const PUBLIC_URL = 'http://la-conac.example:3000'

test('before service an owner tests the sound and the address for phones, and resumes orders', async ({
  dashboard,
  restaurant,
}) => {
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true, publicAddress: PUBLIC_URL })
  await dashboard.goto('/dashboard?tab=tables')
  const menuButton = dashboard.getByRole('banner').getByRole('button', { name: 'More', exact: true })
  await chooseInHeader(dashboard, 'Before service')
  await expect(dashboard).toHaveURL(/\?tab=tables&view=before-service$/)
  await expect(dashboard).toHaveTitle(/^Before service · /)
  const row = (name: string) => dashboard.getByRole('listitem', { name, exact: true })
  const heading = dashboard.getByRole('heading', { level: 2 })
  await expect(heading).toBeFocused()
  // The ready ones are folded.
  await dashboard.locator('summary').click()
  await expect(row('Live connection')).toContainText('Ready')
  await expect(row('Database')).toContainText(/It answers (slowly, )?in \d+ ms\./)
  await expect(row('Disk')).toContainText(/GB is free\./)
  await expect(row('WhatsApp')).toContainText('Not used')
  await expectAccessible(dashboard, 'before service')

  const phones = row('Phones reach the address')
  // The code may be drawn anew meanwhile.
  await expect(async () =>
    expect(await readQrCodes(await phones.getByRole('img').screenshot())).toEqual([`${PUBLIC_URL}/menu`]),
  ).toPass()

  // The sound of new orders still plays on this page; the order has come by the address of the code.
  const playsBefore = (await soundPlays(dashboard)).length
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  await expect(row('Taking orders')).toContainText('Guests can order.')
  const headers = { origin: PUBLIC_URL }
  await call(restaurant.url, 'POST', '/api/orders', takeawayOf(restaurant.menu[0]), { headers })
  await expect.poll(async () => (await soundPlays(dashboard)).length).toBeGreaterThan(playsBefore)
  await expect(phones).toContainText(`A guest has come by ${PUBLIC_URL}.`)
  await expect(phones.getByRole('img')).toBeHidden()
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })

  // Testing the sound.
  await row('Sound of new orders').getByRole('button', { name: 'Play the sound' }).click()
  await expect(row('Sound of new orders')).toContainText('New orders ring on this device.')

  // Taking orders again.
  await row('Taking orders').getByRole('button', { name: 'Take orders again' }).click()
  await expect(row('Taking orders')).toContainText('Guests can order.')
  await expect(row('Taking orders')).toBeFocused()

  // Escape closes only the settings dialog.
  await chooseInHeader(dashboard, 'Settings')
  await expect(dashboard.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await dashboard.keyboard.press('Escape')
  await expect(dashboard.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await expect(heading).toBeVisible()

  // Escape and the link lead back to the dashboard, as the browser's back button does (at-the-counter.test.ts).
  await dashboard.keyboard.press('Escape')
  await expect(dashboard.getByRole('tab', { name: 'Tables' })).toHaveAttribute('aria-selected', 'true')
  await chooseInHeader(dashboard, 'Before service')
  await dashboard.getByRole('link', { name: 'Back to the board' }).press('Enter')
  await expect(dashboard.getByRole('tab', { name: 'Tables' })).toBeVisible()
  await expect(menuButton).toBeFocused()

  await restaurant.asOwner('PATCH', '/api/settings', { publicAddress: null })
})
