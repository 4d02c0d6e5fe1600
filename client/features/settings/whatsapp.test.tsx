import { describe, expect, it, vi } from 'vitest'
import { getWhatsapp, testWhatsapp, WHATSAPP_REASONS, type Whatsapp } from '#shared/contracts/whatsapp.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { serviceKey } from '../../entities/service/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { NOT_CONFIGURED } from '../../testing/samples.ts'
import { WhatsappBanner } from './whatsapp-banner.tsx'
import { WhatsappState } from './whatsapp-state.tsx'

const OK: Whatsapp = { ...NOT_CONFIGURED, configured: true }
const STOPPED: Whatsapp = { ...OK, state: 'stopped', reason: 'token', waiting: 3 }
const AT = '2026-11-21T17:30:00.000Z'
const OWNERS = { ownerPhoneNumber: '40712345678' }
/** What CHANGED `service` does. */
const changed = (now: Whatsapp) => {
  fakeApi.answers(getWhatsapp, now)
  return act(() => queryClient.invalidateQueries({ queryKey: serviceKey }))
}

describe.each(LANGUAGES)('the state of WhatsApp (%s)', (language) => {
  const open = async (now: Whatsapp, settings: object = {}) => {
    fakeApi.answers(getWhatsapp, now)
    const drawn = render(<WhatsappState />, { language, settings: { ...OWNERS, ...settings } })
    expect(screen.getByRole('status').textContent).toBe(drawn.t('whatsapp.loading'))
    await screen.findByRole('region', { name: drawn.t('whatsapp.state') })
    return { ...drawn, test: () => screen.queryByRole('button', { name: drawn.t('whatsapp.test') }) }
  }

  it('without an account: nothing is sent, and where it is said how to connect one', async () => {
    const { t, test } = await open(NOT_CONFIGURED)
    expect(screen.getByText(t('whatsapp.notConfigured'))).toBeDefined()
    expect(screen.getByText(t('whatsapp.howToConnect')).textContent).toContain('docs/running.md')
    expect(test()).toBeNull()
  })

  it('connected: when a message was accepted last, and what waits', async () => {
    const { t } = await open({ ...OK, lastAt: AT, waiting: 2 })
    expect(screen.getByText(t('whatsapp.connected'))).toBeDefined()
    const moment = formatMoment(AT, 'Europe/Bucharest', language)
    expect(moment).toBe(language === 'ro' ? '21 nov 2026, 19:30' : '21 Nov 2026, 19:30')
    expect(screen.getByText(t('whatsapp.lastAccepted', { moment }))).toBeDefined()
    expect(screen.getByText(t('whatsapp.waiting', { count: 2 }))).toBeDefined()
    expect(document.body.textContent).not.toMatch(/deliver|livrat/i)
    for (const none of ['whatsapp.noneYet', 'whatsapp.switchedOff', 'whatsapp.noNumber', 'whatsapp.stopped'] as const)
      expect(screen.queryByText(t(none))).toBeNull()
  })

  it('connected, with nothing accepted yet, switched off and without a number', async () => {
    const { t } = await open(OK, { whatsappNotificationsEnabled: false, ownerPhoneNumber: null })
    for (const said of ['whatsapp.noneYet', 'whatsapp.switchedOff', 'whatsapp.noNumber'] as const)
      expect(screen.getByText(t(said))).toBeDefined()
    expect(screen.queryByText(t('whatsapp.waiting', { count: 0 }))).toBeNull()
  })

  it.each(WHATSAPP_REASONS)('stopped by %s: what it means, and the remedy', async (reason) => {
    const { t } = await open({ ...STOPPED, reason })
    const red = screen.getByRole('alert').textContent
    for (const said of [t('whatsapp.stopped'), t(`whatsapp.reasons.${reason}`), t(`whatsapp.remedies.${reason}`)])
      expect(red).toContain(said)
    expect(screen.getByText(t('whatsapp.waiting', { count: 3 }))).toBeDefined()
    expect(screen.queryByText(t('whatsapp.connected'))).toBeNull()
  })

  it('a test message is queued, and then accepted', async () => {
    const { t, user, test } = await open(OK)
    const release = fakeApi.holds(testWhatsapp, { ...OK, waiting: 1 })
    await user.click(test() as HTMLElement)
    await waitFor(() => expect(test()).toHaveProperty('disabled', true))
    fakeApi.answers(getWhatsapp, { ...OK, waiting: 1 })
    release()
    expect(await screen.findByText(t('whatsapp.testQueued'))).toBeDefined()
    expect(screen.getByText(t('whatsapp.waiting', { count: 1 }))).toBeDefined()
    await changed({ ...OK, lastAt: AT })
    expect(await screen.findByText(t('whatsapp.testAccepted'))).toBeDefined()
    expect(screen.queryByText(t('whatsapp.testQueued'))).toBeNull()
    expect(fakeApi.callsOf(testWhatsapp)).toHaveLength(1)
  })

  it('a test message is queued, and then stopped; one of what is stopped is tried again', async () => {
    const { t, user, test } = await open(OK)
    fakeApi.answers(testWhatsapp, { ...OK, waiting: 1 })
    await user.click(test() as HTMLElement)
    expect(await screen.findByText(t('whatsapp.testQueued'))).toBeDefined()
    await changed(STOPPED)
    expect((await screen.findByRole('alert')).textContent).toContain(t('whatsapp.reasons.token'))
    expect(screen.getByText(t('whatsapp.testTried'))).toBeDefined()
    fakeApi.answers(testWhatsapp, STOPPED)
    await user.click(test() as HTMLElement)
    await changed({ ...OK, lastAt: AT })
    expect(await screen.findByText(t('whatsapp.testAccepted'))).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    // What is stopped later is not said to be accepted.
    await changed({ ...STOPPED, lastAt: AT })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByText(t('whatsapp.testAccepted'))).toBeNull()
  })

  it('sends a test message on a day whose limit is reached, which does not lift the limit', async () => {
    const limited: Whatsapp = { ...STOPPED, reason: 'daily_limit' }
    const { t, user, test } = await open(limited)
    fakeApi.answers(testWhatsapp, { ...limited, waiting: 4 })
    await user.click(test() as HTMLElement)
    expect(await screen.findByText(t('whatsapp.testQueued'))).toBeDefined()
    await changed({ ...limited, lastAt: AT })
    expect(await screen.findByText(t('whatsapp.testAccepted'))).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain(t('whatsapp.remedies.daily_limit'))
  })

  it('a test message is refused in the server’s words', async () => {
    fakeApi.refuses(testWhatsapp, 409, { code: 'whatsapp_no_number', message: 'Întâi numărul' })
    const { t, user, test } = await open(OK, { ownerPhoneNumber: null })
    await user.click(test() as HTMLElement)
    expect(await screen.findByText(t('whatsapp.testFailed'))).toBeDefined()
    expect(screen.getByText('Întâi numărul')).toBeDefined()
    expect(screen.queryByText(t('whatsapp.testQueued'))).toBeNull()
    expect(test()).toHaveProperty('disabled', false)
  })

  it('that cannot be known: why, and the way to try again', async () => {
    fakeApi.refuses(getWhatsapp, 400, { message: 'Nu acum' })
    const { t, user } = render(<WhatsappState />, { language, settings: OWNERS })
    expect(await screen.findByText('Nu acum')).toBeDefined()
    fakeApi.answers(getWhatsapp, OK)
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('whatsapp.connected'))).toBeDefined()
  })
})

