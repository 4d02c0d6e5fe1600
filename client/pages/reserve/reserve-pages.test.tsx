import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as contract from '#shared/contracts/reservations.ts'
import { getSettings, type Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { inLanguage } from '#shared/i18n/pairs.ts'
import { reserveWords } from '#shared/i18n/words/reserve.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { i18n, t } from '../../ui/translation.ts'
import { firstChoice, frameView, type ReserveData, reserveView, startReserve } from './index.ts'

i18n.addWords('en', inLanguage(reserveWords, 'en'))
i18n.addWords('ro', inLanguage(reserveWords, 'ro'))

const PHONE = '0232 000 111'
/** A time in UTC of the 24th of November 2026, a Tuesday; Bucharest is two hours ahead. */
const at = (time: string) => `2026-11-24T${time}:00.000Z`
const TIMES: contract.ReservationTimes = {
  maxParty: 6,
  asks: null,
  days: ['2026-11-24', '2026-11-25'],
  times: [
    { at: at('17:00'), full: false },
    { at: at('17:30'), full: true },
    { at: at('18:00'), full: false },
  ],
}
const MINE: contract.GuestReservation = {
  ...{ id: 1, at: at('17:00'), until: at('19:00'), party: 2, name: 'Ana Pop', phoneNumber: '40712345678', notes: null },
  ...{ language: 'en', status: 'confirmed', createdAt: at('10:00'), version: 1 },
}
const LINK = '/reserve/abc-DEF_123'

let root: HTMLElement
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(() => root.remove())

interface Start {
  language?: Language
  path?: string
  times?: Partial<contract.ReservationTimes>
  settings?: Partial<Settings>
  rendered?: ReserveData
}

async function open({ language = 'en', path = '/reserve', times, settings, rendered }: Start = {}) {
  localStorage.setItem('masa.language', language)
  i18n.changeLanguage(language)
  history.replaceState(null, '', path)
  fakeApi.answers(getSettings, { ...SETTINGS, restaurantPhone: PHONE, restaurantAddress: 'Str. Teilor 1', ...settings })
  fakeApi.answers(contract.getReservationTimes, { ...TIMES, ...times })
  // By the server's clock, the morning of that day.
  setServerTime(at('08:00'))
  await startReserve(root, rendered)
  const t = i18n.getFixedT(language)
  const user = userEvent.setup({ delay: null })
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input, textarea' })
    await user.clear(field)
    if (text) await user.paste(text)
    return field as HTMLInputElement
  }
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  const select = (label: string, value: string) => user.selectOptions(screen.getByLabelText(label), value)
  /** Chooses 19:00, types name and number, and sends it. */
  const reserve = async () => {
    await choose('19:00')
    await type(t('reserve.name'), 'Ana Pop')
    await type(t('reserve.phone'), '0712 345 678')
    await press(t('reserve.send'))
  }
  return { t, type, press, choose, select, reserve }
}

const sent = () => fakeApi.callsOf(contract.makeReservation)
const keys = () => sent().map(({ headers }) => headers.get('idempotency-key'))
const below = (field: Element) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent.trim()

describe.each(LANGUAGES)('the page on which guests reserve (%s)', (language) => {
  it('reserves for so many people at a time, and then shows the page of the link', async () => {
    const { t, select, reserve, type } = await open({ language })
    expect(document.title).toBe(t('reserve.title'))
    await select(t('reserve.party'), '4')
    await waitFor(() => expect(fakeApi.callsOf(contract.getReservationTimes).at(-1)?.query.party).toBe('4'))
    await type(t('reserve.note'), 'Birthday 🎂')
    fakeApi.answers(contract.makeReservation, { reservation: { ...MINE, party: 4 }, link: LINK })
    await reserve()
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('reserve.status.confirmed'))
    expect(sent()[0]?.body).toEqual({
      ...{ at: at('17:00'), party: 4, name: 'Ana Pop', phoneNumber: '0712 345 678', notes: 'Birthday 🎂', language },
    })
    expect(keys()).toEqual([expect.stringMatching(/^[\da-f]{32}$/)])
    expect(location.pathname).toBe(LINK)
    expect(root.textContent).toContain(t('reserve.people', { count: 4 }))
    expect(root.textContent).toContain('Str. Teilor 1')
    expect(screen.getByRole('link', { name: t('reserve.calendar') }).getAttribute('href')).toBe(
      '/api/reservations/mine/abc-DEF_123/calendar',
    )
  })

  it('shows full times as full, also to screen readers, and says what is not offered', async () => {
    const { t } = await open({ language })
    const full = screen.getByRole('radio', { name: new RegExp(`^19:30\\s+${t('reserve.full')}$`) })
    expect(full).toHaveProperty('disabled', true)
    expect(within(screen.getByLabelText(t('reserve.party'))).getAllByRole('option')).toHaveLength(6)
    expect(screen.getByText(t('reserve.largerParty')).textContent).toContain(PHONE)
  })

  it('says that tables cannot be reserved online, with the telephone', async () => {
    const { t } = await open({ language, times: { maxParty: 0, days: [], times: [] } })
    expect(root.textContent).toContain(t('reserve.off'))
    expect(screen.getByRole('link', { name: PHONE }).getAttribute('href')).toBe('tel:0232000111')
    expect(root.querySelector('form')).toBeNull()
  })
})

