import { TestReceiver } from '#server/testing/receiver.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'

test('an owner adds an address, which hears of a test, until it is removed', async ({ dashboard }) => {
  const t = translator('en')
  const receiver = await new TestReceiver().open()
  await dashboard.goto('/dashboard')
  const banner = dashboard.getByRole('banner')
  await banner.getByRole('button', { name: t('dashboard.settings'), exact: true }).click()
  await dashboard.getByRole('tab', { name: t('settings.tabs.users') }).click()
  await dashboard.getByRole('button', { name: t('users.webhooks.add') }).click()
  const form = dashboard.getByRole('dialog', { name: t('users.webhooks.addTitle') })
  await form.getByLabel(t('users.webhooks.url')).fill(receiver.url)
  await form.getByRole('switch', { name: t('users.webhooks.events.day.closed') }).click()
  await expectAccessible(dashboard, 'the form of an address for events', '[role=dialog]')
  await form.getByRole('button', { name: t('users.webhooks.add') }).click()
  receiver.secret = await form.getByLabel(t('users.webhooks.secret')).inputValue()
  await dashboard.keyboard.press('Escape')

  const choose = async (action: string) => {
    await dashboard.getByRole('button', { name: t('common.moreFor', { name: receiver.url }) }).click()
    await dashboard.getByRole('menuitem', { name: action }).click()
  }
  await choose(t('users.webhooks.test'))
  const sent = dashboard.getByRole('dialog', { name: t('users.webhooks.deliveries') })
  await expect(sent.getByText(t('users.webhooks.response', { response: '204' }))).toBeVisible()
  await expectAccessible(dashboard, 'the last events', '[role=dialog]')
  await sent.getByRole('button', { name: t('users.webhooks.again') }).click()
  await expect.poll(() => receiver.types).toEqual(['test', 'test'])
  await dashboard.keyboard.press('Escape')
  await choose(t('users.webhooks.remove'))
  await dashboard
    .getByRole('alertdialog')
    .getByRole('button', { name: t('users.webhooks.remove') })
    .click()
  await expect(dashboard.getByRole('listitem', { name: receiver.url })).toHaveCount(0)
  await receiver.close()
})
