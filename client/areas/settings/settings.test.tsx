import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { storeLanguage } from '../../lib/words/language.ts'
import { dialog, fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { NOT_CONFIGURED } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { i18n } from '../../ui/translation.ts'
import { PauseMenu, usePausedNotice } from './banners.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const TABS = [
  'users',
  'language',
  'currency',
  'whatsapp',
  'restaurant',
  'hours',
  'payments',
  'printers',
  'data',
] as const
beforeEach(() => {
  fakeApi.answers(getWhatsapp, NOT_CONFIGURED)
  fakeApi.answers(getTableAddresses, { publicUrl: null, isFixed: false, network: [] })
})
const bodies = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)

function Strip() {
  const notice = usePausedNotice()
  return <StatusStrip notices={notice ? [notice] : []} />
}

describe.each(LANGUAGES)('the settings dialog (%s)', (language) => {
  const open = async (settings?: Settings) => {
    const rendered = render(
      <SettingsDialog open onOpenChange={() => {}} users="Ana, Ion" printers="Bar, Grill" backups="Backups" />,
      {
        language,
        settings,
      },
    )
    return { ...rendered, form: await dialog(rendered.t('dashboard.settings')) }
  }

  it('has nine tabs, the specification’s four first, and shows the content of each', async () => {
    const { user, t, form } = await open()
    expect(form.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
      TABS.map((tab) => t(`settings.tabs.${tab}`)),
    )
    const contents = {
      users: 'Ana, Ion',
      language: t('settings.languageHint'),
      currency: t('settings.currencyHint'),
      printers: 'Bar, Grill',
      whatsapp: t('whatsapp.notConfigured'),
      restaurant: t('settings.restaurantHint'),
      hours: t('settings.hours.hasHint'),
      payments: t('settings.payments.hasHint'),
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

  it('keeps the input of a tab while another one is open', async () => {
    const { user, t, form } = await open()
    const show = (tab: (typeof TABS)[number]) => user.click(form.getByRole('tab', { name: t(`settings.tabs.${tab}`) }))
    await show('restaurant')
    await user.fill(form.getByRole('textbox', { name: t('settings.restaurantName') }), 'La Conac')
    await show('whatsapp')
    await user.fill(form.getByRole('textbox', { name: t('settings.ownerPhoneNumber') }), '4071')
    await show('restaurant')
    expect(form.getByRole('textbox', { name: t('settings.restaurantName') })).toHaveProperty('value', 'La Conac')
    await show('whatsapp')
    expect(form.getByRole('textbox', { name: t('settings.ownerPhoneNumber') })).toHaveProperty('value', '4071')
  })

  it('saves all forms of a tab by one button', async () => {
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t, form } = await open({ ...SETTINGS, businessDayStart: '04:00', suggestions: true })
    await user.click(form.getByRole('tab', { name: t('settings.tabs.restaurant') }))
    await user.fill(form.getByRole('textbox', { name: t('settings.restaurantName') }), 'La Conac')
    for (const name of ['suggestions', 'deliveryNote'] as const)
      await user.click(form.getByRole('switch', { name: t(`settings.${name}.label`) }))
    expect(bodies()).toEqual([])
    expect(form.getAllByRole('button', { name: t('common.save') })).toHaveLength(1)
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(bodies()).toHaveLength(2))
    const sent = [{ restaurantName: 'La Conac' }, { suggestions: false, deliveryNote: false }]
    expect(bodies()).toEqual(expect.arrayContaining(sent))
  })

  it('changes the currency, and explains that no price is converted', async () => {
    fakeApi.answers(changeSettings, { ...SETTINGS, currency: 'eur' })
    const { user, t, form } = await open()
    await user.click(form.getByRole('tab', { name: t('settings.tabs.currency') }))
    expect(await form.findByText(t('settings.currencyHint'))).toBeDefined()
    await user.click(form.getByRole('combobox', { name: t('settings.currencyLabel') }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Lei', 'Euro'])
    await user.click(screen.getByRole('option', { name: 'Euro' }))
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(bodies()).toEqual([{ currency: 'eur' }]))
  })
})

it('the currency stays while the day is open, and a toast says why', async () => {
  fakeApi.refuses(changeSettings, 409, { code: 'day_open', message: 'Close the day first' })
  const { user, t } = render(
    <SettingsDialog open firstTab="currency" onOpenChange={() => {}} users="" printers="" backups="" />,
  )
  const form = await dialog()
  await user.click(form.getByRole('combobox'))
  await user.click(screen.getByRole('option', { name: 'Euro' }))
  await user.click(form.getByRole('button', { name: t('common.save') }))
  expect(await screen.findByText(t('settings.currencyFailed'))).toBeDefined()
  expect(screen.getByText('Close the day first')).toBeDefined()
})

describe.each(LANGUAGES)('pausing orders (%s)', (language) => {
  const open = async (settings?: Partial<Settings>) => {
    const rendered = render(<PauseMenu />, { language, settings })
    await rendered.user.click(screen.getByRole('button', { name: rendered.t('dashboard.pauseOrders') }))
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
    expect(items).toEqual([minutes(15), minutes(30), minutes(60), t('dashboard.pauseUntilResumed')])
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.pauseUntilResumed') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: true, ordersPausedUntil: null }]))
  })

  it('closes for today after it has asked', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    setServerTime(NOW.toUTCString())
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t } = await open({ openingHours: { weekly: [], exceptions: [] } })
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.closeToday') }))
    const question = within(await screen.findByRole('alertdialog', { name: t('dashboard.closeTodayTitle') }))
    expect(bodies()).toEqual([])
    await user.click(question.getByRole('button', { name: t('dashboard.closeToday') }))
    const exceptions = [{ date: '2026-11-21', closed: true }]
    await waitFor(() => expect(bodies()).toEqual([{ openingHours: { weekly: [], exceptions } }]))
    expect(await screen.findByText(t('dashboard.closedToday'))).toBeDefined()
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
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.resumeOrders') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: false }]))
  })

  it('shows a banner with a button to resume orders', async () => {
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t } = render(<Strip />, { language, settings: { ordersPaused: true } })
    expect(screen.getByRole('status').textContent).toBe(`${t('dashboard.ordersPaused')} ${t('dashboard.pauseMeans')} `)
    await user.click(screen.getByRole('button', { name: t('dashboard.resumeOrders') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: false }]))
  })

  it('shows the end of the pause and the minutes until then', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00.000Z') })
    setServerTime(NOW.toUTCString())
    const paused = { ordersPaused: true, ordersPausedUntil: '2026-11-21T19:40:00.000Z' }
    const { t } = render(<Strip />, { language, settings: paused })
    expect(screen.getByText(t('dashboard.pausedUntil', { time: '21:40' }))).toBeDefined()
    expect(screen.getByText(t('dashboard.pauseLeft', { minutes: 15 }))).toBeDefined()
  })

  it('hides the remaining minutes when the end has passed, with or without a connection', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    setServerTime(NOW.toUTCString())
    const paused = { ordersPaused: true, ordersPausedUntil: NOW.toISOString() }
    const { t } = render(<Strip />, { language, settings: paused })
    expect(screen.getByText(t('dashboard.pausedUntil', { time: '21:25' }))).toBeDefined()
    expect(screen.queryByText(t('dashboard.pauseLeft', { minutes: 1 }))).toBeNull()
  })

  it('shows an error if the pause could not be saved', async () => {
    fakeApi.refuses(changeSettings, 500, { message: 'The till is on fire' })
    const { user, t } = await open()
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.pauseUntilResumed') }))
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    expect(screen.getByText(t('settings.updateFailed'))).toBeDefined()
  })
})