describe.each(LANGUAGES)('the red banner (%s)', (language) => {
  const open = (now: Whatsapp, settings: object = {}) => {
    fakeApi.answers(getWhatsapp, now)
    const onOpenSettings = vi.fn()
    const drawn = render(<WhatsappBanner onOpenSettings={onOpenSettings} />, { language, settings })
    return { ...drawn, onOpenSettings }
  }
  const answered = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))

  it.each(WHATSAPP_REASONS)('says why messages are stopped (%s), and leads to the settings', async (reason) => {
    const { t, user, onOpenSettings } = open({ ...STOPPED, reason })
    const red = (await screen.findByRole('alert')).textContent
    expect(red).toContain(t('whatsapp.stopped'))
    expect(red).toContain(t(`whatsapp.reasons.${reason}`))
    await user.click(screen.getByRole('button', { name: t('whatsapp.openSettings') }))
    expect(onOpenSettings).toHaveBeenCalledOnce()
    await changed(OK)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each([
    ['without an account', NOT_CONFIGURED, {}],
    ['without an account any more', { ...STOPPED, configured: false }, {}],
    ['while messages are accepted', OK, {}],
    ['where nobody wants them', STOPPED, { whatsappNotificationsEnabled: false }],
  ])('is not there %s', async (_, now, settings) => {
    open(now, settings)
    await answered()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is not there where nothing is known', async () => {
    fakeApi.refuses(getWhatsapp, 400, { message: 'Nu acum' })
    render(<WhatsappBanner onOpenSettings={() => {}} />, { language })
    await answered()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
