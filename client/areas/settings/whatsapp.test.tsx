import { describe, expect, it, vi } from 'vitest'
import { getWhatsapp, testWhatsapp, WHATSAPP_REASONS, type Whatsapp } from '#shared/contracts/whatsapp.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { queryClient } from '../../lib/api/query.ts'
import { serviceKey } from '../../lib/settings/change-settings.tsx'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { NOT_CONFIGURED } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { useWhatsappNotice } from './banners.tsx'
import { WhatsappState } from './whatsapp-settings.tsx'

const OK: Whatsapp = { ...NOT_CONFIGURED, configured: true }
const STOPPED: Whatsapp = { ...OK, state: 'stopped', reason: 'token', waiting: 3 }
const AT = '2026-11-21T17:30:00.000Z'
const WITH_NUMBER = { ownerPhoneNumber: '40712345678' }
/** Changes the state on the server, and makes the page refetch it, as a CHANGED frame for `service` does. */
const changeState = (state: Whatsapp) => {
  fakeApi.answers(getWhatsapp, state)
  return act(() => queryClient.invalidateQueries({ queryKey: serviceKey }))
}

describe('the state of WhatsApp', () => {
  const open = async (state: Whatsapp, settings: object = {}) => {
    fakeApi.answers(getWhatsapp, state)
    const rendered = render(<WhatsappState />, { settings: { ...WITH_NUMBER, ...settings } })
    expect(screen.getByRole('status').textContent).toBe(rendered.t('whatsapp.loading'))
    await screen.findByRole('region', { name: rendered.t('whatsapp.state') })
    return { ...rendered, test: () => screen.queryByRole('button', { name: rendered.t('whatsapp.test') }) }
  }

  it('shows, if no account is configured, that nothing is sent and where the setup is described', async () => {
    const { t, test } = await open(NOT_CONFIGURED)
    expect(screen.getByText(t('whatsapp.notConfigured'))).toBeDefined()
    const guide = screen.getByRole('link', { name: new RegExp(t('whatsapp.howToConnect')) })
    expect(guide.getAttribute('href')).toContain('WhatsApp')
    expect(test()).toBeNull()
  })

  it('shows when WhatsApp accepted the last message, and the number of waiting messages', async () => {
    const { t } = await open({ ...OK, lastAt: AT, waiting: 2 })
    expect(screen.getByText(t('whatsapp.connected'))).toBeDefined()
    const moment = formatMoment(AT, 'Europe/Bucharest', 'en')
    expect(moment).toBe('21 Nov 2026, 19:30')
    expect(screen.getByText(t('whatsapp.lastAccepted', { moment }))).toBeDefined()
    expect(screen.getByText(t('whatsapp.waiting', { count: 2 }))).toBeDefined()
    expect(document.body.textContent).not.toMatch(/deliver|livrat/i)
    for (const key of ['whatsapp.noneYet', 'whatsapp.switchedOff', 'whatsapp.noNumber', 'whatsapp.stopped'] as const)
      expect(screen.queryByText(t(key))).toBeNull()
  })

  it('shows that no message was accepted yet, that messages are off, and that the number is missing', async () => {
    const { t } = await open(OK, { whatsappNotificationsEnabled: false, ownerPhoneNumber: null })
    for (const key of ['whatsapp.noneYet', 'whatsapp.switchedOff', 'whatsapp.noNumber'] as const)
      expect(screen.getByText(t(key))).toBeDefined()
    expect(screen.queryByText(t('whatsapp.waiting', { count: 0 }))).toBeNull()
  })

  it.each(WHATSAPP_REASONS)('shows the meaning and the remedy of the reason %s', async (reason) => {
    const { t } = await open({ ...STOPPED, reason })
    const alertText = screen.getByRole('alert').textContent
    for (const text of [t('whatsapp.stopped'), t(`whatsapp.reasons.${reason}`), t(`whatsapp.remedies.${reason}`)])
      expect(alertText).toContain(text)
    expect(screen.getByText(t('whatsapp.waiting', { count: 3 }))).toBeDefined()
    expect(screen.queryByText(t('whatsapp.connected'))).toBeNull()
  })

  it('queues a test message, and shows when one was accepted', async () => {
    const { t, user, test } = await open(OK)
    const release = fakeApi.holds(testWhatsapp, { ...OK, waiting: 1 })
    await user.click(test() as HTMLElement)
    await waitFor(() => expect(test()).toHaveProperty('disabled', true))
    fakeApi.answers(getWhatsapp, { ...OK, waiting: 1 })
    release()
    expect(await screen.findByText(t('whatsapp.testQueued'))).toBeDefined()
    expect(screen.getByText(t('whatsapp.waiting', { count: 1 }))).toBeDefined()
    await changeState({ ...OK, lastAt: AT })
    const moment = formatMoment(AT, 'Europe/Bucharest', 'en')
    expect(await screen.findByText(t('whatsapp.lastAccepted', { moment }))).toBeDefined()
    expect(fakeApi.callsOf(testWhatsapp)).toHaveLength(1)
  })

  it('shows the server’s message if it rejects a test', async () => {
    fakeApi.refuses(testWhatsapp, 409, { code: 'whatsapp_no_number', message: 'Întâi numărul' })
    const { t, user, test } = await open(OK, { ownerPhoneNumber: null })
    await user.click(test() as HTMLElement)
    expect(await screen.findByText(t('whatsapp.testFailed'))).toBeDefined()
    expect(screen.getByText('Întâi numărul')).toBeDefined()
    expect(screen.queryByText(t('whatsapp.testQueued'))).toBeNull()
    expect(test()).toHaveProperty('disabled', false)
  })

  it('shows an error if the state could not be loaded, with a button to retry', async () => {
    fakeApi.refuses(getWhatsapp, 400, { message: 'Nu acum' })
    const { t, user } = render(<WhatsappState />, { settings: WITH_NUMBER })
    expect(await screen.findByText('Nu acum')).toBeDefined()
    fakeApi.answers(getWhatsapp, OK)
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('whatsapp.connected'))).toBeDefined()
  })
})

