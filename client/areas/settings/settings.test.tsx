import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { getPrinters } from '#shared/contracts/printers.ts'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { chooseLanguage } from '../../lib/words/load-words.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { fakeApi, render, SETTINGS, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { language } from '../../ui/translation.ts'
import { PauseMenu, usePausedNotice } from './banners.tsx'

const TABS = [
  'users',
  'language',
  'currency',
  'whatsapp',
  'restaurant',
  'hours',
  'reservations',
  'payments',
  'fiscal',
  'printers',
  'data',
] as const

function Strip() {
  const notice = usePausedNotice()
  return <StatusStrip notices={notice ? [notice] : []} />
}

describe('the settings dialog', () => {
  const open = (settings?: Partial<Settings>) => openSettingsAt('users', 'en', settings)

  it('has eleven tabs, the specification’s four first, and shows the content of each', async () => {
    // The steps of fiscal receipts, if another test in this worker has loaded them.
    for (const endpoint of [getCategories, getMenu, getPrinters]) fakeApi.answers(endpoint, [])
    const { user, t, form } = await open()
    expect(form.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
      TABS.map((tab) => t(`settings.tabs.${tab}`)),
    )
    const contents = {
      users: 'Ana',
      language: t('settings.languageHint'),
      currency: t('settings.currencyHint'),
      printers: 'Star',
      whatsapp: t('whatsapp.notConfigured'),
      restaurant: t('settings.restaurantHint'),
      hours: t('settings.hours.hasHint'),
      reservations: t('settings.reservations.onHint'),
      payments: t('settings.payments.hasHint'),
      fiscal: t('settings.payments.fiscalHint'),
      data: 'Backups',
    }
    for (const tab of TABS) {
      await user.click(form.getByRole('tab', { name: t(`settings.tabs.${tab}`) }))
      expect(await form.findByText(contents[tab])).toBeDefined()
      // The last part of the last tab, rendered only while that is open.
      expect(form.queryAllByText('Backups')).toHaveLength(tab === 'data' ? 1 : 0)
      expect(form.queryByRole('switch', { name: t('tables.calls.label') }) !== null).toBe(tab === 'restaurant')
    }
  })

  it('shows each tab from its start, however far the last one was scrolled', async () => {
    const { t, form, show } = await open()
    await show('restaurant')
    const scrolled = form.getByRole('tablist', { name: t('settings.sections') }).closest('.overflow-y-auto')
    if (!scrolled) throw new Error('not rendered')
    scrolled.scrollTop = 300
    await show('hours')
    expect(scrolled.scrollTop).toBe(0)
  })

  it('lists its tabs on a phone, shows one at a time, and leads back to the one that was open', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    const { user, t, form, show } = await openSettingsAt('first', 'en')
    expect(form.getAllByRole('tab')).toHaveLength(11)
    expect(form.queryByRole('tabpanel')).toBeNull()
    await show('hours')
    const title = `${t('dashboard.settings')} · ${t('settings.tabs.hours')}`
    const hours = within(await screen.findByRole('dialog', { name: title }))
    expect(hours.getByText(t('settings.hours.hasHint'))).toBeDefined()
    expect(hours.getByRole('tablist', { hidden: true }).className).toContain('hidden')
    const back = hours.getByRole('button', { name: t('settings.toList') })
    await waitFor(() => expect(document.activeElement).toBe(back))
    await user.click(back)
    expect(hours.queryByRole('tabpanel')).toBeNull()
    expect(form.queryByRole('button', { name: t('settings.toList') })).toBeNull()
    const tab = form.getByRole('tab', { name: t('settings.tabs.hours') })
    await waitFor(() => expect(document.activeElement).toBe(tab))
  })

  it('saves what was changed in the tab in sight, and keeps what was typed in another one there', async () => {
    const { user, t, form, show, flip, save, accept } = await open({ businessDayStart: '04:00', suggestions: true })
    const restored = () => form.queryByText(t('drafts.restored'))
    await show('whatsapp')
    await user.fill(form.getByRole('textbox', { name: t('settings.ownerPhoneNumber') }), '4071')
    await show('restaurant')
    expect(await screen.findByText(t('drafts.kept'))).toBeDefined()
    expect(restored()).toBeNull()
    await user.fill(form.getByRole('textbox', { name: t('settings.restaurantName') }), 'La Conac')
    for (const name of ['suggestions', 'deliveryNote'] as const) await flip(t(`settings.${name}.label`))
    accept({ restaurantName: 'La Conac' })
    await save()
    const changed = { restaurantName: 'La Conac', suggestions: false, deliveryNote: false }
    await waitFor(() => expect(bodies()).toEqual([changed]))
    await show('whatsapp')
    expect(restored()).not.toBeNull()
    expect(form.getByRole('textbox', { name: t('settings.ownerPhoneNumber') })).toHaveProperty('value', '4071')
  })

  it.each([
    ['what is wrong there', undefined],
    ['what the server refuses there', 'Nu acesta'],
  ])('says once, at the field, %s, and saves another tab nevertheless', async (_, refusal) => {
    const issues = [{ path: 'ownerPhoneNumber', message: refusal ?? '' }]
    fakeApi.refuses(changeSettings, 400, { message: 'Nu', issues })
    const { user, t, form, show, save, accept } = await open({ businessDayStart: '04:00' })
    await show('whatsapp')
    const number = form.getByRole('textbox', { name: t('settings.ownerPhoneNumber') })
    await user.fill(number, refusal ? '40712345678' : '4071')
    await save()
    await waitFor(() => expect(textBelow(number)).toBe(refusal ?? t('validation.phoneNumberFormat')))
    await waitFor(() => expect(document.activeElement).toBe(number))
    expect(screen.queryAllByText(t('settings.updateFailed'))).toHaveLength(0)
    expect(bodies()).toHaveLength(refusal ? 1 : 0)
    await show('restaurant')
    await user.fill(form.getByRole('textbox', { name: t('settings.restaurantName') }), 'La Conac')
    accept({ restaurantName: 'La Conac' })
    await save()
    await waitFor(() => expect(bodies().at(-1)).toEqual({ restaurantName: 'La Conac' }))
    expect(form.getByRole('tab', { selected: true }).textContent).toBe(t('settings.tabs.restaurant'))
  })

  it.each([
    ['restaurant', 'publicAddress'],
    ['hours', 'openingHours'],
    ['reservations', 'reservations'],
    ['payments', 'payments'],
  ] as const)('says once, in %s, what the server refuses of %s', async (tab, path) => {
    fakeApi.refuses(changeSettings, 400, { message: 'Nu', issues: [{ path, message: 'Nu acesta' }] })
    const hours = { openingHours: { weekly: [], exceptions: [] }, lastOrderMinutes: 0 }
    const { t, form, show, flip, save } = await open({ payments: true, businessDayStart: '04:00', ...hours })
    await show(tab)
    const name = form.getAllByRole('switch')[0]?.getAttribute('aria-labelledby') ?? ''
    await flip(document.getElementById(name)?.textContent ?? '')
    await save()
    expect(await screen.findAllByText('Nu acesta')).toHaveLength(1)
    expect(screen.queryAllByText(t('settings.updateFailed'))).toHaveLength(0)
  })

  it('changes the currency, and explains that no price is converted', async () => {
    const { user, t, form, show, save, accept } = await open()
    accept({ currency: 'eur' })
    await show('currency')
    expect(await form.findByText(t('settings.currencyHint'))).toBeDefined()
    await user.click(form.getByRole('combobox', { name: t('settings.tabs.currency') }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Lei', 'Euro'])
    await user.click(screen.getByRole('option', { name: 'Euro' }))
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ currency: 'eur' }]))
  })
})

