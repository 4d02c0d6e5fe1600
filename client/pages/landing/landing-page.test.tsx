import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getCurrentUser, getSetup } from '#shared/contracts/accounts.ts'
import { getMyReservation } from '#shared/contracts/reservations.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { serverNow, setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { ALWAYS_OPEN, sampleReservation } from '../../testing/samples.ts'
import LandingPage from './index.tsx'

describe.each(LANGUAGES)('the landing page (%s)', (language) => {
  it('says before all else that there is no owner, and leads to the owner’s account', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getSetup, { needsOwner: true })
    const { t } = render(<LandingPage />, { language, settings: { restaurantName: null } })
    expect(await screen.findByRole('heading', { level: 1, name: t('auth.firstOwner.title') })).toBeDefined()
    expect(screen.getByText(t('auth.firstOwner.none'))).toBeDefined()
    const [first] = screen.getAllByRole('link')
    expect([first?.textContent, first?.getAttribute('href')]).toEqual([t('auth.firstOwner.title'), '/auth'])
    // What the specification puts there stays.
    expect(screen.getByRole('link', { name: t('landing.viewMenu') })).toBeDefined()
    expect(await screen.findByRole('link', { name: t('landing.login') })).toBeDefined()
  })

  it('of a restaurant with a name does not ask whether there is an owner', async () => {
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    const { t } = render(<LandingPage />, { language, settings: { restaurantName: 'La Conac' } })
    expect(await screen.findByRole('link', { name: t('landing.login') })).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('landing.welcome', { name: 'La Conac' }))
    expect(fakeApi.callsOf(getSetup)).toEqual([])
  })

  it('leads to the page of reservations only while guests can reserve', async () => {
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    const { t, unmount } = render(<LandingPage />, { language, settings: { restaurantName: 'La Conac' } })
    await screen.findByRole('link', { name: t('landing.login') })
    expect(screen.queryByRole('link', { name: t('menu.reserve') })).toBeNull()
    unmount()
    const hours = { open: true, lastOrders: false, until: null, opensAt: null, today: [], reservations: true }
    const settings = { restaurantName: 'La Conac' }
    render(<LandingPage />, { language, settings, hours: { ...hours, pickup: { on: false, asap: false } } })
    expect((await screen.findByRole('link', { name: t('menu.reserve') })).getAttribute('href')).toBe('/reserve')
    // Before staff's sign-in.
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(links.indexOf(t('menu.reserve'))).toBeLessThan(links.indexOf(t('landing.login')))
  })

  it.each(['confirmed', 'asked', 'cancelled', 'unknown'] as const)(
    'leads to the reservation that this phone keeps once the server knows it as %s',
    async (status) => {
      const at = '2031-11-24T18:00:00.000Z'
      localStorage.setItem('masa.reservations', JSON.stringify({ version: 1, value: [{ token: 'abc', at }] }))
      fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
      if (status === 'unknown') fakeApi.refuses(getMyReservation, 404, { message: 'Not found' })
      else fakeApi.answers(getMyReservation, { ...sampleReservation({ at }), status })
      const { t } = render(<LandingPage />, { language, settings: { restaurantName: 'La Conac' } })
      await waitFor(() => expect(fakeApi.callsOf(getMyReservation)).toHaveLength(1))
      if (status === 'confirmed' || status === 'asked') {
        const when = language === 'en' ? 'Monday, 24 Nov 20:00' : 'luni, 24 nov. 20:00'
        const name = t(status === 'asked' ? 'menu.yourRequest' : 'menu.yourTable', { when })
        expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/reserve/abc')
      } else await waitFor(() => expect(JSON.parse(localStorage.getItem('masa.reservations') ?? '').value).toEqual([]))
    },
  )

  it('says until when the restaurant is open, also on a phone whose clock is a day slow', async () => {
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    setServerTime(new Date(Date.now() + 86_400_000).toUTCString())
    onTestFinished(() => setServerTime(new Date().toUTCString()))
    const until = new Date(serverNow() + 3_600_000).toISOString()
    const settings = { restaurantName: 'La Conac' }
    const { t } = render(<LandingPage />, {
      language,
      settings,
      hours: { ...ALWAYS_OPEN, until },
    })
    await screen.findByRole('link', { name: t('landing.login') })
    expect(screen.queryByText(t('menu.hours.openNow'))).toBeNull()
  })
})