function Strip({ onOpenSettings }: { onOpenSettings: () => void }) {
  const notice = useWhatsappNotice(onOpenSettings)
  return <StatusStrip notices={notice ? [notice] : []} />
}

describe('the notice about stopped messages', () => {
  const open = (state: Whatsapp, settings: object = {}) => {
    fakeApi.answers(getWhatsapp, state)
    const onOpenSettings = vi.fn()
    const rendered = render(<Strip onOpenSettings={onOpenSettings} />, { settings })
    return { ...rendered, onOpenSettings }
  }
  const waitUntilFetched = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))

  it.each(WHATSAPP_REASONS)('shows the reason %s, with a button that opens the settings', async (reason) => {
    const { t, user, onOpenSettings } = open({ ...STOPPED, reason })
    const alertText = (await screen.findByRole('alert')).textContent
    expect(alertText).toContain(t('whatsapp.stopped'))
    await user.click(screen.getByRole('button', { name: t('live.more') }))
    expect(screen.getByText(t(`whatsapp.reasons.${reason}`))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('whatsapp.openSettings') }))
    expect(onOpenSettings).toHaveBeenCalledOnce()
    await changeState(OK)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each([
    ['without an account', NOT_CONFIGURED, {}],
    ['without an account after one was removed', { ...STOPPED, configured: false }, {}],
    ['while messages are accepted', OK, {}],
    ['while messages are switched off', STOPPED, { whatsappNotificationsEnabled: false }],
  ])('is hidden %s', async (_, state, settings) => {
    open(state, settings)
    await waitUntilFetched()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is hidden if the state could not be loaded', async () => {
    fakeApi.refuses(getWhatsapp, 400, { message: 'Nu acum' })
    render(<Strip onOpenSettings={() => {}} />)
    await waitUntilFetched()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