describe('the page on which guests reserve', () => {
  it('offers the nearest times at the place of one that has just gone', async () => {
    const { t, choose, reserve, press } = await open()
    fakeApi.refuses(contract.makeReservation, 409, {
      code: 'slot_gone',
      message: 'Gone',
      nearest: [at('18:30'), at('19:00')],
    })
    await reserve()
    await screen.findByText(t('reserve.nearest'))
    const group = screen.getByRole('radiogroup', { name: t('reserve.time') })
    expect(within(group).getByRole('alert').textContent).toContain('Tuesday, 24 Nov at 19:00')
    const first = () => screen.getByRole('radio', { name: 'Tuesday, 24 Nov at 20:30' })
    await waitFor(() => expect(document.activeElement).toBe(first()))
    await choose('Tuesday, 24 Nov at 21:00')
    fakeApi.answers(contract.makeReservation, { reservation: MINE, link: LINK })
    await press('Reserve')
    await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
    expect(sent().map(({ body }) => (body as { at: string }).at)).toEqual([at('17:00'), at('19:00')])
    expect(new Set(keys()).size).toBe(2)
  })

  it('says before the button that the restaurant will confirm', async () => {
    const { t, select } = await open({ times: { asks: 4 } })
    expect(root.textContent).not.toContain(t('reserve.asks'))
    await select(t('reserve.party'), '5')
    expect(await screen.findByRole('button', { name: t('reserve.ask') })).toBeDefined()
    expect(root.textContent).toContain(t('reserve.asks'))
  })

  it('shows what is wrong at its place, and moves to the first', async () => {
    const { t, press, reserve, type } = await open()
    await press(t('reserve.send'))
    expect(below(screen.getByRole('radiogroup', { name: t('reserve.time') }))).toBe(t('reserve.chooseTime'))
    const issues = [
      { path: 'phoneNumber', message: 'No number' },
      { path: 'name', message: 'No name' },
    ]
    fakeApi.refuses(contract.makeReservation, 400, { code: 'invalid_input', message: 'Please check', issues })
    await reserve()
    const name = screen.getByLabelText(t('reserve.name'))
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect([name, screen.getByLabelText(t('reserve.phone'))].map(below)).toEqual(['No name', 'No number'])
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await type(t('reserve.name'), 'Ana')
    expect([name.getAttribute('aria-invalid'), below(name)]).toEqual([null, ''])
    fakeApi.refuses(contract.makeReservation, 400, { code: 'party_too_large', message: 'So many' })
    await press('Reserve')
    await waitFor(() => expect(below(screen.getByLabelText(t('reserve.party')))).toContain('So many'))
    fakeApi.refuses(contract.makeReservation, 429, { message: 'Too many' })
    await press('Reserve')
    await waitFor(() =>
      expect(document.getElementById('problem-error')?.textContent).toBe(`Too many ${t('reserve.call')} ${PHONE}`),
    )
  })

  it('reserves once for a double tap, and for a repetition without an answer', async () => {
    const { t, reserve, press } = await open()
    fakeApi.isOutOfReach(contract.makeReservation)
    await reserve()
    await screen.findByText(t('reserve.noAnswer'), { exact: false })
    const answer = fakeApi.holds(contract.makeReservation, { reservation: MINE, link: LINK })
    await press('Reserve')
    await press('Reserve')
    answer()
    await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
    expect(new Set(keys()).size).toBe(1)
    expect(keys()).toHaveLength(2)
  })

  it('keeps what is typed in another language, and stores nothing of it', async () => {
    const { t, type, choose, press } = await open()
    await choose('20:00')
    await type(t('reserve.name'), 'Zoe')
    await type(t('reserve.note'), 'Window')
    await press('Română')
    const ro = i18n.getFixedT('ro')
    await screen.findByRole('heading', { name: ro('reserve.title') })
    expect(screen.getByLabelText(ro('reserve.name'))).toHaveProperty('value', 'Zoe')
    expect(screen.getByLabelText(new RegExp(`^${ro('reserve.note')}`))).toHaveProperty('value', 'Window')
    expect(screen.getByRole('radio', { name: '20:00' })).toHaveProperty('checked', true)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Zoe|Window/)
  })

  it.each(LANGUAGES)(
    'takes over what the server has rendered in English, for a guest who speaks %s',
    async (language) => {
      const settings = { ...SETTINGS, language: 'en' as const }
      i18n.changeLanguage('en')
      const place = { settings, now: new Date(at('08:00')) }
      root.innerHTML = frameView(settings, reserveView(place, firstChoice(TIMES))).text
      const rendered = screen.getByRole('heading', { level: 1 })
      // Chosen while the script was on its way.
      for (const [id, value] of [
        ['party', '3'],
        ['day', '2026-11-25'],
      ])
        (document.getElementById(id ?? '') as HTMLSelectElement).value = value ?? ''
      const { t, reserve } = await open({ language, rendered: { settings, times: TIMES } })
      await waitFor(() =>
        expect(fakeApi.callsOf(contract.getReservationTimes).map(({ query }) => query)).toEqual([
          { party: '3', date: '2026-11-25' },
        ]),
      )
      expect(rendered.isConnected).toBe(language === 'en')
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('reserve.title'))
      fakeApi.answers(contract.makeReservation, { reservation: MINE, link: LINK })
      await reserve()
      await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
      expect(sent()[0]?.body).toMatchObject({ language, party: 3, phoneNumber: expect.stringContaining('712') })
      expect(fakeApi.callsOf(getSettings)).toEqual([])
    },
  )

  it('shows the times of another day, however many there are', async () => {
    const days = Array.from({ length: 12 }, (_, i) => `2026-12-${String(i + 1).padStart(2, '0')}`)
    const { t, choose, select } = await open({ times: { days } })
    await choose('19:00')
    await select(t('reserve.day'), 'Thu, 10 Dec')
    await waitFor(() =>
      expect(fakeApi.callsOf(contract.getReservationTimes).at(-1)?.query).toEqual({ party: '2', date: '2026-12-10' }),
    )
    await waitFor(() => expect(screen.getByRole('radio', { name: '19:00' })).toHaveProperty('checked', false))
  })

  it('says when the restaurant cannot be reached', async () => {
    fakeApi.isOutOfReach(contract.getReservationTimes)
    localStorage.setItem('masa.language', 'en')
    history.replaceState(null, '', '/reserve')
    fakeApi.answers(getSettings, SETTINGS)
    await startReserve(root)
    expect(screen.getByRole('alert').textContent).toBe(t('reserve.noAnswer'))
  })
})

