import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { secondInstance } from '#server/testing/app.ts'
import { at, bookFixture, HOURS } from '#server/testing/book.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { COLOURS } from './frame.ts'

const fixture = bookFixture()
const { server, guestMade, change, rules, setSettings, tableIds } = fixture
const second = secondInstance(server)

let guests = 0

/** A browser without a script, with an address and a number of its own. */
function browser(app = () => server.app) {
  const n = ++guests
  const cookies = new Map<string, string>()
  const remoteAddress = `10.7.${n >> 8}.${n & 255}`
  const phoneNumber = `0714 ${100_000 + n}`
  async function send(method: 'GET' | 'POST', url: string, payload?: string, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const all = { host: 'localhost', ...type, ...(cookie && { cookie }), ...headers }
    const response = await app().inject({ method, url, remoteAddress, headers: all, ...(payload && { payload }) })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return response
  }
  const post = (url: string, fields: Record<string, string | number>, headers: Record<string, string> = {}) =>
    send('POST', url, new URLSearchParams(fields as Record<string, string>).toString(), {
      origin: 'http://localhost',
      ...headers,
    })
  const open = (url = '/reserve', headers = {}) => send('GET', url, undefined, headers)
  const keyOf = (body: string) => /name="key" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const wish = (more: Record<string, string | number> = {}) => ({
    ...{ party: 2, day: '2026-11-24', at: at('17:00'), name: 'Ana Pop', phoneNumber, notes: '', ...more },
  })
  return { cookies, send, post, open, keyOf, wish, phoneNumber, form: async () => keyOf((await open()).body) }
}

/** Reserves as a guest who opens the page. @returns the path of the link */
async function reserved(guest: ReturnType<typeof browser>, more: Record<string, string | number> = {}) {
  const response = await guest.post('/reserve', { key: await guest.form(), ...guest.wish(more) })
  expect([response.statusCode, response.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/reserve\/[\w-]{22}$/),
  ])
  const link = String(response.headers.location)
  await guest.open(link)
  return link
}

const rows = async (name = 'Ana Pop') =>
  (await server.asOwner('GET', '/api/reservations?from=2026-11-24&to=2026-12-20'))
    .json<{ name: string; status: string }[]>()
    .filter((one) => one.name === name && one.status !== 'cancelled')
