import i18n from 'i18next'
import { describe, expect, it } from 'vitest'
import { changeSettings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, SETTINGS, screen, waitFor } from '../../testing/render.tsx'
import { PausedBanner, PauseSwitch } from './pause-orders.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const TABS = ['users', 'language', 'currency', 'whatsapp', 'restaurant'] as const
const bodies = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)

describe.each(LANGUAGES)('the settings (%s)', (language) => {
  const open = async () => {
    const drawn = render(<SettingsDialog open onOpenChange={() => {}} users="Ana, Ion" />, { language })
    return { ...drawn, form: await dialog(drawn.t('settings.title')) }
  }

  it('have their five tabs, each of which says something', async () => {
    const { user, t, form } = await open()
    expect(form.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
      TABS.map((tab) => t(`settings.tabs.${tab}`)),
    )
    await user.click(form.getByRole('tab', { name: t('settings.tabs.users') }))
    expect(await form.findByText('Ana, Ion')).toBeDefined()
    for (const tab of ['whatsapp', 'restaurant'] as const) {
      await user.click(form.getByRole('tab', { name: t(`settings.tabs.${tab}`) }))
      expect(await form.findByText(t(`settings.toCome.${tab}`))).toBeDefined()
    }
  })

  it('change the currency, which converts nothing', async () => {
    fakeApi.answers(changeSettings, { ...SETTINGS, currency: 'eur' })
    const { user, t, form } = await open()
    await user.click(form.getByRole('tab', { name: t('settings.tabs.currency') }))
    expect(await form.findByText(t('settings.currencyHint'))).toBeDefined()
    await user.click(form.getByRole('combobox', { name: t('settings.currencyLabel') }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Lei', 'Euro'])
    await user.click(screen.getByRole('option', { name: 'Euro' }))
    await waitFor(() => expect(bodies()).toEqual([{ currency: 'eur' }]))
  })
})

describe.each(LANGUAGES)('pausing orders (%s)', (language) => {
  it('is switched on, and taken back by the banner', async () => {
    const both = (
      <>
        <PauseSwitch />
        <PausedBanner />
      </>
    )
    fakeApi.answers(changeSettings, { ...SETTINGS, ordersPaused: true })
    const { user, t } = render(both, { language })
    const toggle = screen.getByRole('switch', { name: t('dashboard.pauseOrders') })
    expect(screen.queryByRole('status')).toBeNull()
    await user.click(toggle)
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: true }]))
  })

  it('says in its banner that orders are paused, and takes them again', async () => {
    fakeApi.answers(changeSettings, SETTINGS)
    const { user, t } = render(<PausedBanner />, { language, settings: { ordersPaused: true } })
    expect(screen.getByText(t('dashboard.ordersPaused'))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('dashboard.resumeOrders') }))
    await waitFor(() => expect(bodies()).toEqual([{ ordersPaused: false }]))
  })

  it('says that it could not be saved, and shows what holds', async () => {
    fakeApi.refuses(changeSettings, 500, { message: 'The till is on fire' })
    const { user, t } = render(<PauseSwitch />, { language })
    await user.click(screen.getByRole('switch', { name: t('dashboard.pauseOrders') }))
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    expect(screen.getByText(t('settings.updateFailed'))).toBeDefined()
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  })
})

it('speaks the language that was chosen', async () => {
  fakeApi.answers(changeSettings, { ...SETTINGS, language: 'ro' })
  const { user, t } = render(<SettingsDialog open onOpenChange={() => {}} users="Ana, Ion" />, {
    settings: { language: 'en' },
  })
  await user.click((await dialog()).getByRole('combobox', { name: t('settings.languageLabel') }))
  await user.click(await screen.findByRole('option', { name: 'Română' }))
  await waitFor(() => expect(i18n.language).toBe('ro'))
  expect(bodies()).toEqual([{ language: 'ro' }])
})
