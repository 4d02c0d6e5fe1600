import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { type BeforeService, getBeforeService, startPhoneCheck } from '#shared/contracts/before-service.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { beforeServiceKey } from '../../entities/service/index.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { SERVICE_FACTS } from '../../testing/samples.ts'
import { confirm } from './confirmed.ts'
import { ServiceChecks } from './service-checks.tsx'
import type { BeforeServiceSlots } from './slots.ts'

const NOW = new Date('2026-11-21T15:00:00.000Z')
const EARLIER = '2026-11-21T14:05:00.000Z'
const ORIGIN = 'https://la-conac.example'

const FINE: BeforeService = {
  ...SERVICE_FACTS,
  whatsapp: { ...SERVICE_FACTS.whatsapp, configured: true, lastAt: EARLIER },
  dishes: 12,
  tables: 6,
  disk: { free: 61_500_000_000, total: 128_000_000_000 },
  backup: { ...SERVICE_FACTS.backup, lastAt: EARLIER },
  phone: { askedAt: EARLIER, expiresAt: '2026-11-21T14:15:00.000Z', reachedAt: EARLIER },
}
const slots = () =>
  ({
    sound: { isOn: true, turnOn: vi.fn(), play: vi.fn() },
    screen: { state: 'awake', isAdviceRead: false, dismissAdvice: vi.fn() },
    printer: { ready: true, queueLength: 0, test: { state: 'untried', print: vi.fn() } },
    isLive: true,
    resuming: { resume: vi.fn(), isPending: false },
    backingUp: { start: vi.fn(), isPending: false },
    onOpenWhatsapp: vi.fn(),
    onNoTables: vi.fn(),
    onShowFirstSteps: vi.fn(),
  }) satisfies BeforeServiceSlots
