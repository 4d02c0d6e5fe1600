import { describe, expect, it } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { screen, waitFor } from '../../testing/render.tsx'

const OPEN_UNTIL_22: Settings['openingHours'] = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '10:00', to: '22:00' })),
  exceptions: [],
}

describe('the settings of pickup', () => {
  const open = async (settings: Partial<Settings> = {}) => {
    const opened = await openSettingsAt('hours', 'en', {
      openingHours: OPEN_UNTIL_22,
      ...settings,
    })
    opened.accept()
    const { t } = opened
    return {
      ...opened,
      field: (name: 'leadMinutes' | 'daysAhead' | 'ordersPerSlot') =>
        screen.getByRole('textbox', { name: t(`settings.pickup.${name}`) }),
      toggle: () => opened.flip(t('settings.pickup.on')),
    }
  }

  it('are sent together once they are switched on', async () => {
    const { t, user, field, toggle, save } = await open()
    expect(screen.queryByText(t('settings.pickup.slotMinutes'))).toBeNull()
    await toggle()
    await user.fill(field('leadMinutes'), '35')
    await user.fill(field('ordersPerSlot'), '4')
    await user.click(screen.getByRole('radio', { name: /^30/ }))
    await save()
    const pickup = { on: true, leadMinutes: 35, slotMinutes: 30, daysAhead: 2, ordersPerSlot: 4 }
    await waitFor(() => expect(bodies()).toEqual([{ pickup }]))
  })

  it('name what is no number or too large, and send nothing', async () => {
    const { t, user, field, toggle, save } = await open()
    await toggle()
    await user.fill(field('leadMinutes'), '241')
    await user.fill(field('daysAhead'), 'x')
    await save()
    expect(screen.getByText(t('validation.atMost', { value: '240' }))).toBeDefined()
    expect(field('daysAhead').getAttribute('aria-invalid')).toBe('true')
    expect(bodies()).toEqual([])
  })
})
