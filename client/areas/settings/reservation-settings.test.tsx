import { describe, expect, it } from 'vitest'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { fakeApi, screen, waitFor } from '../../testing/render.tsx'

const OPEN_UNTIL_22: Settings['openingHours'] = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '10:00', to: '22:00' })),
  exceptions: [],
}
const ON = { ...DEFAULT_RESERVATIONS, on: true }

describe('the settings of reservations', () => {
  const open = async (settings: Partial<Settings> = {}) => {
    const opened = await openSettingsAt('hours', 'en', { openingHours: OPEN_UNTIL_22, ...settings })
    opened.accept()
    const { t, flip } = opened
    return {
      ...opened,
      field: (name: 'stayMinutes' | 'leadMinutes' | 'maxParty' | 'asksFrom') =>
        screen.getByRole('textbox', { name: t(`settings.reservations.${name}`) }),
      toggle: (name: 'on' | 'online') => flip(t(`settings.reservations.${name}`)),
      online: () => screen.getByRole('switch', { name: t('settings.reservations.online') }),
    }
  }

  it('are sent together once they are switched on', async () => {
    const { t, user, field, toggle, save } = await open()
    expect(screen.queryByText(t('settings.reservations.stayMinutes'))).toBeNull()
    await toggle('on')
    await toggle('online')
    await user.click(screen.getByRole('radio', { name: /^60/ }))
    await user.fill(field('leadMinutes'), '1440')
    await user.fill(field('asksFrom'), '7')
    await save()
    const reservations = { ...ON, online: true, slotMinutes: 60, leadMinutes: 1440, asksFrom: 7 }
    await waitFor(() => expect(bodies()).toEqual([{ reservations }]))
  })

  it('name what is no number or out of bounds at its field, and send nothing', async () => {
    const { t, user, field, save } = await open({ reservations: ON })
    await user.fill(field('stayMinutes'), '29')
    await user.fill(field('maxParty'), 'x')
    await user.fill(field('asksFrom'), '0')
    await save()
    expect(screen.getByText(t('validation.atLeast', { count: 30, value: '30' }))).toBeDefined()
    expect(
      ['stayMinutes', 'maxParty', 'asksFrom'].map((name) => field(name as 'maxParty').getAttribute('aria-invalid')),
    ).toEqual(['true', 'true', 'true'])
    await user.fill(field('asksFrom'), '')
    await user.fill(field('stayMinutes'), '30')
    await user.fill(field('maxParty'), '50')
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ reservations: { ...ON, stayMinutes: 30, maxParty: 50 } }]))
  })

  it('say why guests cannot reserve online without opening hours', async () => {
    const { t, online } = await open({ openingHours: null, reservations: ON })
    expect(online().hasAttribute('data-disabled')).toBe(true)
    expect(screen.getByText(t('validation.onlineNeedsHours'))).toBeDefined()
  })

  it('keep the opening hours while guests reserve online, and say why', async () => {
    const { t, toggle, flip, save } = await open({ reservations: { ...ON, online: true } })
    const hours = () => screen.getByRole('switch', { name: t('settings.hours.has') })
    expect(hours().hasAttribute('data-disabled')).toBe(true)
    expect(screen.getByText(t('validation.onlineNeedsHours'))).toBeDefined()
    await toggle('online')
    await flip(t('settings.hours.has'))
    // Another owner has let guests reserve meanwhile.
    const message = 'Only with hours'
    fakeApi.refuses(changeSettings, 400, {
      ...{ code: 'invalid_input', message },
      issues: [{ path: 'openingHours', message }],
    })
    await save()
    expect(await screen.findByText(message)).toBeDefined()
  })

  it('say what becomes of those to come once they are switched off', async () => {
    const { t, toggle, save } = await open({ reservations: { ...ON, online: true } })
    await toggle('on')
    expect(screen.getByText(t('settings.reservations.off'))).toBeDefined()
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ reservations: DEFAULT_RESERVATIONS }]))
  })
})
