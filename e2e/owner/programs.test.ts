import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'

test('an owner gives a program a token, which it uses until it is revoked', async ({ dashboard, restaurant }) => {
  const t = translator('en')
  await dashboard.context().grantPermissions(['clipboard-write'])
  await dashboard.goto('/dashboard')
  const banner = dashboard.getByRole('banner')
  await banner.getByRole('button', { name: t('dashboard.settings'), exact: true }).click()
  await dashboard.getByRole('tab', { name: t('settings.tabs.users') }).click()
  await dashboard.getByRole('button', { name: t('users.programs.add') }).click()
  const form = dashboard.getByRole('dialog', { name: t('users.programs.addTitle') })
  await form.getByLabel(t('customers.name')).fill('Casa de marcat')
  await form.getByRole('switch', { name: t('users.programs.scopes.orders:read') }).click()
  await expectAccessible(dashboard, 'the form of a program', '[role=dialog]')
  await form.getByRole('button', { name: t('users.programs.make') }).click()
  const token = await form.getByLabel(t('users.programs.token')).inputValue()
  await form.getByRole('button', { name: t('users.programs.copy') }).click()
  await expect(dashboard.getByText(t('users.programs.copied'), { exact: true })).toBeVisible()
  await dashboard.keyboard.press('Escape')

  const call = async (path: string) =>
    (await fetch(restaurant.url + path, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await call('/api/orders'), await call('/api/users')]).toEqual([200, 403])
  const row = dashboard.getByRole('listitem', { name: 'Casa de marcat' })
  await row.getByRole('button', { name: t('users.programs.revoke') }).click()
  await dashboard
    .getByRole('alertdialog')
    .getByRole('button', { name: t('users.programs.revoke') })
    .click()
  // The list shows the change before the server has made it.
  await expect(row).toHaveCount(0)
  await expect.poll(() => call('/api/orders')).toBe(401)
})
