import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { screen, waitFor } from '../../testing/render.tsx'

const OPEN_UNTIL_22: Settings['openingHours'] = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '10:00', to: '22:00' })),
  exceptions: [],
}

// Friday, 19:20 in Bucharest.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:20:00Z') }))
afterEach(() => void vi.useRealTimers())

describe.each(LANGUAGES)('the settings of pickup (%s)', (language) => {
  const open = async (settings: Partial<Settings> = {}) => {
    const opened = await openSettingsAt('hours', language, {
      timeZone: 'Europe/Bucharest',
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
      preview: () => screen.getByText(t('settings.pickup.preview')).closest('section')?.textContent,
    }
  }
  const [today, tomorrow] = language === 'ro' ? ['azi', 'mâine'] : ['today', 'tomorrow']

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
    expect(screen.getByText(t('validation.atMost', { count: 240, value: '240' }))).toBeDefined()
    expect(field('daysAhead').getAttribute('aria-invalid')).toBe('true')
    expect(bodies()).toEqual([])
    expect(screen.queryByText(t('settings.pickup.preview'))).toBeNull()
  })

  it('show before saving what a guest would see now', async () => {
    const { t, user, field, preview } = await open({ pickup: { ...DEFAULT_PICKUP, on: true } })
    const asap = (time: string) => t('settings.pickup.asap', { time })
    expect(preview()).toContain(asap('19:45'))
    expect(preview()).toContain(`${today} · ${tomorrow} · `)
    expect(preview()).toContain('19:45 · 20:00 · 20:15 · 20:30 · 20:45 …')
    await user.fill(field('leadMinutes'), '120')
    expect(preview()).toContain(asap('21:30'))
    expect(preview()).toContain('21:30 · 21:45 · 22:00')
    expect(preview()).not.toContain('…')
    await user.fill(field('leadMinutes'), '180')
    expect(preview()).toContain(t('settings.pickup.noAsap'))
    expect(preview()).toContain('10:00 · 10:15')
    await user.fill(field('daysAhead'), '0')
    expect(preview()).toContain(t('settings.pickup.none'))
  })
})
