import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { askPhone, type BeforeService, getBeforeService } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { beforeServiceKey } from '../../entities/service/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { confirm } from './confirmed.ts'
import { ServiceChecks } from './service-checks.tsx'
import type { BeforeServiceSlots } from './slots.ts'

const NOW = new Date('2026-11-21T15:00:00.000Z')
const EARLIER = '2026-11-21T14:05:00.000Z'
const ORIGIN = 'https://la-conac.example'

const FINE: BeforeService = {
  whatsapp: { configured: true, enabled: true, state: 'ok', reason: null, lastAt: EARLIER, waiting: 0 },
  ordersPaused: false,
  ordersPausedUntil: null,
  soldOut: [],
  unpriced: [],
  databaseMs: 3,
  signInEndsAt: null,
  disk: { free: 61_500_000_000, total: 128_000_000_000 },
  phone: { askedAt: EARLIER, expiresAt: '2026-11-21T14:15:00.000Z', reachedAt: EARLIER },
}
const slots = () =>
  ({
    sound: { isOn: true, turnOn: vi.fn(), play: vi.fn() },
    screen: { state: 'kept', isSettled: false, settle: vi.fn() },
    printer: { ready: true, queueLength: 0, test: { state: 'untried', tryIt: vi.fn() } },
    isLive: true,
    resuming: { resume: vi.fn(), isPending: false },
    onOpenWhatsapp: vi.fn(),
  }) satisfies BeforeServiceSlots