describe('the page of a link', () => {
  const openMine = (mine: Partial<contract.GuestReservation> = {}, start: Start = {}) => {
    fakeApi.answers(contract.getMyReservation, { ...MINE, ...mine })
    return open({ path: LINK, ...start })
  }

  it.each(LANGUAGES)('shows, changes and cancels the reservation (%s)', async (language) => {
    const { t, choose, press, type } = await openMine({ name: '<b>Ana</b> 🎉', notes: 'Window' }, { language })
    expect(await screen.findByRole('heading', { name: t('reserve.status.confirmed') })).toBeDefined()
    expect(screen.getByText('<b>Ana</b> 🎉', { exact: false })).toBeDefined()

    await press(t('reserve.change'))
    const note = await screen.findByLabelText(new RegExp(`^${t('reserve.note')}`))
    expect(note).toHaveProperty('value', 'Window')
    expect(screen.getByRole('radio', { name: '19:00' })).toHaveProperty('checked', true)
    await choose('20:00')
    await type(t('reserve.note'), 'Terrace')
    fakeApi.answers(contract.changeMyReservation, { ...MINE, at: at('18:00'), notes: 'Terrace', version: 2 })
    await press(t('reserve.save'))
    expect(await screen.findByText('Terrace')).toBeDefined()
    expect(fakeApi.callsOf(contract.changeMyReservation)[0]?.body).toEqual({
      at: at('18:00'),
      party: 2,
      notes: 'Terrace',
    })
    expect(screen.getByRole('status').textContent).toBe(t('reserve.saved'))

    await userEvent.click(screen.getByText(t('reserve.cancel')))
    expect(fakeApi.callsOf(contract.cancelMyReservation)).toEqual([])
    fakeApi.answers(contract.cancelMyReservation, undefined as never)
    await press(t('reserve.cancelYes'))
    expect(await screen.findByRole('heading', { name: t('reserve.status.cancelled') })).toBeDefined()
    expect(screen.queryByRole('button', { name: t('reserve.change') })).toBeNull()
  })

  it('keeps the time that it has, which counts as full for others, and says what a change was refused for', async () => {
    const { t, press } = await openMine({ at: at('17:30') })
    await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
    await press(t('reserve.change'))
    const own = await screen.findByRole('radio', { name: '19:30' })
    expect(own).toMatchObject({ checked: true, disabled: false })
    fakeApi.refuses(contract.changeMyReservation, 409, { code: 'ask_house', message: 'Only the restaurant' })
    await press(t('reserve.save'))
    await waitFor(() => expect(document.getElementById('problem-error')?.textContent).toContain(`Only the restaurant`))
    await press(t('reserve.back'))
    expect(root.querySelector('form')).toBeNull()
  })

  it.each([
    ['asked', {}, 'asked'],
    ['over', { at: at('07:00') }, 'done'],
    ['seated', { status: 'seated', at: at('07:00') }, 'seated'],
    ['a no-show', { status: 'no_show', at: at('07:00') }, 'done'],
  ] as const)('says that it is %s', async (name, mine, word) => {
    const { t } = await openMine({ status: name === 'asked' ? 'asked' : 'confirmed', ...mine })
    expect(await screen.findByRole('heading', { name: t(`reserve.status.${word}`) })).toBeDefined()
    expect(screen.queryByText(t('reserve.cancel')) !== null).toBe(name === 'asked')
  })

  it('says that a link is unknown', async () => {
    fakeApi.refuses(contract.getMyReservation, 404, { message: 'Not found', code: 'not_found' })
    const { t } = await open({ path: LINK })
    expect(await screen.findByRole('heading', { name: t('reserve.unknown') })).toBeDefined()
    expect(screen.getByRole('link', { name: PHONE })).toBeDefined()
  })

  it('asks again each minute while it is in view, and tells screen readers what has changed', async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval')
    const { t } = await openMine({ status: 'asked' })
    await screen.findByRole('heading', { name: t('reserve.status.asked') })
    const askAgain = intervals.mock.calls.find(([, ms]) => ms === 60_000)?.[0] as () => void
    fakeApi.isOutOfReach(contract.getMyReservation)
    askAgain()
    await waitFor(() => expect(fakeApi.callsOf(contract.getMyReservation)).toHaveLength(2))
    expect(screen.getByRole('heading', { name: t('reserve.status.asked') })).toBeDefined()
    fakeApi.answers(contract.getMyReservation, { ...MINE, version: 2 })
    const view = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    askAgain()
    expect(fakeApi.callsOf(contract.getMyReservation)).toHaveLength(2)
    view.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
    expect(screen.getByRole('status').textContent).toBe(t('reserve.status.confirmed'))
  })

  it('copies the link', async () => {
    const { t, press } = await openMine()
    await screen.findByRole('heading', { name: t('reserve.status.confirmed') })
    await press(t('reserve.copy'))
    expect(await screen.findByRole('button', { name: t('reserve.copied') })).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(location.href)
  })
})
