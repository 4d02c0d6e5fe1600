import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import { changePrinter, getPrinters, type Printer } from '#shared/contracts/printers.ts'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { queryClient } from '../../lib/api/query.ts'
import { openDialog, openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'

const CATEGORIES: MenuCategory[] = [
  { id: 1, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true, vatRate: 11 },
  { id: 2, name: 'Wines', nameRo: 'Vinuri', position: 2, isActive: true, hasItems: true },
  { id: 3, name: 'Empty', nameRo: 'Goală', position: 3, isActive: true, hasItems: false },
]
const PROFILE = {
  ...{ groups: { 11: 2, 21: 1 }, depositGroup: null, tipGroup: 4, articleGroup: 1, codes: { 1: 1, 2: 2, 3: 4 } },
  ...{ nameMax: 36, withTaxNumber: true },
}
const DEVICE = {
  ...{ id: 4, kind: 'fiscal', name: 'Datecs', address: null, port: 9100, columns: 48, mode: 'image', stations: [] },
  ...{ documents: [], fallbackId: null, isActive: true, answers: true, state: 'offline', lastAt: null, seenAt: null },
  ...{ waiting: 0, waitingSince: null, jobs: [], profile: PROFILE },
} satisfies Printer
const PAYMENTS: Partial<Settings> = { payments: true, paymentMethods: [...DEFAULT_METHODS], cashRounding: 0 }

beforeEach(() => {
  queryClient.clear()
  fakeApi.answers(getMenu, [])
})

describe('the settings of fiscal receipts', () => {
  const open = async (
    printers: Printer[],
    categories = CATEGORIES,
    settings: Partial<Settings> = PAYMENTS,
    language: 'en' | 'ro' = 'en',
  ) => {
    fakeApi.answers(getPrinters, printers)
    fakeApi.answers(getCategories, categories)
    const opened = await openSettingsAt('fiscal', language, settings)
    const { t, user } = opened
    await screen.findByRole('list', { name: t('fiscalSteps.label') })
    const step = (name: 'payments' | 'rates' | 'device' | 'connector') =>
      screen.getByRole('listitem', { name: t(name === 'payments' ? 'settings.tabs.payments' : `fiscalSteps.${name}`) })
    const steps = () =>
      (['payments', 'rates', 'device', 'connector'] as const).filter((name) =>
        within(step(name)).queryByText(t('fiscalSteps.done')),
      )
    return {
      ...opened,
      step,
      steps,
      follow: (name: Parameters<typeof step>[0], label: string) =>
        user.click(within(step(name)).getByText(label, { selector: 'button, a' })),
    }
  }

  it.each(['en', 'ro'] as const)('name what each step lacks, with the way to it, in %s', async (language) => {
    const settings = { ...PAYMENTS, payments: false, cashRounding: 5 as const }
    const { t, step, steps, follow, show } = await open([], CATEGORIES, settings, language)
    expect(steps()).toEqual([])
    expect(step('payments').textContent).toContain(
      t('fiscalDevice.lacking', { what: `${t('fiscal.missing.payments')}; ${t('fiscal.missing.rounding')}` }),
    )
    expect(step('rates').textContent).toContain(language === 'en' ? 'Wines' : 'Vinuri')
    expect(step('rates').textContent).not.toContain(language === 'en' ? 'Empty' : 'Goală')
    await follow('payments', t('settings.tabs.payments'))
    expect(await screen.findByText(t('settings.payments.hasHint'))).toBeDefined()
    await show('fiscal')
    await follow('device', t('fiscalSteps.addDevice'))
    const form = await dialog(t('printers.add'))
    expect(await form.findByText(t('fiscalDevice.groups'))).toBeDefined()
  })

  it('tick what is there: a device with all codes, and its connector once it asks', async () => {
    const rated = CATEGORIES.map((one) => ({ ...one, vatRate: 11 }))
    const seen = { ...DEVICE, state: 'ready' as const, seenAt: '2026-01-02T10:00:00.000Z' }
    const { unmount, steps } = await open([seen], rated)
    expect(steps()).toEqual(['payments', 'rates', 'device', 'connector'])
    unmount()
    queryClient.clear()
    const codes = { ...DEVICE, profile: { ...PROFILE, codes: { 1: 1 } }, isActive: true }
    const { t, step, follow, ...second } = await open([codes])
    expect(second.steps()).toEqual(['payments'])
    for (const what of [t('fiscal.missing.none'), t('fiscal.missing.method', { name: 'Card' })])
      expect(step('device').textContent).toContain(what)
    await follow('connector', t('fiscalSteps.toConnector'))
    expect(await dialog(t('printers.bridgeOf', { name: 'Datecs' }))).toBeDefined()
  })

  it('lead to the categories, and switch the device on', async () => {
    const { t, step, follow } = await open([{ ...DEVICE, isActive: false, state: 'off' }])
    fakeApi.answers(changePrinter, DEVICE)
    fakeApi.answers(getPrinters, [DEVICE])
    expect(step('device').textContent).toContain(t('fiscal.missing.device'))
    await follow('device', t('printers.switchOn'))
    await waitFor(() => expect(fakeApi.callsOf(changePrinter).map(({ body }) => body)).toEqual([{ isActive: true }]))
    openDialog('settings', 'fiscal')
    await follow('rates', t('fiscalSteps.toCategories'))
    expect(openedDialog('settings')).toBeUndefined()
    expect(location.search).toContain('tab=menu&open=categories')
  })

  it('warn at the switch while the connector does not ask, with the way to it', async () => {
    const { t, user, flip, unmount } = await open([DEVICE])
    const way = () => screen.queryAllByRole('button', { name: t('fiscalSteps.toConnector') })[1]
    expect(screen.queryByText(t('fiscalSteps.switchedEarly'))).toBeNull()
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
    await flip(t('settings.payments.fiscal'))
    const warning = await screen.findByText(t('fiscalSteps.switchedEarly'))
    expect(scrollIntoView.mock.contexts.some((shown) => (shown as Element).contains(warning))).toBe(true)
    scrollIntoView.mockClear()
    await user.click(way() as HTMLElement)
    expect(await dialog(t('printers.bridgeOf', { name: 'Datecs' }))).toBeDefined()
    unmount()
    const seen = { ...DEVICE, seenAt: '2026-01-02T10:00:00.000Z' }
    queryClient.clear()
    const later = await open([seen], CATEGORIES, { ...PAYMENTS, fiscal: true })
    expect(await screen.findByText(t('fiscalSteps.connectorLost'))).toBeDefined()
    expect(scrollIntoView).not.toHaveBeenCalled()
    scrollIntoView.mockRestore()
    later.unmount()
    queryClient.clear()
    await open([{ ...seen, state: 'ready' }], CATEGORIES, { ...PAYMENTS, fiscal: true })
    await waitFor(() => expect(fakeApi.callsOf(getPrinters).length).toBeGreaterThan(2))
    expect(screen.queryByText(t('fiscalSteps.connectorLost'))).toBeNull()
  })

  it('say at the switch, which goes back, what the server finds missing, and give it the focus', async () => {
    const { t, flip, save, show, accept } = await open([DEVICE])
    const toggle = () => screen.getByRole('switch', { name: t('settings.payments.fiscal') })
    const message = 'Fiscal receipts first need: the group of the deposit'
    const missing = [{ what: 'deposit' as const, name: '' }]
    fakeApi.refuses(changeSettings, 400, { code: 'fiscal_missing', message, missing })
    await flip(t('settings.payments.fiscal'))
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(toggle()))
    expect(toggle().getAttribute('aria-invalid')).toBe('true')
    expect(toggle().getAttribute('aria-checked')).toBe('false')
    expect(bodies()).toEqual([{ fiscal: true }])
    await show('payments')
    expect(screen.queryByText(t('drafts.kept'))).toBeNull()
    accept()
    await flip(t('settings.payments.has'))
    await save()
    await waitFor(() => expect(bodies().at(-1)).toEqual({ payments: false }))
  })
})