it('the currency stays while the day is open, and a toast says why', async () => {
  fakeApi.refuses(changeSettings, 409, { code: 'day_open', message: 'Close the day first' })
  const { user, t, save } = await openSettingsAt('currency', 'en')
  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByRole('option', { name: 'Euro' }))
  await save()
  expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
  expect(screen.getByText('Close the day first')).toBeDefined()
})

describe('pausing orders', () => {
  const open = async (settings?: Partial<Settings>) => {
    const rendered = render(<PauseMenu />, { settings })
    await rendered.user.click(screen.getByRole('button', { name: rendered.t('kitchen.menu.pause') }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    return { ...rendered, items }
  }
  const NOW = new Date('2026-11-21T19:25:00.000Z')
  afterEach(() => {
    setServerTime(new Date().toUTCString())
    vi.useRealTimers()
  })

  it('is offered for 15, 30 or 60 minutes, or until resumed', async () => {
    fakeApi.answers(changeSettings, { ...SETTINGS, ordersPaused: true })
    const { user, t, items } = await open()
    const minutes = (count: number) => t('dashboard.pauseFor', { count })
    expect(items).toEqual([minutes(15), minutes(30), minutes(60), t('kitchen.menu.untilResumed')])
    await user.click(screen.getByRole('menuitem', { name: t('kitchen.menu.untilResumed') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: true, ordersPausedUntil: null }]))
  })

  it('calculates its end by the server’s clock, even if the tablet’s clock is wrong', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00.000Z') })
    setServerTime(NOW.toUTCString())
    fakeApi.answers(changeSettings, { ...SETTINGS, ordersPaused: true })
    const { user, t } = await open()
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.pauseFor', { count: 15 }) }))
    await waitFor(() =>
      expect(bodies()).toEqual([{ ordersPaused: true, ordersPausedUntil: '2026-11-21T19:40:00.000Z' }]),
    )
  })

  it('can be ended in the menu as well', async () => {
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t, items } = await open({ ordersPaused: true })
    expect(items).toHaveLength(5)
    await user.click(screen.getByRole('menuitem', { name: t('kitchen.menu.resume') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: false }]))
  })

  it('shows a banner with a button to resume orders', async () => {
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t } = render(<Strip />, { settings: { ordersPaused: true } })
    expect(screen.getByRole('status').textContent).toBe(`${t('kitchen.menu.isPaused')} ${t('dashboard.pauseMeans')} `)
    await user.click(screen.getByRole('button', { name: t('kitchen.menu.resume') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: false }]))
  })

  it('shows the end of the pause and the minutes until then', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00.000Z') })
    setServerTime(NOW.toUTCString())
    const paused = { ordersPaused: true, ordersPausedUntil: '2026-11-21T19:40:00.000Z' }
    const { t } = render(<Strip />, { settings: paused })
    expect(screen.getByText(t('dashboard.pausedUntil', { time: '21:40' }))).toBeDefined()
    expect(screen.getByText(`(${t('tables.minutesLeft', { minutes: 15 }).replace('\u00a0', ' ')})`)).toBeDefined()
  })

  it('hides the remaining minutes when the end has passed, with or without a connection', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    setServerTime(NOW.toUTCString())
    const paused = { ordersPaused: true, ordersPausedUntil: NOW.toISOString() }
    const { t } = render(<Strip />, { settings: paused })
    expect(screen.getByText(t('dashboard.pausedUntil', { time: '21:25' }))).toBeDefined()
    expect(screen.queryByText(`(${t('tables.minutesLeft', { minutes: 1 }).replace('\u00a0', ' ')})`)).toBeNull()
  })

  it('shows an error if the pause could not be saved', async () => {
    fakeApi.refuses(changeSettings, 500, { message: 'The till is on fire' })
    const { user, t } = await open()
    await user.click(screen.getByRole('menuitem', { name: t('kitchen.menu.untilResumed') }))
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    expect(screen.getByText(t('settings.updateFailed'))).toBeDefined()
  })
})

