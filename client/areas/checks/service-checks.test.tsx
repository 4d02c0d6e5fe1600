import { describe, expect, it } from 'vitest'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { confirm } from './device-checks.tsx'
import { checksIn, EARLIER, FINE, fine } from './service-checks.fixture.tsx'

const dishes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Dish ${i + 1}`, nameRo: `Preparatul ${i + 1}` }))

describe.each(LANGUAGES)('before service (%s)', (language) => {
  const { open, rowOf, stateOf, button } = checksIn(language)
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent

  it('focuses a heading with the number of checks that need attention, including untried ones', async () => {
    const view = await open({ facts: { ordersPaused: true } })
    const { t } = view
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    expect(heading()).toBe(`${t('beforeService.title')} ${t('beforeService.toLookAt', { count: 2 })}`)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    expect(screen.getByRole('link', { name: t('dashboard.newOrder.back') }).getAttribute('href')).toBe(
      '/dashboard?tab=tables',
    )
  })

  it('lists what needs attention first, red before amber, and folds the rest; what is mended keeps its place', async () => {
    const view = await open({ facts: { databaseMs: 201, ordersPaused: true } })
    const { t } = view
    const listed = () =>
      within(screen.getByRole('list', { name: t('beforeService.attention') }))
        .getAllByRole('listitem')
        .map((row) => row.getAttribute('aria-label'))
    const names = (['paused', 'database', 'sound'] as const).map((name) => t(`beforeService.${name}.name`))
    expect(listed()).toEqual(names)
    expect(screen.getByText(t('beforeService.ready', { count: 16 })).closest('details')).toHaveProperty('open', false)
    fakeApi.answers(getBeforeService, fine())
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(view, 'paused')).toBe('ok'))
    expect(listed()).toEqual(names)
  })

  it('calls nothing ready of a restaurant without dishes and tables', async () => {
    const view = await open({ facts: { dishes: 0, tables: 0 } })
    const names = ['menu', 'tables', 'paused', 'soldOut', 'unpriced']
    expect(names.map((name) => stateOf(view, name))).toEqual(['wrong', 'look', 'unused', 'unused', 'unused'])
    const links = ['menu', 'tables'].map((name) => within(rowOf(view, name)).getByRole('link').getAttribute('href'))
    expect(links).toEqual(['/dashboard?tab=menu', '/dashboard?tab=tables'])
  })

  it('does not ask for tables where only takeaway is sold', async () => {
    const asking = await open({ facts: { tables: 0 } })
    await asking.user.click(button(asking, 'tables', asking.t('firstSteps.tables.none')))
    expect(asking.parts.setNoTables).toHaveBeenCalledExactlyOnceWith(true)
    fakeApi.answers(getBeforeService, fine({ tables: 0 }, { noTables: true }))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(asking, 'tables')).toBe('unused'))
    expect(within(rowOf(asking, 'tables')).queryByRole('button')).toBeNull()
  })

  it('names the day that was not closed and leads there, and nothing of it where payments are off', async () => {
    const view = await open({ facts: { dayEnd: { forgotten: '2026-11-20' } } })
    const day = language === 'ro' ? '20 nov 2026' : '20 Nov 2026'
    expect(stateOf(view, 'dayEnd')).toBe('look')
    expect(rowOf(view, 'dayEnd').textContent).toContain(view.t('beforeService.dayEnd.forgotten', { day }))
    expect(within(rowOf(view, 'dayEnd')).getByRole('link').getAttribute('href')).toBe('/dashboard?view=day-end')
    fakeApi.answers(getBeforeService, fine({ dayEnd: null }))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(screen.queryByText(view.t('beforeService.dayEnd.name'))).toBeNull())
  })

  it('leads back to the first steps', async () => {
    const { user, t, parts } = await open()
    await user.click(screen.getByRole('button', { name: t('firstSteps.back') }))
    expect(parts.showFirstSteps).toHaveBeenCalledOnce()
  })

  it('shows that all is ready, and fetches again on request', async () => {
    confirm({ heardAt: EARLIER })
    const view = await open()
    const { t, user } = view
    expect(heading()).toContain(t('beforeService.allReady'))
    fakeApi.answers(getBeforeService, fine({ databaseMs: 201 }))
    const checkAgain = screen.getByRole('button', { name: t('beforeService.checkAgain') })
    await user.click(checkAgain)
    await waitFor(() => expect(stateOf(view, 'database')).toBe('look'))
    expect(document.activeElement).toBe(checkAgain)
    expect(rowOf(view, 'database').textContent).toContain(t('beforeService.database.slow', { ms: 201 }))
    expect(heading()).toContain(t('beforeService.toLookAt', { count: 1 }))
  })

  // shared/domain/checks/judge.test.ts has what each check can find.
  it('shows how little of the disk is free, and when the login session ends', async () => {
    const disk = { free: 199_999_999, total: 8_500_000_000 }
    const view = await open({ facts: { disk, signInEndsAt: '2026-11-22T02:00:00.000Z' } })
    expect(stateOf(view, 'disk')).toBe('wrong')
    const sizes = { free: '199 MB', total: language === 'ro' ? '8,5 GB' : '8.5 GB' }
    expect(rowOf(view, 'disk').textContent).toContain(view.t('beforeService.disk.full', sizes))
    expect(stateOf(view, 'signIn')).toBe('look')
    const moment = language === 'ro' ? '22 nov 2026, 04:00' : '22 Nov 2026, 04:00'
    expect(rowOf(view, 'signIn').textContent).toContain(view.t('beforeService.signIn.ends', { moment }))
  })

  it('resumes paused orders', async () => {
    const view = await open({ facts: { ordersPaused: true, ordersPausedUntil: '2026-11-21T15:30:00.000Z' } })
    const { t, user, parts } = view
    expect(stateOf(view, 'paused')).toBe('wrong')
    expect(rowOf(view, 'paused').textContent).toContain(t('beforeService.paused.until', { time: '17:30' }))
    await user.click(button(view, 'paused', t('dashboard.resumeOrders')))
    expect(parts.resuming.resume).toHaveBeenCalledOnce()
    fakeApi.answers(getBeforeService, fine())
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(view, 'paused')).toBe('ok'))
    expect(document.activeElement).toBe(rowOf(view, 'paused'))
  })

  it('lists the dishes that are sold out or without a price, and links to the menu', async () => {
    const view = await open({ facts: { soldOut: dishes(1), unpriced: dishes(7) } })
    const { t } = view
    const name = (i: number) => (language === 'ro' ? `Preparatul ${i}` : `Dish ${i}`)
    expect(stateOf(view, 'soldOut')).toBe('look')
    expect(rowOf(view, 'soldOut').textContent).toContain(t('beforeService.soldOut.some', { count: 1, names: name(1) }))
    expect(stateOf(view, 'unpriced')).toBe('wrong')
    const names = `${[1, 2, 3, 4, 5].map(name).join('; ')}; ${t('beforeService.more', { count: 2 })}`
    expect(rowOf(view, 'unpriced').textContent).toContain(t('beforeService.unpriced.some', { count: 7, names }))
    for (const row of ['soldOut', 'unpriced'])
      expect(within(rowOf(view, row)).getByRole('link').getAttribute('href')).toBe('/dashboard?tab=menu')
  })

  it('says until when it is open today, and which dates have other hours, with a link to the hours', async () => {
    const today = [{ from: '10:00', to: '00:00' }]
    const exceptions = [
      { date: '2026-11-30', hours: [] },
      { date: '2026-12-01', hours: [{ from: '12:00', to: '18:00' }] },
    ]
    const view = await open({ facts: { hours: { today, exceptions } } })
    const { t, user, parts } = view
    expect(stateOf(view, 'hours')).toBe('ok')
    const [first, second] = language === 'ro' ? ['30 nov 2026', '1 dec 2026'] : ['30 Nov 2026', '1 Dec 2026']
    const dates = `${first}: ${t('settings.hours.closed')}; ${second}: 12:00–18:00`
    expect(rowOf(view, 'hours').textContent).toContain(t('beforeService.hours.soon', { hours: '10:00–24:00', dates }))
    await user.click(button(view, 'hours', t('beforeService.hours.change')))
    expect(parts.openHours).toHaveBeenCalledOnce()
  })

  it('shows why WhatsApp does not send, with a link to the settings', async () => {
    const view = await open({ facts: { whatsapp: { ...FINE.whatsapp, state: 'stopped', reason: 'token' } } })
    const { t, user, parts } = view
    expect(stateOf(view, 'whatsapp')).toBe('wrong')
    expect(rowOf(view, 'whatsapp').textContent).toContain(t('whatsapp.reasons.token'))
    await user.click(button(view, 'whatsapp', t('whatsapp.openSettings')))
    expect(parts.openWhatsapp).toHaveBeenCalledOnce()
  })

  it.each([
    ['made', {}, 'ok', false],
    ['none', { lastAt: null }, 'look', true],
    ['failed', { failed: true, reason: 'disk_full' }, 'wrong', true],
    ['failed', { failed: true, running: true }, 'wrong', false],
  ] as const)(
    'shows the state of the backups (%s: %o), and a button where it helps',
    async (textKey, backup, state, helps) => {
      const view = await open({ facts: { backup: { ...FINE.backup, ...backup } } })
      const { t, user, parts } = view
      expect(stateOf(view, 'backup')).toBe(state)
      const moment = language === 'ro' ? '21 nov 2026, 16:05' : '21 Nov 2026, 16:05'
      expect(rowOf(view, 'backup').textContent).toContain(t(`beforeService.backup.${textKey}`, { moment }))
      expect(within(rowOf(view, 'backup')).queryAllByRole('button')).toHaveLength(helps ? 1 : 0)
      if (!helps) return
      await user.click(button(view, 'backup', t('backups.make')))
      expect(parts.backingUp.start).toHaveBeenCalledOnce()
    },
  )

  it('shows the checks of the device if the server does not respond, and the others as unknown', async () => {
    const view = await open()
    const { t, user } = view
    fakeApi.refuses(getBeforeService, 503, { message: 'The database is away.' })
    await user.click(screen.getByRole('button', { name: t('beforeService.checkAgain') }))
    await waitFor(() => expect(stateOf(view, 'database')).toBe('wrong'))
    expect(rowOf(view, 'database').textContent).toContain('The database is away.')
    expect(stateOf(view, 'printer')).toBe('ok')
    for (const name of ['phone', 'paused', 'soldOut', 'unpriced', 'whatsapp', 'disk', 'backup']) {
      expect(stateOf(view, name)).toBe('unknown')
      expect(rowOf(view, name).textContent).toContain(t('beforeService.noAnswer'))
    }
  })
})