const textOf = (body: string) =>
  body
    .replace(/<(script|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const timesOf = (body: string) =>
  [...body.matchAll(/name="at" value="([^"]+)"\s+data-label="[^"]*"\s*(checked)?\s*(disabled)?/g)].map(
    ([, value = '', , full]) => `${value.slice(11, 16)}${full ? ' full' : ''}`,
  )
const errorsOf = (body: string) => [...body.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)
const isPage = (response: { headers: Record<string, unknown>; body: string }) =>
  response.headers['content-type'] === 'text/html; charset=utf-8' && response.body.startsWith('<!doctype html>')

describe('the form', () => {
  it('reserves as it stands, without a script, and leads to a ticket that knows it', async () => {
    const guest = browser()
    const link = await reserved(guest, { name: '<b>"Ana"', notes: "Window & 'sun'" })
    const { body, statusCode, headers } = await guest.open(link)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' },
    })
    for (const text of ['Table reserved', 'Tuesday 24 Nov', '19:00', '2 people', '+40 714 '])
      expect(textOf(body)).toContain(text)
    expect(body).toContain('&lt;b&gt;&quot;Ana&quot;')
    expect(body).not.toMatch(/<b>"Ana"/)
    expect(body).toContain(`href="/api/reservations/mine/${link.slice(9)}/calendar"`)
  })

  it('is stored nowhere, and says where and until when it is open', async () => {
    await setSettings({ restaurantName: 'La <Conac>', restaurantAddress: 'Teilor 14, Brașov' })
    const { headers, body } = await browser().open()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    expect(headers).not.toHaveProperty('x-robots-tag')
    expect(textOf(body)).toContain('Teilor 14, Brașov · today 12:00–23:00')
    expect(body).toContain('<title>Reserve a table · La &lt;Conac&gt;</title>')
    expect(body).not.toMatch(/reserve\.[a-z]+[A-Z ]|undefined|\[object/)
    await setSettings({ restaurantName: null, restaurantAddress: null })
  })

  it('comes again with all that was typed when people, a day or a group are chosen, and makes and counts nothing', async () => {
    const guest = browser()
    const typed = { ...guest.wish({ name: 'Zoe', notes: 'Window' }), key: await guest.form() }
    const show = async (value: string, more = {}) =>
      (await guest.post('/reserve', { ...typed, ...more, show: value })).body
    const four = await show('party:4')
    for (const text of ['value="Zoe"', 'Window</textarea>', guest.phoneNumber]) expect(four).toContain(text)
    expect(four).toContain('Reserve · 4 people, today at 19:00')
    const tomorrow = await show('day:2026-11-25')
    expect(tomorrow).toContain('Reserve · 2 people, tomorrow<')
    expect(timesOf(tomorrow)[0]).toBe('16:00')
    expect(timesOf(await show('group:afternoon'))).toEqual(['13:30', '14:00', '14:30', '15:00', '15:30'])
    // What was chosen in another group stays chosen, and the button names it.
    expect(await show('group:afternoon')).toContain('Reserve · 2 people, today at 19:00')
    for (let i = 0; i < 150; i++) await show('again')
    expect(await rows('Zoe')).toEqual([])
  })

  it('is sent by the Enter key, and in no other language', async () => {
    const guest = browser()
    const link = await reserved(guest)
    for (const url of ['/reserve', `${link}?change`]) {
      const { body } = await guest.open(url)
      expect(/<button[^>]*>/.exec(body)?.[0]).toBe(
        '<button form="form" class="unseen" tabindex="-1" aria-hidden="true">',
      )
      expect(body.includes('name="do" value="change"')).toBe(url !== '/reserve')
    }
  })

  it('never has the times of one day under the name of another', async () => {
    const guest = browser()
    const body = (await guest.post('/reserve', { ...guest.wish(), show: 'day:2026-11-26' })).body
    const values = [...body.matchAll(/name="at" value="([^"]+)"/g)].map(([, value]) => value?.slice(0, 10))
    expect(new Set(values)).toEqual(new Set(['2026-11-26']))
  })

  it('opens the evening if it has a free time, else the first group that has; past midnight is the evening', async () => {
    const weekly = HOURS.weekly.map(({ day }) => ({ day, from: '09:00', to: '02:00' }))
    await setSettings({ openingHours: { weekly, exceptions: [] } })
    const { body } = await browser().open()
    expect(textOf(body)).toMatch(/Evening.*Lunch|Evening.*Afternoon/)
    expect(timesOf(body).slice(-2)).toEqual(['22:30', '23:00'])
    expect(body).toContain('<b>00:30</b><small>Wed</small>')
    // Its day is the one of the calendar.
    expect(body).toContain('Reserve · 2 people, tomorrow at 00:30')
    await setSettings({ openingHours: HOURS })
    for (const time of ['16:00', '18:00', '20:00']) for (let i = 0; i < 2; i++) await guestMade({ at: at(time) })
    expect(timesOf((await browser().open()).body)[0]).toBe('13:30')
  })

  it('is open round the clock in groups, each of which is one tap away', async () => {
    const weekly = HOURS.weekly.map(({ day }) => ({ day, from: '00:00', to: '24:00' }))
    await setSettings({ openingHours: { weekly, exceptions: [] } })
    const guest = browser()
    const tomorrow = (await guest.post('/reserve', { ...guest.wish(), show: 'day:2026-11-25' })).body
    expect(timesOf(tomorrow)).toHaveLength(12)
    expect([...tomorrow.matchAll(/value="group:(\w+)"/g)].map(([, group]) => group)).toEqual([
      ...['morning', 'lunch', 'afternoon'],
    ])
    // Where they take two lines, neither begins with a dot: the styles draw them, where they are cut off at an edge.
    const groups = /<p class="row">([\s\S]*?)<\/p>/.exec(tomorrow)?.[1] ?? ''
    expect(textOf(groups).trim()).toMatch(/^Evening\s+Morning\s+Lunch\s+Afternoon$/)
  })

  it('shows more people and days where they are asked for, and the telephone for more than it takes', async () => {
    await setSettings({ restaurantPhone: '0268 000 014' })
    await rules({ asksFrom: 4, maxParty: 12 })
    const guest = browser()
    const shows = async (show: string) => (await guest.post('/reserve', { ...guest.wish(), show })).body
    expect((await guest.open()).body).not.toContain('value="party:8"')
    expect(await shows('party')).toContain('value="party:12"')
    expect(textOf(await shows('party'))).toContain('0268 000 014')
    expect((await guest.open()).body).not.toContain('value="day:2026-12-02"')
    expect(await shows('day')).toContain('value="day:2026-12-02"')
    expect(await shows('day:2026-12-02')).toMatch(/value="day:2026-12-02" class="chip on"/)
    // The house decides about so many, and about more than a table has seats.
    for (const party of [4, 5]) expect(await shows(`party:${party}`)).toContain('Ask for a table · ')
    await setSettings({ restaurantPhone: null })
    // A restaurant without a telephone says how else.
    expect(textOf(await shows('party'))).toContain('More people? Please ask us at the restaurant.')
  })

  it('says what is wrong at its place, all at once, and keeps what was typed', async () => {
    const guest = browser()
    const sent = { ...guest.wish({ name: 'A', phoneNumber: '0151 23456789', at: '' }), key: await guest.form() }
    const { statusCode, body } = await guest.post('/reserve', sent)
    expect([statusCode, errorsOf(body)]).toEqual([400, ['at', 'name', 'phoneNumber']])
    expect(textOf(body)).toContain('begins with + or 00')
    expect(body).toContain('value="0151 23456789"')
    expect(body.match(/ autofocus/g)).toHaveLength(1)
    expect(body).not.toContain('{"')
    const empty = await guest.post('/reserve', { ...sent, name: '', phoneNumber: '' })
    expect([empty.statusCode, errorsOf(empty.body)]).toEqual([400, ['at', 'name', 'phoneNumber']])
    const { body: nameless } = await guest.post('/reserve', { ...guest.wish({ phoneNumber: '' }), key: sent.key })
    expect(errorsOf(nameless)).toEqual(['phoneNumber'])
    expect(textOf(nameless)).toContain('Please enter a valid phone number')
    expect(textOf(nameless)).not.toContain('begins with +')
  })

  it('offers the nearest times where one has just gone', async () => {
    for (let i = 0; i < 2; i++) await guestMade()
    const guest = browser()
    const { statusCode, body } = await guest.post('/reserve', { key: await guest.form(), ...guest.wish() })
    expect([statusCode, errorsOf(body)]).toEqual([409, ['at']])
    expect(timesOf(body).slice(0, 3)).toEqual(['14:30', '15:00', '19:00'])
  })

  it('says that nobody can reserve online, with the telephone', async () => {
    await rules({ online: false })
    await setSettings({ restaurantPhone: '0268 000 014' })
    const guest = browser()
    const { body } = await guest.open()
    expect(textOf(body)).toContain('Tables cannot be reserved online at the moment. Please call us: 0268 000 014')
    expect((await guest.post('/reserve', guest.wish())).statusCode).toBe(409)
    await setSettings({ restaurantPhone: null })
    expect(textOf((await guest.open()).body)).toMatch(
      /online at the moment. Please ask us at the restaurant. See the menu/,
    )
  })

  it.each(LANGUAGES)(
    'speaks the language of its address, then that of the browser, then the restaurant’s (%s)',
    async (language) => {
      const title = { en: 'Reserve a table', ro: 'Rezervați o masă' }
      const other = language === 'en' ? 'ro' : 'en'
      await setSettings({ language })
      const guest = browser()
      expect((await guest.open()).body).toContain(`<h1 class="display">${title[language]}</h1>`)
      expect((await guest.open(`/reserve?language=${other}`)).body).toContain(`<html lang="${other}"`)
      expect((await guest.open()).body).toContain(title[other])
      const again = await guest.post('/reserve', { ...guest.wish({ name: 'Zoe' }), show: `language:${language}` })
      expect(again.body).toContain(title[language])
      expect(again.body).toContain('value="Zoe"')
      await setSettings({ language: 'en' })
    },
  )
})