describe('choosing the restaurant’s language', () => {
  const CHOICE = 'masa.language'
  // Tests of other files in this worker may have chosen one, also without storage.
  beforeEach(async () => {
    await chooseLanguage('en')
    localStorage.removeItem(CHOICE)
  })
  const chooseRomanian = async () => {
    const { user, t, form, save, accept } = await openSettingsAt('language', 'en', { language: 'en' })
    accept({ language: 'ro' })
    await user.click(form.getByRole('combobox', { name: t('settings.languageLabel') }))
    await user.click(await screen.findByRole('option', { name: 'Română' }))
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ language: 'ro' }]))
    return { user, form }
  }

  it('makes it this browser’s choice if it had none', async () => {
    await chooseRomanian()
    await waitFor(() => expect(language).toBe('ro'))
    expect(localStorage.getItem(CHOICE)).toBe('ro')
  })

  it('leaves the language that an owner has chosen for the dashboard, which has its own switch', async () => {
    await chooseLanguage('en')
    const { user, form } = await chooseRomanian()
    expect([language, localStorage.getItem(CHOICE)]).toEqual(['en', 'en'])
    await user.click(form.getByRole('button', { name: 'Română' }))
    await waitFor(() => expect(language).toBe('ro'))
    expect(localStorage.getItem(CHOICE)).toBe('ro')
    localStorage.removeItem(CHOICE)
  })
})