describe('choosing the restaurant’s language', () => {
  const CHOICE = 'masa.language'
  const chooseRomanian = async () => {
    fakeApi.answers(changeSettings, { ...SETTINGS, language: 'ro' })
    const { user, t } = render(
      <SettingsDialog open onOpenChange={() => {}} users="Ana, Ion" printers="Bar, Grill" backups="Backups" />,
      {
        settings: { language: 'en' },
      },
    )
    const form = await dialog()
    await user.click(form.getByRole('tab', { name: t('settings.tabs.language') }))
    await user.click(form.getByRole('combobox', { name: t('settings.languageLabel') }))
    await user.click(await screen.findByRole('option', { name: 'Română' }))
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(bodies()).toEqual([{ language: 'ro' }]))
    return { user, form }
  }

  // First, because a choice lasts as long as the page.
  it('makes it this browser’s choice if it had none', async () => {
    await chooseRomanian()
    await waitFor(() => expect(i18n.language).toBe('ro'))
    expect(localStorage.getItem(CHOICE)).toBe('ro')
  })

  it('leaves the language that an owner has chosen for the dashboard, which has its own switch', async () => {
    storeLanguage('en')
    const { user, form } = await chooseRomanian()
    expect([i18n.language, localStorage.getItem(CHOICE)]).toEqual(['en', 'en'])
    await user.click(form.getByRole('button', { name: 'Română' }))
    await waitFor(() => expect(i18n.language).toBe('ro'))
    expect(localStorage.getItem(CHOICE)).toBe('ro')
    localStorage.removeItem(CHOICE)
  })
})