const dishes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Dish ${i + 1}`, nameRo: `Preparatul ${i + 1}` }))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  fakeApi.answers(getTableAddresses, { publicUrl: ORIGIN, isFixed: false, network: [] })
})
afterEach(() => confirm({ heardAt: undefined, printedAt: undefined }))

describe.each(LANGUAGES)('before service (%s)', (language) => {
  const open = async (options: { facts?: Partial<BeforeService>; slots?: Partial<BeforeServiceSlots> } = {}) => {
    fakeApi.answers(getBeforeService, { ...FINE, ...options.facts })
    const usedSlots: BeforeServiceSlots = { ...slots(), ...options.slots }
    const part = (changed: Partial<BeforeServiceSlots> = {}) => (
      <Router>
        <ServiceChecks tabsUrl="/dashboard?tab=tables" {...usedSlots} {...changed} />
      </Router>
    )
    const view = render(part(), { language, settings: { language, ownerPhoneNumber: '40712345678' } })
    const { t } = view
    await screen.findByRole('heading', { level: 2 })
    await waitFor(() => expect(row('phone').textContent).not.toContain(t('beforeService.noAnswer')))
    return { ...view, usedSlots, change: (changed: Partial<BeforeServiceSlots>) => view.rerender(part(changed)) }

    function row(name: 'phone') {
      return screen.getByRole('listitem', { name: t(`beforeService.${name}.name`) })
    }
  }
  type View = Awaited<ReturnType<typeof open>>
  const rowOf = ({ t }: Pick<View, 't'>, name: string) =>
    screen.getByRole('listitem', { name: t(`beforeService.${name}.name` as 'beforeService.sound.name') })
  const stateOf = (view: View, name: string) => {
    const { t } = view
    const labels = (['ok', 'look', 'wrong', 'unknown', 'unused'] as const).map((state) => [
      t(`beforeService.states.${state}`),
      state,
    ])
    const shownStates = labels.filter(([label]) => within(rowOf(view, name)).queryByText(label as string))
    expect(shownStates).toHaveLength(1)
    return shownStates[0]?.[1]
  }
  const button = (view: View, name: string, label: string) =>
    within(rowOf(view, name)).getByRole('button', { name: label })
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent

  it('focuses a heading with the number of checks that need attention, including untried ones', async () => {
    const view = await open({ facts: { ordersPaused: true } })
    const { t } = view
    expect(screen.getAllByRole('listitem')).toHaveLength(16)
    expect(heading()).toBe(`${t('beforeService.title')} ${t('beforeService.toLookAt', { count: 2 })}`)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    expect(screen.getByRole('link', { name: t('beforeService.back') }).getAttribute('href')).toBe(
      '/dashboard?tab=tables',
    )
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
    expect(asking.usedSlots.onNoTables).toHaveBeenCalledOnce()
    act(() => queryClient.setQueryData<Settings>(settingsKey, (now) => now && { ...now, noTables: true }))
    await waitFor(() => expect(stateOf(asking, 'tables')).toBe('unused'))
    expect(within(rowOf(asking, 'tables')).queryByRole('button')).toBeNull()
  })

  it('leads back to the first steps', async () => {
    const { user, t, usedSlots } = await open()
    await user.click(screen.getByRole('button', { name: t('firstSteps.back') }))
    expect(usedSlots.onShowFirstSteps).toHaveBeenCalledOnce()
  })

  it('shows that all is ready, and fetches again on request', async () => {
    confirm({ heardAt: EARLIER })
    const view = await open()
    const { t, user } = view
    expect(heading()).toContain(t('beforeService.allReady'))
    fakeApi.answers(getBeforeService, { ...FINE, databaseMs: 201 })
    const checkAgain = screen.getByRole('button', { name: t('beforeService.checkAgain') })
    await user.click(checkAgain)
    await waitFor(() => expect(stateOf(view, 'database')).toBe('look'))
    expect(document.activeElement).toBe(checkAgain)
    expect(rowOf(view, 'database').textContent).toContain(t('beforeService.database.slow', { ms: 201 }))
    expect(heading()).toContain(t('beforeService.toLookAt', { count: 1 }))
  })

  it.each([
    [{ phase: 'moving' }, 'moving'],
    [{ phase: 'moved', to: 'postgres://db/masa' }, 'moved'],
  ] as const)('shows that the restaurant is not here (%o)', async (place, key) => {
    const view = await open({ facts: { place } })
    expect(stateOf(view, 'database')).toBe('wrong')
    expect(rowOf(view, 'database').textContent).toContain(
      view.t(`beforeService.database.${key}`, { to: 'postgres://db/masa' }),
    )
  })

  it('shows when the login session on this device ends', async () => {
    const view = await open({ facts: { signInEndsAt: '2026-11-22T02:00:00.000Z' } })
    expect(stateOf(view, 'signIn')).toBe('look')
    const moment = language === 'ro' ? '22 nov 2026, 04:00' : '22 Nov 2026, 04:00'
    expect(rowOf(view, 'signIn').textContent).toContain(view.t('beforeService.signIn.ends', { moment }))
  })

  it('plays the sound, and asks whether it was heard', async () => {
    const view = await open()
    const { t, user, usedSlots, change } = view
    expect(stateOf(view, 'sound')).toBe('unknown')
    await user.click(button(view, 'sound', t('beforeService.sound.play')))
    expect(usedSlots.sound.play).toHaveBeenCalledOnce()
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.question'))
    // The focus stays on the play button, because pressing it again does not confirm the sound.
    expect(document.activeElement).toBe(button(view, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(view, 'sound', t('beforeService.sound.notHeard')))
    expect(stateOf(view, 'sound')).toBe('wrong')
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.remedy'))
    // The pressed button is removed, so the row gets the focus.
    expect(document.activeElement).toBe(rowOf(view, 'sound'))
    // After a tap elsewhere, the focus does not return to the row.
    await user.click(document.body)
    change({ isLive: false })
    expect(document.activeElement).toBe(document.body)
    await user.click(button(view, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(view, 'sound', t('beforeService.sound.heard')))
    expect(stateOf(view, 'sound')).toBe('ok')
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.heardAt', { time: '17:00' }))
    expect(localStorage.getItem('masa.before-service')).toContain(NOW.toISOString())
  })

  it('ignores what was confirmed before the business day', async () => {
    confirm({ heardAt: '2026-11-21T01:59:00.000Z', printedAt: '2026-11-21T01:59:00.000Z' })
    const view = await open({ slots: { printer: { ...slots().printer, ready: false } } })
    expect(stateOf(view, 'sound')).toBe('unknown')
    expect(stateOf(view, 'printer')).toBe('unknown')
  })

  it('offers to switch on a sound that is off', async () => {
    const view = await open({ slots: { sound: { ...slots().sound, isOn: false } } })
    const { t, user, usedSlots } = view
    expect(stateOf(view, 'sound')).toBe('wrong')
    await user.click(button(view, 'sound', t('beforeService.sound.turnOn')))
    expect(usedSlots.sound.turnOn).toHaveBeenCalledOnce()
  })

  it.each([
    ['awake', false, 'ok', 'kept'],
    ['requesting', false, 'unknown', 'asking'],
    ['unsupported', false, 'look', 'unsupported'],
    ['refused', false, 'look', 'refused'],
    ['unsupported', true, 'ok', 'settled'],
  ] as const)(
    'rates a screen lock that is %s, with the advice read: %s, as %s',
    async (screenState, isAdviceRead, state, textKey) => {
      const dismissAdvice = vi.fn()
      const view = await open({ slots: { screen: { state: screenState, isAdviceRead, dismissAdvice } } })
      const { t, user } = view
      expect(stateOf(view, 'screen')).toBe(state)
      expect(rowOf(view, 'screen').textContent).toContain(t(`beforeService.screen.${textKey}`))
      if (state !== 'look') return
      await user.click(button(view, 'screen', t('beforeService.screen.settle')))
      expect(dismissAdvice).toHaveBeenCalledOnce()
    },
  )

  it('prints a test page, and asks whether it was printed', async () => {
    const printer = { ...slots().printer, ready: false }
    const view = await open({ slots: { printer } })
    const { t, user, change } = view
    expect(stateOf(view, 'printer')).toBe('unknown')
    await user.click(button(view, 'printer', t('beforeService.printer.test')))
    expect(printer.test.print).toHaveBeenCalledOnce()
    for (const state of ['blocked', 'failed'] as const) {
      change({ printer: { ...printer, test: { ...printer.test, state } } })
      expect(stateOf(view, 'printer')).toBe('wrong')
      expect(rowOf(view, 'printer').textContent).toContain(t(`beforeService.printer.${state}`))
    }
    change({ printer: { ...printer, test: { ...printer.test, state: 'tried' } } })
    await user.click(button(view, 'printer', t('beforeService.printer.nothing')))
    expect(stateOf(view, 'printer')).toBe('wrong')
    expect(rowOf(view, 'printer').textContent).toContain(t('beforeService.printer.remedy'))
    await user.click(button(view, 'printer', t('beforeService.printer.test')))
    await user.click(button(view, 'printer', t('beforeService.printer.cameOut')))
    expect(stateOf(view, 'printer')).toBe('ok')
    expect(rowOf(view, 'printer').textContent).toContain(t('beforeService.printer.cameOutAt', { time: '17:00' }))
  })

  it('shows that a device’s own printer is ready, or how many documents wait for it', async () => {
    const view = await open()
    expect(stateOf(view, 'printer')).toBe('ok')
    view.change({ printer: { ...slots().printer, queueLength: 3 } })
    expect(stateOf(view, 'printer')).toBe('look')
    expect(rowOf(view, 'printer').textContent).toContain(view.t('beforeService.printer.queue', { count: 3 }))
  })

  it('shows that the board is not live', async () => {
    const view = await open()
    expect(stateOf(view, 'live')).toBe('ok')
    view.change({ isLive: false })
    expect(stateOf(view, 'live')).toBe('wrong')
    expect(rowOf(view, 'live').textContent).toContain(view.t('beforeService.live.lost'))
  })

  it('shows a code on request, and announces that a phone has reached the address', async () => {
    const view = await open({ facts: { phone: null } })
    const { t, user } = view
    expect(stateOf(view, 'phone')).toBe('unknown')
    expect(fakeApi.callsOf(startPhoneCheck)).toHaveLength(0)
    const expiresAt = '2026-11-21T15:10:00.000Z'
    fakeApi.answers(startPhoneCheck, { word: 'a'.repeat(22), expiresAt })
    await user.click(button(view, 'phone', t('beforeService.phone.show')))
    const address = `${ORIGIN}/api/before-service/phone/${'a'.repeat(22)}`
    await within(rowOf(view, 'phone')).findByRole('img', { name: t('beforeService.phone.code', { address }) })
    expect(within(rowOf(view, 'phone')).getByText(address)).toBeDefined()
    expect(within(rowOf(view, 'phone')).getByRole('status').textContent).toContain(
      t('beforeService.phone.scan', { time: '17:10' }),
    )
    // The page refetches, as after a CHANGED frame.
    const phone = { askedAt: NOW.toISOString(), expiresAt, reachedAt: '2026-11-21T15:01:00.000Z' }
    fakeApi.answers(getBeforeService, { ...FINE, phone })
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(view, 'phone')).toBe('ok'))
    expect(within(rowOf(view, 'phone')).queryByRole('img')).toBeNull()
    expect(within(rowOf(view, 'phone')).getByRole('status').textContent).toBe(
      t('beforeService.phone.reachedAt', { time: '17:01' }),
    )
    expect(fakeApi.callsOf(startPhoneCheck)).toHaveLength(1)
  })

  it('shows that another device has replaced the code, or that no code could be created', async () => {
    const view = await open({ facts: { phone: null } })
    const { t, user } = view
    fakeApi.answers(startPhoneCheck, { word: 'a'.repeat(22), expiresAt: '2026-11-21T15:10:00.000Z' })
    await user.click(button(view, 'phone', t('beforeService.phone.show')))
    await within(rowOf(view, 'phone')).findByRole('img')
    const phone = { askedAt: NOW.toISOString(), expiresAt: '2026-11-21T15:10:01.000Z', reachedAt: null }
    fakeApi.answers(getBeforeService, { ...FINE, phone })
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(rowOf(view, 'phone').textContent).toContain(t('beforeService.phone.replaced')))
    fakeApi.refuses(startPhoneCheck, 503, { message: 'Not now.' })
    await user.click(button(view, 'phone', t('beforeService.phone.another')))
    expect(await screen.findByText(t('beforeService.phone.failed'))).toBeDefined()
    expect(screen.getByText('Not now.')).toBeDefined()
  })

  it('shows no code for a localhost address, but offers addresses that phones can reach', async () => {
    fakeApi.answers(getTableAddresses, {
      publicUrl: 'http://localhost:3000',
      isFixed: false,
      network: ['http://192.168.1.20:3000'],
    })
    const view = await open({ facts: { phone: null } })
    expect(stateOf(view, 'phone')).toBe('wrong')
    const buttons = within(rowOf(view, 'phone')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([
      view.t('tables.local.use', { address: 'http://192.168.1.20:3000' }),
      view.t('tables.local.other'),
    ])
  })

  it('resumes paused orders', async () => {
    const view = await open({ facts: { ordersPaused: true, ordersPausedUntil: '2026-11-21T15:30:00.000Z' } })
    const { t, user, usedSlots } = view
    expect(stateOf(view, 'paused')).toBe('wrong')
    expect(rowOf(view, 'paused').textContent).toContain(t('beforeService.paused.until', { time: '17:30' }))
    await user.click(button(view, 'paused', t('dashboard.resumeOrders')))
    expect(usedSlots.resuming.resume).toHaveBeenCalledOnce()
    fakeApi.answers(getBeforeService, FINE)
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

  it.each([
    ['sends', {}, 'ok', 'beforeService.whatsapp.ok'],
    ['has no account', { configured: false }, 'unused', 'beforeService.whatsapp.unused'],
    ['is switched off', { enabled: false }, 'unused', 'beforeService.whatsapp.off'],
    ['has an old token', { state: 'stopped', reason: 'token' }, 'wrong', 'whatsapp.reasons.token'],
    ['has a wrong template', { state: 'stopped', reason: 'template' }, 'wrong', 'whatsapp.reasons.template'],
  ] as const)(
    'shows the state of WhatsApp if it %s, and a link to the settings if it is wrong',
    async (_, whatsapp, state, textKey) => {
      const view = await open({ facts: { whatsapp: { ...FINE.whatsapp, ...whatsapp } } })
      const { t, user, usedSlots } = view
      expect(stateOf(view, 'whatsapp')).toBe(state)
      expect(rowOf(view, 'whatsapp').textContent).toContain(t(textKey))
      if (state !== 'wrong') return
      await user.click(button(view, 'whatsapp', t('whatsapp.openSettings')))
      expect(usedSlots.onOpenWhatsapp).toHaveBeenCalledOnce()
    },
  )

  it.each([
    [{ free: 61_500_000_000, total: 128_000_000_000 }, 'ok', 'free', '61 GB', '128 GB'],
    [{ free: 999_999_999, total: 8_000_000_000 }, 'look', 'little', '999 MB', '8 GB'],
    [{ free: 199_999_999, total: 8_500_000_000 }, 'wrong', 'full', '199 MB', language === 'ro' ? '8,5 GB' : '8.5 GB'],
  ] as const)('shows the free space of the disk: %o', async (disk, state, textKey, free, total) => {
    const view = await open({ facts: { disk } })
    expect(stateOf(view, 'disk')).toBe(state)
    expect(rowOf(view, 'disk').textContent).toContain(view.t(`beforeService.disk.${textKey}`, { free, total }))
  })

  it.each([
    ['made', {}, 'ok', false],
    ['sameDisk', { sameDisk: true }, 'look', false],
    ['none', { lastAt: null }, 'look', true],
    ['running', { lastAt: null, running: true }, 'look', false],
    ['failed', { failed: true, reason: 'bucket_refused' }, 'wrong', true],
    ['failed', { failed: true, running: true }, 'wrong', false],
    ['off', { automatic: false }, 'unused', false],
  ] as const)(
    'shows the state of the backups (%s: %o), and a button where it helps',
    async (textKey, backup, state, helps) => {
      const view = await open({ facts: { backup: { ...FINE.backup, ...backup } } })
      const { t, user, usedSlots } = view
      expect(stateOf(view, 'backup')).toBe(state)
      const moment = language === 'ro' ? '21 nov 2026, 16:05' : '21 Nov 2026, 16:05'
      expect(rowOf(view, 'backup').textContent).toContain(t(`beforeService.backup.${textKey}`, { moment }))
      expect(within(rowOf(view, 'backup')).queryAllByRole('button')).toHaveLength(helps ? 1 : 0)
      if (!helps) return
      await user.click(button(view, 'backup', t('backups.make')))
      expect(usedSlots.backingUp.start).toHaveBeenCalledOnce()
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