describe('an answer that was lost', () => {
  it('is the same link again, for the same form, on whatever instance', async () => {
    const guest = browser()
    const sent = { key: await guest.form(), ...guest.wish() }
    const first = await guest.post('/reserve', sent)
    const elsewhere = browser(() => second.app)
    for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value)
    for (const again of [await guest.post('/reserve', sent), await elsewhere.post('/reserve', sent)])
      expect([again.statusCode, again.headers.location]).toEqual([303, first.headers.location])
    expect(await rows()).toHaveLength(1)
  })

  it('and an edit are one reservation: the page shows it, and offers to change it or to reserve another one', async () => {
    const guest = browser()
    const key = await guest.form()
    const link = String((await guest.post('/reserve', { key, ...guest.wish() })).headers.location)
    const edited = guest.wish({ at: at('17:30'), party: 4, notes: 'Window' })
    for (let i = 0; i < 3; i++) {
      const { statusCode, body } = await guest.post('/reserve', { key, ...edited })
      expect(statusCode).toBe(409)
      for (const text of [
        'You have reserved already',
        '19:00',
        'Change it to 4 people, today at 19:30',
        'Reserve another one',
      ])
        expect(textOf(body)).toContain(text)
      expect(body).toContain(`action="${link}"`)
      expect(await rows()).toHaveLength(1)
    }
    const { body } = await guest.post('/reserve', { key, ...guest.wish({ name: 'Ana', notes: 'Window' }) })
    expect(textOf(body)).toContain('Change the name, the note')
    const changed = await guest.post(link, { ...edited, do: 'change' })
    expect([changed.statusCode, changed.headers.location]).toEqual([303, link])
    expect(textOf((await guest.open(link)).body)).toContain(
      'Changed: 4 people instead of 2, Tuesday 24 Nov 19:30 instead of Tuesday 24 Nov 19:00, the note',
    )
    expect(await rows()).toHaveLength(1)
  })

  it('and the wish for another one are two, each made once', async () => {
    const guest = browser()
    const key = await guest.form()
    await guest.post('/reserve', { key, ...guest.wish() })
    const other = guest.wish({ at: at('19:00') })
    const { body } = await guest.post('/reserve', { key, ...other })
    const links = []
    for (let i = 0; i < 2; i++)
      links.push((await guest.post('/reserve', { key: guest.keyOf(body), ...other })).headers.location)
    expect(new Set(links).size).toBe(1)
    expect(await rows()).toHaveLength(2)
  })

  it('is found by a reload and another tab, until the link has been opened', async () => {
    const guest = browser()
    const key = await guest.form()
    const link = String((await guest.post('/reserve', { key, ...guest.wish() })).headers.location)
    const reload = await guest.open()
    expect(guest.keyOf(reload.body)).toBe(key)
    expect(reload.body).toContain(`<a href="${link}">Your reservation: Tuesday 24 Nov 19:00</a>`)
    await guest.open(link)
    const next = await guest.open()
    expect(guest.keyOf(next.body)).not.toBe(key)
    expect(next.body).not.toContain(link)
    // Back to the form as it was: the same is the same, and something else asks.
    expect((await guest.post('/reserve', { key, ...guest.wish() })).headers.location).toBe(link)
    expect((await guest.post('/reserve', { key, ...guest.wish({ notes: 'Late' }) })).statusCode).toBe(409)
    expect(await rows()).toHaveLength(1)
  })

  it('is found as long as only the script has read the link, whose page may be lost too', async () => {
    const guest = browser()
    const key = await guest.form()
    const link = String((await guest.post('/reserve', { key, ...guest.wish() })).headers.location)
    await guest.open(link, { accept: '*/*' })
    const back = await guest.open()
    expect([guest.keyOf(back.body), back.body.includes(`<a href="${link}">`)]).toEqual([key, true])
    await guest.open(link, { accept: 'text/html,*/*;q=0.8' })
    expect((await guest.open()).body).not.toContain(link)
  })

  it('and another day are one reservation without cookies too', async () => {
    const guest = browser()
    const key = await guest.form()
    await guest.post('/reserve', { key, ...guest.wish() })
    guest.cookies.clear()
    const edited = guest.wish({ at: at('17:00', 26), day: '2026-11-26' })
    const { body } = await guest.post('/reserve', { key, ...edited, show: 'day:2026-11-26' })
    guest.cookies.clear()
    expect((await guest.post('/reserve', { key: guest.keyOf(body), ...edited })).statusCode).toBe(409)
    expect(await rows()).toHaveLength(1)
  })

  it('in another language is the same wish', async () => {
    const guest = browser()
    const key = await guest.form()
    const first = await guest.post('/reserve', { key, ...guest.wish() })
    await guest.open('/reserve?language=ro')
    const again = await guest.post('/reserve', { key, ...guest.wish() })
    expect([again.statusCode, again.headers.location]).toEqual([303, first.headers.location])
  })

  it('of one that is over by now asks once more, and then reserves', async () => {
    const guest = browser()
    const key = await guest.form()
    const link = String((await guest.post('/reserve', { key, ...guest.wish() })).headers.location)
    await guest.post(link, { do: 'cancel' })
    const asked = await guest.post('/reserve', { key, ...guest.wish({ notes: 'Late' }) })
    expect([asked.statusCode, textOf(asked.body)]).toEqual([409, expect.stringContaining('Send it once more')])
    const again = await guest.post('/reserve', { key: guest.keyOf(asked.body), ...guest.wish({ notes: 'Late' }) })
    expect([again.statusCode, again.headers.location === link]).toEqual([303, false])
  })

  it('shares its key with the call of the API', async () => {
    const guest = browser()
    const key = await guest.form()
    const { day: _, notes: __, ...wish } = guest.wish()
    const body = { ...wish, notes: '', language: 'en' }
    const made = await server.call('POST', '/api/reservations', body, { headers: { 'idempotency-key': key } })
    expect((await guest.post('/reserve', { key, ...guest.wish() })).headers.location).toBe(made.json().link)
  })

  it('of a form twice at once is one reservation', async () => {
    const guest = browser()
    const sent = { key: await guest.form(), ...guest.wish() }
    const both = await Promise.all([1, 2, 3, 4].map(() => guest.post('/reserve', sent)))
    expect(new Set(both.map(({ headers }) => headers.location)).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the ticket', () => {
  it('offers times that are full only for itself, and takes them', async () => {
    await server.asOwner('PATCH', `/api/tables/${(await tableIds()).get(9)}`, { reservable: false })
    const guest = browser()
    const link = await reserved(guest)
    expect(timesOf((await browser().open()).body)).toContain('17:30 full')
    const form = (await guest.open(`${link}?change`)).body
    expect(timesOf(form)).toContain('17:30')
    expect(form).toContain('Save · 2 people, today at 19:00')
    expect(form).toContain('value="+40 714 ')
    const moved = await guest.post(link, { ...guest.wish({ at: at('17:30') }), do: 'change' })
    expect([moved.statusCode, moved.headers.location]).toEqual([303, link])
    expect(textOf((await guest.open(link)).body)).toContain('19:30 instead of')
  })

  it('keeps what was typed when a change is refused, and its place', async () => {
    const guest = browser()
    const link = await reserved(guest)
    for (let i = 0; i < 2; i++) await guestMade({ at: at('19:00') })
    const refused = await guest.post(link, { ...guest.wish({ at: at('19:00'), name: 'Zoe' }), do: 'change' })
    expect([refused.statusCode, errorsOf(refused.body)]).toEqual([409, ['at']])
    expect(refused.body).toContain('value="Zoe"')
    expect(textOf((await guest.open(link)).body)).toContain('Tuesday 24 Nov 19:00')
    expect((await guest.post(link, { ...guest.wish(), party: 5, do: 'change' })).statusCode).toBe(400)
    const shown = await guest.post(link, { ...guest.wish(), show: 'party:4' })
    expect([shown.statusCode, shown.body.includes('Save · 4 people')]).toEqual([200, true])
  })

  it('never leaves the month of its large date alone in a line', async () => {
    const { body } = await browser().open(await reserved(browser()))
    expect(body).toContain('<p class="display huge">Tuesday 24\u00a0Nov<br>19:00</p>')
  })

  it('asks before it is cancelled, and leads on when it is', async () => {
    const guest = browser()
    const link = await reserved(guest)
    for (let i = 0; i < 2; i++) expect((await guest.post(link, { do: 'cancel' })).statusCode).toBe(303)
    const { body } = await guest.open(link)
    for (const text of ['cancelled', 'The restaurant has been told', 'Reserve again', 'See the menu'])
      expect(textOf(body)).toContain(text)
    const late = await guest.post(link, { ...guest.wish(), do: 'change' })
    expect([late.statusCode, isPage(late)]).toEqual([409, true])
  })

  it('of an asked one is amber, without a calendar, and says when the house confirms or declines', async () => {
    await rules({ asksFrom: 2 })
    const guest = browser()
    const link = await reserved(guest)
    const { body } = await guest.open(link)
    expect(textOf(body)).toContain('Request sent')
    expect(textOf(body)).toContain('No table is kept yet')
    expect([body.includes('/calendar'), body.includes('band asked')]).toEqual([false, true])
    const [{ id }] = (await server.asOwner('GET', '/api/reservations?q=Ana')).json()
    await change(id, { status: 'confirmed' })
    expect(textOf((await guest.open(link)).body)).toContain('Table reserved')
    await change(id, { status: 'cancelled' })
    expect(textOf((await guest.open(link)).body)).toContain('The restaurant has cancelled it')
    const unanswered = await reserved(browser(), { at: at('18:00') })
    server.clock.set(new Date(at('18:00')))
    expect(textOf((await guest.open(unanswered)).body)).toContain('The restaurant did not answer in time')
  })

  it('notices that its time has come, and that it is over', async () => {
    const guest = browser()
    const link = await reserved(guest)
    const again = async () => /data-again="(\d+)"/.exec((await guest.open(link)).body)?.[1]
    expect(await again()).toBe('60000')
    server.clock.set(new Date(Date.parse(at('17:00')) - 5_000))
    expect(await again()).toBe('5000')
    server.clock.set(new Date(at('17:00')))
    const come = await guest.open(link)
    expect(textOf(come.body)).toContain('We are expecting you')
    expect(come.body).not.toContain('value="cancel"')
    server.clock.set(new Date(at('19:00')))
    expect(textOf((await guest.open(link)).body)).toMatch(/over.*Reserve again/)
  })

  it('tells the phone what to keep, but not that of somebody who is signed in', async () => {
    const link = await reserved(browser())
    const token = link.slice('/reserve/'.length)
    const { body } = await browser().open(link)
    expect(body).toContain(`data-token="${token}" data-at="${at('17:00')}"`)
    const signedIn = await browser().open(link, { cookie: server.owner })
    expect(signedIn.body).not.toContain('data-at=')
  })

  it.each([
    ['unknown', 'unknown'],
    ['longer than its folder', 'a/b'],
    ['too long', 'x'.repeat(2_000)],
    ['undecodable', '%E0%A4%A'],
  ])('of a link that is %s says so, and leads on', async (_, token) => {
    const { statusCode, body, headers } = await browser().open(`/reserve/${token}`)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(textOf(body)).toMatch(/We can’t find this reservation.*Reserve again.*See the menu/)
  })

  it('is found with a slash at its end, and so is the form', async () => {
    const guest = browser()
    const link = await reserved(guest)
    expect(textOf((await guest.open(`${link}/`)).body)).toContain('Table reserved')
    expect((await guest.open(`${link}/?change`)).body).toContain(`action="${link}"`)
    expect((await guest.open('/reserve/')).headers.location).toBe('/reserve')
  })

  it('of the house without a number can be changed without one', async () => {
    const { mine } = await fixture.houseMade()
    const link = mine.replace('/api/reservations/mine/', '/reserve/')
    const guest = browser()
    const sent = { at: at('17:00'), party: 2, name: 'Dan Ilie', phoneNumber: '', notes: 'Late', do: 'change' }
    expect((await guest.post(link, sent)).statusCode).toBe(303)
  })
})

describe('what is hostile', () => {
  it('from another site, of another type, too long or of ten thousand fields is refused by a page', async () => {
    const guest = browser()
    const link = await reserved(guest)
    const fields = new URLSearchParams(
      Array.from({ length: 10_000 }, (_, i): [string, string] => [`f${i}`, 'x']),
    ).toString()
    for (const url of ['/reserve', link])
      for (const [expected, payload, headers] of [
        [403, 'do=cancel', { origin: 'https://evil.example' }],
        [403, 'do=cancel', { origin: 'null' }],
        [413, `notes=${'x'.repeat(16 * 1024 * 1024)}`, {}],
        [413, fields, {}],
        [415, '{}', { 'content-type': 'application/json' }],
        [415, 'x', { 'content-type': 'multipart/form-data; boundary=x' }],
      ] as const) {
        const response = await guest.send('POST', url, payload, headers)
        expect([url, response.statusCode, isPage(response)]).toEqual([url, expected, true])
        expect(response.body).not.toContain('"code"')
        // Only the hidden line for the script says that the restaurant could not be reached.
        expect(response.body.match(/could not be reached/g)).toHaveLength(1)
      }
    expect(await rows()).toHaveLength(1)
    // A few hundred names that nobody asked for are left aside.
    const odd = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`__proto__${i}`, 'x']))
    expect(
      (await guest.post('/reserve', { ...odd, key: await guest.form(), ...guest.wish({ name: 'Odd' }) })).statusCode,
    ).toBe(303)
  })

  it('is no other call: none reads a form', async () => {
    const { phoneNumber, ...wish } = browser().wish()
    for (const url of ['/api/reservations', '/api/orders', '/api/login'])
      expect((await browser().post(url, { ...wish, phoneNumber })).statusCode).toBe(415)
  })

  it('with two keys, none, or one that is no key, is made once for each time that it is sent', async () => {
    const guest = browser()
    const key = await guest.form()
    const two = `key=${'x'.repeat(22)}&${new URLSearchParams({ key, ...guest.wish() } as never)}`
    const links = []
    for (let i = 0; i < 2; i++) links.push((await guest.send('POST', '/reserve', two)).headers.location)
    expect(new Set(links).size).toBe(1)
    expect((await guest.post('/reserve', { key: "' or 1=1 --", ...guest.wish({ at: at('19:00') }) })).statusCode).toBe(
      303,
    )
    expect(await rows()).toHaveLength(2)
  })

  it('with the key of another browser and other contents reads nothing of its reservation', async () => {
    const guest = browser()
    const key = await guest.form()
    await guest.post('/reserve', { key, ...guest.wish({ name: 'Victim', notes: 'secret' }) })
    const stranger = browser()
    const { statusCode, body, headers } = await stranger.post('/reserve', {
      key,
      ...stranger.wish({ name: 'Stranger' }),
    })
    expect([statusCode, headers.location]).toEqual([409, undefined])
    expect(body).not.toMatch(/Victim|secret|reserve\/[\w-]{22}/)
    expect(textOf(body)).toContain('perhaps from another browser')
    expect(await rows('Stranger')).toEqual([])
  })

  it('that does nothing, and counts for nothing, makes nothing be read anew', async () => {
    const { db } = server.connection
    const hasForm = async () => /<form id="form"/.test((await browser().open()).body)
    expect(await hasForm()).toBe(true)
    await db.execute('update tables set reservable = not reservable')
    try {
      const { statusCode, headers } = await browser().post('/reserve/nothing', {})
      expect([statusCode, headers.location, await hasForm()]).toEqual([303, '/reserve/nothing', true])
    } finally {
      await db.execute('update tables set reservable = not reservable')
      await setSettings({ restaurantName: null })
    }
  })

  it('guesses links: thirty of a minute, then no more; a real one works beside them', async () => {
    const guest = browser()
    const link = await reserved(guest)
    const statuses = []
    for (let i = 0; i < 32; i++) {
      const response = await guest.open(`/reserve/${String(i).padStart(22, 'x')}`)
      expect(isPage(response)).toBe(true)
      statuses.push(response.statusCode)
    }
    expect([statuses.slice(0, 30).every((status) => status === 404), statuses.slice(30)]).toEqual([true, [429, 429]])
    expect((await guest.open(link)).statusCode).toBe(200)
  })

  it('reserves without end: the fourth of a number is refused by the page, with what was typed', async () => {
    const guest = browser()
    for (const day of [24, 25, 26]) await reserved(guest, { at: at('17:00', day) })
    const fourth = await guest.post('/reserve', { key: await guest.form(), ...guest.wish({ at: at('17:00', 27) }) })
    expect([fourth.statusCode, isPage(fourth), fourth.headers['retry-after']]).toEqual([429, true, '600'])
    expect(fourth.body).toContain(`value="${guest.phoneNumber}"`)
  })

  it('keeps the token of a link from the log, the metrics and referrers, and a session from its page', async () => {
    const guest = browser()
    const link = await reserved(guest)
    const token = link.slice('/reserve/'.length)
    await guest.open('/', { referer: `http://localhost${link}` })
    const { body } = await guest.open(link)
    // What the page loads and leads to, but for itself, is asked for without its address.
    for (const [element] of body.matchAll(/<(?:a|link|script) [^>]*(?:href|src)="\/[^"]*"[^>]*>/g))
      if (!element.includes(token) && !element.includes('icon')) expect(element).toMatch(/no-?referrer/)
    const metrics = await server.call('GET', '/metrics')
    expect(metrics.body).toContain('route="/reserve/*"')
    expect(metrics.body + server.logged()).not.toContain(token)
  })

  it('is a page, whatever fails: also where nothing can be read', async () => {
    const { db } = server.connection
    await db.execute('alter table reservations rename to away')
    const guest = browser()
    try {
      const { statusCode, body, headers } = await guest.open('/reserve/q1w2e3r4t5y6u7i8o9p0AB')
      expect([statusCode >= 500, isPage({ headers, body })]).toEqual([true, true])
      expect(textOf(body)).toContain('nothing is reserved twice')
    } finally {
      await db.execute('alter table away rename to reservations')
    }
  })
})