const dishes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Dish ${i + 1}`, nameRo: `Preparatul ${i + 1}` }))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  fakeApi.answers(getTableAddresses, { publicUrl: ORIGIN, isFixed: false, network: [] })
})
afterEach(() => confirm({ heardAt: undefined, printedAt: undefined }))

describe.each(LANGUAGES)('before service (%s)', (language) => {
  const open = async (more: { facts?: Partial<BeforeService>; slots?: Partial<BeforeServiceSlots> } = {}) => {
    fakeApi.answers(getBeforeService, { ...FINE, ...more.facts })
    const given: BeforeServiceSlots = { ...slots(), ...more.slots }
    const part = (changed: Partial<BeforeServiceSlots> = {}) => (
      <Router>
        <ServiceChecks board="/dashboard?tab=tables" {...given} {...changed} />
      </Router>
    )
    const drawn = render(part(), { language, settings: { language, ownerPhoneNumber: '40712345678' } })
    const { t } = drawn
    await screen.findByRole('heading', { level: 2 })
    await waitFor(() => expect(row('phone').textContent).not.toContain(t('beforeService.noAnswer')))
    return { ...drawn, given, change: (changed: Partial<BeforeServiceSlots>) => drawn.again(part(changed)) }

    function row(name: 'phone') {
      return screen.getByRole('listitem', { name: t(`beforeService.${name}.name`) })
    }
  }
  type Drawn = Awaited<ReturnType<typeof open>>
  const rowOf = ({ t }: Pick<Drawn, 't'>, name: string) =>
    screen.getByRole('listitem', { name: t(`beforeService.${name}.name` as 'beforeService.sound.name') })
  const stateOf = (drawn: Drawn, name: string) => {
    const { t } = drawn
    const words = (['ok', 'look', 'wrong', 'unknown', 'unused'] as const).map((state) => [
      t(`beforeService.states.${state}`),
      state,
    ])
    const said = words.filter(([word]) => within(rowOf(drawn, name)).queryByText(word as string))
    expect(said).toHaveLength(1)
    return said[0]?.[1]
  }
  const button = (drawn: Drawn, name: string, label: string) =>
    within(rowOf(drawn, name)).getByRole('button', { name: label })
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent

  it('says how many things are to be minded, those that nobody tried too, and has the focus on that', async () => {
    const drawn = await open({ facts: { ordersPaused: true } })
    const { t } = drawn
    expect(screen.getAllByRole('listitem')).toHaveLength(12)
    expect(heading()).toBe(`${t('beforeService.title')} ${t('beforeService.toLookAt', { count: 2 })}`)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    expect(screen.getByRole('link', { name: t('beforeService.back') }).getAttribute('href')).toBe(
      '/dashboard?tab=tables',
    )
  })

  it('says that all is ready once it is, and asks the server again when told to', async () => {
    confirm({ heardAt: EARLIER })
    const drawn = await open()
    const { t, user } = drawn
    expect(heading()).toContain(t('beforeService.allReady'))
    fakeApi.answers(getBeforeService, { ...FINE, databaseMs: 201 })
    const checkAgain = screen.getByRole('button', { name: t('beforeService.checkAgain') })
    await user.click(checkAgain)
    await waitFor(() => expect(stateOf(drawn, 'database')).toBe('look'))
    expect(document.activeElement).toBe(checkAgain)
    expect(rowOf(drawn, 'database').textContent).toContain(t('beforeService.database.slow', { ms: 201 }))
    expect(heading()).toContain(t('beforeService.toLookAt', { count: 1 }))
  })

  it('says when the sign-in on this device ends, once the server names the moment', async () => {
    const drawn = await open({ facts: { signInEndsAt: '2026-11-22T02:00:00.000Z' } })
    expect(stateOf(drawn, 'signIn')).toBe('look')
    const moment = language === 'ro' ? '22 nov 2026, 04:00' : '22 Nov 2026, 04:00'
    expect(rowOf(drawn, 'signIn').textContent).toContain(drawn.t('beforeService.signIn.ends', { moment }))
  })

  it('plays the sound, and is told whether anybody heard it', async () => {
    const drawn = await open()
    const { t, user, given, change } = drawn
    expect(stateOf(drawn, 'sound')).toBe('unknown')
    await user.click(button(drawn, 'sound', t('beforeService.sound.play')))
    expect(given.sound.play).toHaveBeenCalledOnce()
    expect(rowOf(drawn, 'sound').textContent).toContain(t('beforeService.sound.question'))
    // The same button once more is no answer.
    expect(document.activeElement).toBe(button(drawn, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(drawn, 'sound', t('beforeService.sound.notHeard')))
    expect(stateOf(drawn, 'sound')).toBe('wrong')
    expect(rowOf(drawn, 'sound').textContent).toContain(t('beforeService.sound.remedy'))
    // The button that was touched is gone: the row has the focus.
    expect(document.activeElement).toBe(rowOf(drawn, 'sound'))
    // Whoever touched the page beside it is not called back.
    await user.click(document.body)
    change({ isLive: false })
    expect(document.activeElement).toBe(document.body)
    await user.click(button(drawn, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(drawn, 'sound', t('beforeService.sound.heard')))
    expect(stateOf(drawn, 'sound')).toBe('ok')
    expect(rowOf(drawn, 'sound').textContent).toContain(t('beforeService.sound.heardAt', { time: '17:00' }))
    expect(localStorage.getItem('masa.before-service')).toContain(NOW.toISOString())
  })

  it('takes what was heard the day before for nothing', async () => {
    confirm({ heardAt: '2026-11-21T01:59:00.000Z', printedAt: '2026-11-21T01:59:00.000Z' })
    const drawn = await open({ slots: { printer: { ...slots().printer, ready: false } } })
    expect(stateOf(drawn, 'sound')).toBe('unknown')
    expect(stateOf(drawn, 'printer')).toBe('unknown')
  })

  it('switches a sound on that is off', async () => {
    const drawn = await open({ slots: { sound: { ...slots().sound, isOn: false } } })
    const { t, user, given } = drawn
    expect(stateOf(drawn, 'sound')).toBe('wrong')
    await user.click(button(drawn, 'sound', t('beforeService.sound.turnOn')))
    expect(given.sound.turnOn).toHaveBeenCalledOnce()
  })

  it.each([
    ['kept', false, 'ok', 'kept'],
    ['asking', false, 'unknown', 'asking'],
    ['unsupported', false, 'look', 'unsupported'],
    ['refused', false, 'look', 'refused'],
    ['unsupported', true, 'ok', 'settled'],
  ] as const)('says of a screen that is %s, settled %s: %s', async (state, isSettled, stands, says) => {
    const settle = vi.fn()
    const drawn = await open({ slots: { screen: { state, isSettled, settle } } })
    const { t, user } = drawn
    expect(stateOf(drawn, 'screen')).toBe(stands)
    expect(rowOf(drawn, 'screen').textContent).toContain(t(`beforeService.screen.${says}`))
    if (stands !== 'look') return
    await user.click(button(drawn, 'screen', t('beforeService.screen.settle')))
    expect(settle).toHaveBeenCalledOnce()
  })

  it('prints a test page, and is told whether it came out', async () => {
    const browser = { ...slots().printer, ready: false }
    const drawn = await open({ slots: { printer: browser } })
    const { t, user, change } = drawn
    expect(stateOf(drawn, 'printer')).toBe('unknown')
    await user.click(button(drawn, 'printer', t('beforeService.printer.test')))
    expect(browser.test.tryIt).toHaveBeenCalledOnce()
    for (const state of ['blocked', 'failed'] as const) {
      change({ printer: { ...browser, test: { ...browser.test, state } } })
      expect(stateOf(drawn, 'printer')).toBe('wrong')
      expect(rowOf(drawn, 'printer').textContent).toContain(t(`beforeService.printer.${state}`))
    }
    change({ printer: { ...browser, test: { ...browser.test, state: 'tried' } } })
    await user.click(button(drawn, 'printer', t('beforeService.printer.nothing')))
    expect(stateOf(drawn, 'printer')).toBe('wrong')
    expect(rowOf(drawn, 'printer').textContent).toContain(t('beforeService.printer.remedy'))
    await user.click(button(drawn, 'printer', t('beforeService.printer.test')))
    await user.click(button(drawn, 'printer', t('beforeService.printer.cameOut')))
    expect(stateOf(drawn, 'printer')).toBe('ok')
    expect(rowOf(drawn, 'printer').textContent).toContain(t('beforeService.printer.cameOutAt', { time: '17:00' }))
  })

  it('says of a device’s own printer that it is ready, or what waits for it', async () => {
    const drawn = await open()
    expect(stateOf(drawn, 'printer')).toBe('ok')
    drawn.change({ printer: { ...slots().printer, queueLength: 3 } })
    expect(stateOf(drawn, 'printer')).toBe('look')
    expect(rowOf(drawn, 'printer').textContent).toContain(drawn.t('beforeService.printer.queue', { count: 3 }))
  })

  it('says when the board does not hear of new orders', async () => {
    const drawn = await open()
    expect(stateOf(drawn, 'live')).toBe('ok')
    drawn.change({ isLive: false })
    expect(stateOf(drawn, 'live')).toBe('wrong')
    expect(rowOf(drawn, 'live').textContent).toContain(drawn.t('beforeService.live.lost'))
  })

  it('shows a code when it is asked for, and says it aloud when a phone has called', async () => {
    const drawn = await open({ facts: { phone: null } })
    const { t, user } = drawn
    expect(stateOf(drawn, 'phone')).toBe('unknown')
    expect(fakeApi.callsOf(askPhone)).toHaveLength(0)
    const expiresAt = '2026-11-21T15:10:00.000Z'
    fakeApi.answers(askPhone, { word: 'a'.repeat(22), expiresAt })
    await user.click(button(drawn, 'phone', t('beforeService.phone.show')))
    const address = `${ORIGIN}/api/before-service/phone/${'a'.repeat(22)}`
    await within(rowOf(drawn, 'phone')).findByRole('img', { name: t('beforeService.phone.code', { address }) })
    expect(within(rowOf(drawn, 'phone')).getByText(address)).toBeDefined()
    expect(within(rowOf(drawn, 'phone')).getByRole('status').textContent).toContain(
      t('beforeService.phone.scan', { time: '17:10' }),
    )
    // What the server tells at CHANGED.
    const phone = { askedAt: NOW.toISOString(), expiresAt, reachedAt: '2026-11-21T15:01:00.000Z' }
    fakeApi.answers(getBeforeService, { ...FINE, phone })
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(drawn, 'phone')).toBe('ok'))
    expect(within(rowOf(drawn, 'phone')).queryByRole('img')).toBeNull()
    expect(within(rowOf(drawn, 'phone')).getByRole('status').textContent).toBe(
      t('beforeService.phone.reachedAt', { time: '17:01' }),
    )
    expect(fakeApi.callsOf(askPhone)).toHaveLength(1)
  })

  it('says that another device has shown a newer code, and when no code could be made', async () => {
    const drawn = await open({ facts: { phone: null } })
    const { t, user } = drawn
    fakeApi.answers(askPhone, { word: 'a'.repeat(22), expiresAt: '2026-11-21T15:10:00.000Z' })
    await user.click(button(drawn, 'phone', t('beforeService.phone.show')))
    await within(rowOf(drawn, 'phone')).findByRole('img')
    const phone = { askedAt: NOW.toISOString(), expiresAt: '2026-11-21T15:10:01.000Z', reachedAt: null }
    fakeApi.answers(getBeforeService, { ...FINE, phone })
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(rowOf(drawn, 'phone').textContent).toContain(t('beforeService.phone.replaced')))
    fakeApi.refuses(askPhone, 503, { message: 'Not now.' })
    await user.click(button(drawn, 'phone', t('beforeService.phone.another')))
    expect(await screen.findByText(t('beforeService.phone.failed'))).toBeDefined()
    expect(screen.getByText('Not now.')).toBeDefined()
  })

  it('shows no code that no phone can follow, but where the page has one that it can', async () => {
    fakeApi.answers(getTableAddresses, {
      publicUrl: 'http://localhost:3000',
      isFixed: false,
      network: ['http://192.168.1.20:3000'],
    })
    const drawn = await open({ facts: { phone: null } })
    expect(stateOf(drawn, 'phone')).toBe('wrong')
    const link = within(rowOf(drawn, 'phone')).getByRole('link', { name: 'http://192.168.1.20:3000' })
    expect(link.getAttribute('href')).toBe('http://192.168.1.20:3000/dashboard?view=before-service')
    expect(within(rowOf(drawn, 'phone')).queryByRole('button')).toBeNull()
  })

  it('takes orders again', async () => {
    const drawn = await open({ facts: { ordersPaused: true, ordersPausedUntil: '2026-11-21T15:30:00.000Z' } })
    const { t, user, given } = drawn
    expect(stateOf(drawn, 'paused')).toBe('wrong')
    expect(rowOf(drawn, 'paused').textContent).toContain(t('beforeService.paused.until', { time: '17:30' }))
    await user.click(button(drawn, 'paused', t('dashboard.resumeOrders')))
    expect(given.resuming.resume).toHaveBeenCalledOnce()
    fakeApi.answers(getBeforeService, FINE)
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(drawn, 'paused')).toBe('ok'))
    expect(document.activeElement).toBe(rowOf(drawn, 'paused'))
  })

  it('names the dishes that are sold out or without a price, and leads to them', async () => {
    const drawn = await open({ facts: { soldOut: dishes(1), unpriced: dishes(7) } })
    const { t } = drawn
    const name = (i: number) => (language === 'ro' ? `Preparatul ${i}` : `Dish ${i}`)
    expect(stateOf(drawn, 'soldOut')).toBe('look')
    expect(rowOf(drawn, 'soldOut').textContent).toContain(t('beforeService.soldOut.some', { count: 1, names: name(1) }))
    expect(stateOf(drawn, 'unpriced')).toBe('wrong')
    const names = `${[1, 2, 3, 4, 5].map(name).join('; ')}; ${t('beforeService.more', { count: 2 })}`
    expect(rowOf(drawn, 'unpriced').textContent).toContain(t('beforeService.unpriced.some', { count: 7, names }))
    for (const row of ['soldOut', 'unpriced'])
      expect(within(rowOf(drawn, row)).getByRole('link').getAttribute('href')).toBe('/dashboard?tab=menu')
  })

  it.each([
    ['sends', {}, 'ok', 'beforeService.whatsapp.ok'],
    ['has no account', { configured: false }, 'unused', 'beforeService.whatsapp.unused'],
    ['is switched off', { enabled: false }, 'unused', 'beforeService.whatsapp.off'],
    ['has an old token', { state: 'stopped', reason: 'token' }, 'wrong', 'whatsapp.reasons.token'],
    ['has a wrong template', { state: 'stopped', reason: 'template' }, 'wrong', 'whatsapp.reasons.template'],
  ] as const)('says of a WhatsApp that %s what is to be done', async (_, more, stands, says) => {
    const drawn = await open({ facts: { whatsapp: { ...FINE.whatsapp, ...more } } })
    const { t, user, given } = drawn
    expect(stateOf(drawn, 'whatsapp')).toBe(stands)
    expect(rowOf(drawn, 'whatsapp').textContent).toContain(t(says))
    if (stands !== 'wrong') return
    await user.click(button(drawn, 'whatsapp', t('whatsapp.openSettings')))
    expect(given.onOpenWhatsapp).toHaveBeenCalledOnce()
  })

  it.each([
    [{ free: 61_500_000_000, total: 128_000_000_000 }, 'ok', 'free', '61 GB', '128 GB'],
    [{ free: 999_999_999, total: 8_000_000_000 }, 'look', 'little', '999 MB', '8 GB'],
    [{ free: 199_999_999, total: 8_500_000_000 }, 'wrong', 'full', '199 MB', language === 'ro' ? '8,5 GB' : '8.5 GB'],
  ] as const)('says how much room the disk has: %o', async (disk, stands, says, free, total) => {
    const drawn = await open({ facts: { disk } })
    expect(stateOf(drawn, 'disk')).toBe(stands)
    expect(rowOf(drawn, 'disk').textContent).toContain(drawn.t(`beforeService.disk.${says}`, { free, total }))
  })

  it('still tells of the device where the server does not answer, and says that of the rest it knows nothing', async () => {
    const drawn = await open()
    const { t, user } = drawn
    fakeApi.refuses(getBeforeService, 503, { message: 'The database is away.' })
    await user.click(screen.getByRole('button', { name: t('beforeService.checkAgain') }))
    await waitFor(() => expect(stateOf(drawn, 'database')).toBe('wrong'))
    expect(rowOf(drawn, 'database').textContent).toContain('The database is away.')
    expect(stateOf(drawn, 'printer')).toBe('ok')
    for (const name of ['phone', 'paused', 'soldOut', 'unpriced', 'whatsapp', 'disk']) {
      expect(stateOf(drawn, name)).toBe('unknown')
      expect(rowOf(drawn, name).textContent).toContain(t('beforeService.noAnswer'))
    }
  })
})
