import { describe, expect, it } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { formatDay, weekdayName } from '#shared/i18n/format.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { CLOSED } from '../../testing/samples.ts'

describe('the settings of hours', () => {
  const monday = weekdayName(1, 'long', 'en')
  const open = async (openingHours: Settings['openingHours']) => {
    const opened = await openSettingsAt('hours', 'en', { openingHours, lastOrderMinutes: 15 })
    opened.accept()
    const { t } = opened
    return {
      ...opened,
      time: (end: 'from' | 'to', day = monday) => screen.getAllByLabelText(t(`settings.hours.${end}`, { day })),
    }
  }

  it('begin with the same hours on all days once they are switched on, and can be copied from Monday', async () => {
    const { t, user, time, press, flip, save } = await open(null)
    await flip(t('settings.hours.has'))
    const [from] = time('from')
    if (!from) throw new Error('no hours')
    await user.fill(from, '9')
    await user.tab()
    await press(t('settings.hours.copyToAll'))
    await save()
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toEqual({
      openingHours: {
        weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '22:00' })),
        exceptions: [],
      },
    })
  })

  it('are those of the day that is chosen, which the others can have too', async () => {
    const weekly = [
      { day: 1, from: '10:00', to: '15:00' },
      { day: 5, from: '18:00', to: '02:00' },
    ]
    const { user, time, press, save, t } = await open({ weekly, exceptions: [] })
    const friday = weekdayName(5, 'long', 'en')
    await press(`${friday} 18:00–02:00`)
    const [to] = time('to', friday)
    if (!to) throw new Error('no hours')
    await user.fill(to, '3')
    await user.tab()
    await press(t('settings.hours.copyToAll'))
    await save()
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({
      openingHours: { weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '18:00', to: '03:00' })) },
    })
  })

  it('show their dates on a calendar, whose chosen date leads to its hours', async () => {
    setServerTime('Tue, 24 Nov 2026 12:00:00 GMT')
    const exceptions = [
      { date: '2026-11-27', hours: [{ from: '10:00', to: '14:00' }], note: 'Inventory' },
      { date: '2026-11-30', closed: true as const },
    ]
    const { t, press, user } = await open({ weekly: [], exceptions })
    const dayButton = (date: string, note = '') =>
      screen.getByRole<HTMLButtonElement>('button', { name: formatLongDay(date, 'en') + note })
    expect(dayButton('2026-11-23').disabled).toBe(true)
    expect(dayButton('2026-11-30', `, ${t('settings.hours.closed')}`)).toBeDefined()
    await press(`${formatLongDay('2026-11-27', 'en')}, 10:00–14:00`)
    expect(document.activeElement).toBe(screen.getByDisplayValue('Inventory'))
    dayButton('2026-11-27', ', 10:00–14:00').focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(dayButton('2026-12-04'))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(dayButton('2026-11-24'))
  })

  it('name two that overlap, and send nothing', async () => {
    const weekly = [
      { day: 1, from: '10:00', to: '15:00' },
      { day: 1, from: '14:00', to: '16:00' },
    ]
    const { t, user, save } = await open({ weekly, exceptions: [] })
    await user.fill(screen.getByLabelText(t('settings.hours.lastOrder')), '150')
    await save()
    const name = weekdayName(1, 'short', 'en')
    const value = `${name} 10:00–15:00, ${name} 14:00–16:00`
    expect(await screen.findByText(t('validation.hoursOverlap', { value }))).toBeDefined()
    expect(screen.getByText(t('validation.atMost', { value: '120' }))).toBeDefined()
    expect(bodies()).toEqual([])
  })

  it('name a date and two of its hours that overlap, below them; 24:00 is the end of the day', async () => {
    setServerTime('Tue, 24 Nov 2026 12:00:00 GMT')
    const hours = [
      { from: '10:00', to: '15:00' },
      { from: '14:00', to: '16:00' },
    ]
    const exceptions = [
      { date: '2026-12-24', closed: true as const },
      { date: '2026-12-31', hours },
    ]
    const { t, user, save } = await open({ weekly: [], exceptions })
    await user.fill(screen.getByLabelText(t('settings.hours.lastOrder')), '20')
    await save()
    const value = `${formatDay('2026-12-31', 'en')}: 10:00–15:00, 14:00–16:00`
    const error = await screen.findByText(t('validation.hoursOverlap', { value }))
    expect(error.closest('li')?.dataset.date).toBe('2026-12-31')
    expect(bodies()).toEqual([])
    const day = error.closest('li')?.getAttribute('aria-label') ?? ''
    const [ends] = screen.getAllByLabelText(t('settings.hours.to', { day }))
    await user.fill(ends as HTMLElement, '14:00')
    const [, last] = screen.getAllByLabelText(t('settings.hours.to', { day }))
    await user.fill(last as HTMLElement, '24:00')
    await save()
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({
      openingHours: {
        exceptions: [
          { date: '2026-12-24', closed: true },
          { hours: [{ to: '14:00' }, { from: '14:00', to: '00:00' }] },
        ],
      },
    })
  })

  it('send a closed date with its note, and null once they are switched off', async () => {
    setServerTime('Tue, 24 Nov 2026 12:00:00 GMT')
    const { t, user, press, flip, save } = await open({
      weekly: [],
      exceptions: [{ date: '2026-12-25', closed: true }],
    })
    await user.fill(screen.getByLabelText(t('settings.hours.note')), 'Crăciun')
    await press(t('calendar.next'))
    await press(formatLongDay('2026-12-27', 'en'))
    const [first, added] = screen.getAllByRole('button', { name: new RegExp(`^${t('settings.hours.removeDate')}`) })
    expect(first).toBeDefined()
    if (added) await user.click(added)
    await save()
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({
      openingHours: {
        weekly: [],
        exceptions: [{ date: '2026-12-25', closed: true, note: 'Crăciun' }],
      },
    })
    await flip(t('settings.hours.has'))
    await save()
    await waitFor(() => expect(bodies()[1]).toEqual({ openingHours: null }))
  })
})

describe.each(LANGUAGES)('what guests read outside the hours (%s)', (language) => {
  const thursday = language === 'ro' ? 'joi, 18:00' : 'Thursday, 18:00'

  it('says that it is closed or too late, and from when orders are taken', () => {
    const { t, unmount } = render(<PauseNote />, { language, hours: CLOSED })
    const again = t('menu.opensAt', { time: thursday })
    expect(screen.getByText(`${t('menu.closed')} ${again}`)).toBeDefined()
    unmount()
    render(<PauseNote />, { language, hours: { ...CLOSED, open: true, lastOrders: true, opensAt: null } })
    expect(screen.getByText(t('menu.lastOrders'))).toBeDefined()
  })

  it('says that it can be ordered for later only where takeaway orders have a time', () => {
    const hours = { ...CLOSED, pickup: { on: true, asap: false } }
    const { t, unmount } = render(<PauseNote isTakeaway />, { language, hours })
    expect(screen.getByRole('status').textContent).toBe(
      `${t('menu.closed')} ${t('menu.opensAhead', { time: thursday })}`,
    )
    unmount()
    render(<PauseNote />, { language, hours })
    expect(screen.getByRole('status').textContent).toBe(`${t('menu.closed')} ${t('menu.opensAt', { time: thursday })}`)
  })

  it('says nothing while orders are taken', () => {
    const { t } = render(<PauseNote />, { language })
    expect([screen.queryByText(t('menu.closed')), screen.queryByRole('strong')]).toEqual([null, null])
  })
})
