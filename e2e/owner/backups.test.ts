import { open } from 'node:fs/promises'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, test } from '../support/fixtures.ts'
import { chooseInHeader } from '../support/steps.ts'

test.use({ expectedProblems: /^403 POST .*\/api\/backups\/.*\/link$/ })

test('an owner makes a backup in the settings, and downloads it with the password', async ({ dashboard }) => {
  await dashboard.goto('/dashboard')
  await chooseInHeader(dashboard, 'Settings')
  const settings = dashboard.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Data & backups' }).click()
  const backups = settings.getByRole('region', { name: 'Backups' })
  await expect(backups.getByText('No backup yet')).toBeVisible()
  await backups.getByRole('button', { name: 'Back up now' }).click()
  const newest = backups.getByRole('listitem').first()
  await expect(newest).toContainText(/\d+\s[kM]B · Checked/, { timeout: 60_000 })
  await expect(backups.getByText('A backup is being made')).toBeHidden()
  await expectAccessible(dashboard, 'the backups', '[role=dialog]')

  await newest.getByRole('button', { name: /^Download: / }).click()
  const dialog = dashboard.getByRole('dialog', { name: /^Download the backup from / })
  await dialog.getByLabel('Your password').fill('wrong')
  await dashboard.keyboard.press('Enter')
  await expect(dialog.getByText('Your own password is needed for this, and it is missing or wrong')).toBeVisible()
  await expectAccessible(dashboard, 'a wrong password for a backup', '[role=dialog]:last-of-type')
  await dialog.getByLabel('Your password').fill(OWNER.password)
  const download = dashboard.waitForEvent('download')
  await dashboard.keyboard.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^masa-[\dTZ-]+\.tar$/)
  const handle = await open(await file.path())
  const { buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0)
  await handle.close()
  expect(buffer.toString('latin1', 257, 262)).toBe('ustar')
  await expect(dialog).toBeHidden()
})