describe('what the pages are made of', () => {
  it('has the colours of all other pages', () => {
    const tokens = readFileSync(new URL('../../../../client/app/tokens.css', import.meta.url), 'utf8')
    const [light = '', dark = ''] = tokens.split('[data-theme="dark"] {')
    for (const [name, colours] of Object.entries(COLOURS))
      expect([light, dark].map((part) => new RegExp(`--${name}: (#\\w+);`).exec(part)?.[1])).toEqual([...colours])
  })

  it('is little: a script of at most 80 lines and 4 kB, and none of its words', async () => {
    const { body } = await browser().open()
    const [styles = '', script = ''] = [/href="(\/reserve\.css[^"]*)"/, /src="(\/reserve\.js[^"]*)"/].map(
      (address) => address.exec(body)?.[1] ?? '',
    )
    const [sheet, code] = [await server.call('GET', styles), await server.call('GET', script)]
    for (const { headers } of [sheet, code]) expect(headers['cache-control']).toContain('immutable')
    expect(code.body.trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    expect(Buffer.byteLength(code.body)).toBeLessThanOrEqual(4_300)
    expect(sheet.body).not.toMatch(/url\(http|@import|color-mix|:has\(|@layer|oklch/)
    const ro = await browser().open('/reserve?language=ro')
    for (const word of ['Rezervați', 'Reserve a', 'Linkul', 'Link copied']) expect(code.body).not.toContain(word)
    expect(Buffer.byteLength(ro.body)).toBeLessThanOrEqual(12_000)
  })
})
