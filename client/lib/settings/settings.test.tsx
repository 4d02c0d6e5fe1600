import { expect, it } from 'vitest'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { fakeApi, render, SETTINGS, screen, waitFor } from '../../testing/render.tsx'
import { queryClient } from '../api/query.ts'
import { SettingSwitch } from './change-settings.tsx'
import { money, settingsKey } from './settings.ts'

const Price = () => <p>{money(1250)}</p>

it('hundreds of prices follow the settings as one', async () => {
  const dishes = Array.from({ length: 300 }, (_, dish) => dish)
  render(dishes.map((dish) => <Price key={dish} />))
  expect(queryClient.getQueryCache().find({ queryKey: settingsKey })?.getObserversCount()).toBe(1)
  fakeApi.answers(getSettings, { ...SETTINGS, currency: 'eur' })
  void queryClient.invalidateQueries({ queryKey: settingsKey })
  await waitFor(() => expect(screen.getAllByText(/€/)).toHaveLength(300))
  expect(fakeApi.callsOf(getSettings)).toHaveLength(1)
})

it('a saved setting is shown by its own answer', async () => {
  const { user, t } = render(<SettingSwitch name="suggestions" />, { settings: { suggestions: true } })
  fakeApi.answers(changeSettings, { ...SETTINGS, suggestions: false })
  const shown = screen.getByRole('switch', { name: t('settings.suggestions.label') })
  await user.click(shown)
  await waitFor(() => expect(shown.getAttribute('aria-checked')).toBe('false'))
  expect(fakeApi.callsOf(getSettings)).toHaveLength(0)
})
