import { expect, it } from 'vitest'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { fakeApi, SETTINGS, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { bodiesOf, openTables } from './tables.fixture.tsx'

it('a switch of the tables tab decides at once whether guests can call, and says what that means', async () => {
  const { user, t } = await openTables('ro')
  const calls = () => screen.getByRole('switch', { name: t('tables.calls.label') })
  expect([calls().getAttribute('aria-checked'), textBelow(calls())]).toEqual(['true', t('tables.calls.on')])
  fakeApi.answers(getSettings, { ...SETTINGS, tableCalls: false })
  fakeApi.answers(changeSettings, { ...SETTINGS, tableCalls: false })
  await user.click(calls())
  await waitFor(() => expect(calls().getAttribute('aria-checked')).toBe('false'))
  expect([textBelow(calls()), bodiesOf(changeSettings)]).toEqual([t('tables.calls.off'), [{ tableCalls: false }]])
})
