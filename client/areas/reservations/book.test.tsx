import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  changeReservation,
  getFreeTimes,
  getReservation,
  listReservations,
  makeReservation,
} from '#shared/contracts/reservations.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { act, dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { renderBook, TABLES, tonight } from './reservations.fixture.tsx'
import { ReservationBook } from './reservations-button.tsx'

const rowsOf = async () =>
  await within(await screen.findByRole('list', { name: 'Reservations' })).findAllByRole('listitem')

it.each([
  ['takes none any more, with none to come', { on: false, left: true }, [], null],
  ['takes none any more, with one to come', { on: false, left: true }, [tonight()], 'Reservations: 1 to come'],
  ['takes some', { on: true, left: undefined }, [tonight({ status: 'done' })], 'Reservations: 0 to come'],
] as const)('where the house %s, the page shows %s', async (_, { on, left }, list, name) => {
  renderBook([...list], { settings: { reservations: { ...DEFAULT_RESERVATIONS, on }, reservationsLeft: left } })
  await waitFor(() => expect(fakeApi.callsOf(listReservations)).toHaveLength(1))
  if (name === null) expect(screen.queryByRole('button')).toBeNull()
  else expect(await screen.findByRole('button', { name })).toBeDefined()
})

it('asks for nothing where the house takes none, and none is left', async () => {
  renderBook([tonight()], { settings: { reservations: DEFAULT_RESERVATIONS, reservationsLeft: false } })
  await new Promise((resolve) => setTimeout(resolve))
  expect(fakeApi.callsOf(listReservations)).toEqual([])
  expect(screen.queryByRole('button')).toBeNull()
})

it('is fetched ahead where its button is shown', async () => {
  const fetched = vi.spyOn(ReservationBook, 'prefetch')
  renderBook([])
  await waitFor(() => expect(fetched).toHaveBeenCalled(), { timeout: 5000 })
})

it('shows a day by its time, what is to be done first, and what is known of the guests', async () => {
  const { openBook } = renderBook([
    tonight({ id: 1, name: 'Ion', status: 'done', tableIds: [41] }),
    tonight({ id: 2, name: 'Ana', at: '2026-11-20T18:00:00.000Z', tableIds: [42, 43], notes: 'window' }),
    tonight({ id: 3, name: 'Mihai', status: 'confirmed', before: { visits: 3, noShows: 1 } }),
    tonight({ id: 4, name: 'Dan', at: '2026-11-20T19:00:00.000Z', problem: 'closed' }),
  ])
  await openBook()
  const texts = (await rowsOf()).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringContaining('19:30Mihai'),
    expect.stringContaining('21:00Dan'),
    expect.stringMatching(/^The others, by time20:00Ana/),
    expect.stringMatching(/^Over19:30Ion/),
  ])
  expect(texts[0]).toMatch(/^Needs an answer or a call19:30Mihai/)
  expect(texts[0]).toContain('3 visits · 1 no-show')
  expect(texts[0]).toContain('20\u00a0min late')
  expect(texts[1]).toContain('closed then')
  expect(texts[2]).toContain('Table 2, Table 3')
  expect(texts[2]).toContain('“window”')
  const [, problem] = (await rowsOf()).map((row) => within(row))
  expect(problem?.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '+40 712 345 678',
    'SMS',
    'WhatsApp',
  ])
  expect(screen.getByRole('img', { name: 'Guests by hour: 19:00: 8 · 20:00: 12 · 21:00: 16' })).toBeDefined()
})

it('folds the cancelled ones of a day', async () => {
  const cancelled = [2, 3].map((id) => tonight({ id, name: `Ion ${id}`, status: 'cancelled' }))
  const { openBook, user } = renderBook([tonight(), ...cancelled])
  await openBook()
  expect(await rowsOf()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Cancelled: 2', expanded: false }))
  expect((await rowsOf()).map(({ textContent }) => /Ioana|Ion \d/.exec(textContent)?.[0])).toEqual([
    'Ioana',
    'Ion 2',
    'Ion 3',
  ])
  await user.click(screen.getByRole('button', { name: 'Cancelled: 2', expanded: true }))
  expect(await rowsOf()).toHaveLength(1)
})

it('confirms and seats from the list, in the version that it shows', async () => {
  const late = tonight({ id: 3, version: 7 })
  const { openBook, user } = renderBook([late])
  fakeApi.answers(changeReservation, { ...late, status: 'seated', version: 8 })
  await openBook()
  await user.click(await screen.findByRole('button', { name: 'Arrived: 19:30 Ioana\u00a0·\u00a04' }))
  expect(await screen.findByText('19:30 Ioana · 4: seated')).toBeDefined()
  const [call] = fakeApi.callsOf(changeReservation)
  expect([call?.body, call?.headers.get('If-Match')]).toEqual([{ status: 'seated' }, '"7"'])
})

it('leaves the row of who has just arrived under the finger', async () => {
  const [late, sits] = [
    tonight({ id: 3, name: 'Mihai' }),
    tonight({ id: 4, status: 'seated', at: '2026-11-20T16:00:00.000Z' }),
  ]
  const { openBook, user } = renderBook([late, sits])
  const seated = { ...late, status: 'seated' as const, version: 2 }
  fakeApi.answers(changeReservation, seated)
  await openBook()
  const times = async () => (await rowsOf()).map(({ textContent }) => /\d\d:\d\d/.exec(textContent)?.[0])
  expect(await times()).toEqual(['19:30', '18:00'])
  fakeApi.answers(listReservations, [seated, sits])
  await user.click(await screen.findByRole('button', { name: /^Arrived: 19:30/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Arrived/ })).toBeNull())
  expect(await times()).toEqual(['19:30', '18:00'])
  await user.click(screen.getByRole('radio', { name: /^tomorrow/ }))
  await user.click(screen.getByRole('radio', { name: /^today/ }))
  expect(await times()).toEqual(['18:00', '19:30'])
})

it('another day is fetched when it is chosen', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  expect(await screen.findByText('No reservations: today')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /^tomorrow Sat 21 Nov/ }))
  expect(await screen.findByText('No reservations: tomorrow')).toBeDefined()
  expect(fakeApi.callsOf(listReservations).at(-1)?.query).toEqual({ from: '2026-11-21', to: '2026-11-21' })
})

it('the field of another day can be emptied, and stays so until it is left', async () => {
  const { openBook } = renderBook([])
  await openBook()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Another day' })
  fireEvent.change(field, { target: { value: '' } })
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: '1' } })
  expect(field.value).toBe('1')
  fireEvent.blur(field)
  expect(field.value).toBe('20.11.2026')
})

it('a day beyond the next seven is said with its weekday, in the form too', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  fireEvent.change(screen.getByRole('textbox', { name: 'Another day' }), { target: { value: '12.12.2026' } })
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  expect((await dialog('New reservation')).getByText('Saturday, 12 Dec')).toBeDefined()
})

it('a reservation by telephone is at most four taps and two fields, and its message has the guest’s link', async () => {
  const made = tonight({
    id: 9,
    source: 'house',
    at: '2026-11-20T18:30:00.000Z',
    seenAt: '2026-11-20T17:50:00.000Z',
  })
  const { openBook, user } = renderBook([])
  fakeApi.answers(makeReservation, { reservation: made, link: '/reserve/secret' })
  fakeApi.answers(getReservation, { ...made, history: [], fromAddress: 1 })
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  await user.click(form.getByRole('radio', { name: '4' }))
  await user.click(await form.findByRole('radio', { name: '20:30' }))
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ioana')
  await user.fill(form.getByRole('textbox', { name: 'Phone' }), '0712345678')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const shown = await dialog('20:30 Ioana\u00a0·\u00a04')
  const [call] = fakeApi.callsOf(makeReservation)
  expect(call?.body).toEqual({
    ...{ name: 'Ioana', phoneNumber: '+40712345678', party: 4, at: '2026-11-20T18:30:00.000Z' },
    ...{ notes: null, language: 'en' },
  })
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/)
  const sms = await shown.findByRole('link', { name: 'Send SMS with the link' })
  expect(decodeURIComponent(sms.getAttribute('href') ?? '')).toContain('/reserve/secret')
})

it('a reservation whose answer was lost, and then had a note, is made once and then changed; its link stays', async () => {
  const made = tonight({ id: 9, source: 'house', at: '2026-11-20T18:30:00.000Z', name: 'Ioana', notes: null })
  const { openBook, user, t } = renderBook([])
  fakeApi.isOutOfReach(makeReservation)
  fakeApi.answers(getReservation, { ...made, notes: 'window', history: [], fromAddress: 1 })
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  await user.click(form.getByRole('radio', { name: '4' }))
  await user.click(await form.findByRole('radio', { name: '20:30' }))
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ioana')
  await user.fill(form.getByRole('textbox', { name: 'Phone' }), '0712345678')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(t('common.noConnection'))).toBeDefined()
  await user.fill(form.getByRole('textbox', { name: 'Notes' }), 'window')
  fakeApi.answers(makeReservation, { reservation: made, link: '/reserve/secret' })
  fakeApi.answers(changeReservation, { ...made, notes: 'window', version: 2 })
  await user.click(form.getByRole('button', { name: 'Save' }))
  const shown = await dialog('20:30 Ioana\u00a0·\u00a04')
  const [first, second] = fakeApi.callsOf(makeReservation)
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  expect(fakeApi.callsOf(makeReservation)).toHaveLength(2)
  expect(fakeApi.callsOf(changeReservation).map(({ path, body }) => [path, body])).toEqual([
    ['/api/reservations/9', { notes: 'window' }],
  ])
  const sms = await shown.findByRole('link', { name: 'Send SMS with the link' })
  expect(decodeURIComponent(sms.getAttribute('href') ?? '')).toContain('/reserve/secret')
})

it('a new one begins with two people at the next free time of today, and with no time of another day', async () => {
  const { openBook, user } = renderBook([])
  fakeApi.answers(getFreeTimes, [
    { at: '2026-11-20T17:30:00.000Z', tableIds: [41] },
    { at: '2026-11-20T18:00:00.000Z', tableIds: null },
    { at: '2026-11-20T18:30:00.000Z', tableIds: [41] },
  ])
  fakeApi.refuses(makeReservation, 409, { code: 'no_table', message: 'No table' })
  await openBook()
  await waitFor(() => expect(fakeApi.callsOf(getFreeTimes).map(({ query }) => query?.party)).toContain('2'))
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  expect(await form.findByText('Table 1')).toBeDefined()
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ioana')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('No table')).toBeDefined()
  expect(fakeApi.callsOf(makeReservation)[0]?.body).toMatchObject({ party: 2, at: '2026-11-20T18:30:00.000Z' })
  await user.click(form.getByRole('radio', { name: /^tomorrow/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Choose a time')).toBeDefined()
})

it('says that a number has a reservation of that day already', async () => {
  const { openBook, user } = renderBook([tonight({ name: 'Ioana', phoneNumber: '40712345678' })])
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  await user.fill(form.getByRole('textbox', { name: 'Phone' }), '0712345679')
  expect(form.queryByText(/^Reserved already/)).toBeNull()
  await user.fill(form.getByRole('textbox', { name: 'Phone' }), '0712345678')
  expect(await form.findByText('Reserved already on that day: 19:30 Ioana · 4')).toBeDefined()
  await user.click(form.getByRole('radio', { name: /^tomorrow/ }))
  await waitFor(() => expect(fakeApi.callsOf(listReservations).at(-1)?.query?.from).toBe('2026-11-21'))
})

it('a form that begins anew shows nothing of what was typed', async () => {
  const { openBook, user, t } = renderBook([])
  await openBook()
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'New reservation' }))
    return dialog('New reservation')
  }
  const first = await open()
  await user.fill(first.getByRole('textbox', { name: 'Phone' }), '0712345678')
  await user.click(first.getByRole('radio', { name: '9+' }))
  await user.fill(first.getByRole('textbox', { name: 'How many people?' }), '12')
  await user.click(first.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New reservation' })).toBeNull())
  const form = await open()
  const typed = () =>
    ['Phone', 'How many people?'].map((name) => form.queryByRole<HTMLInputElement>('textbox', { name })?.value)
  expect(typed()).toEqual(['0712 345 678', '12'])
  await user.click(form.getByRole('button', { name: t('drafts.startOver') }))
  expect(typed()).toEqual(['', undefined])
})

it('times and tables that others have are seen as such, and a tap chooses another table', async () => {
  const others = tonight({
    at: '2026-11-20T18:30:00.000Z',
    until: '2026-11-20T20:30:00.000Z',
    tableIds: [43],
  })
  const { openBook, user } = renderBook([others])
  fakeApi.answers(getFreeTimes, [{ at: '2026-11-20T18:30:00.000Z', tableIds: null }])
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  await user.click(form.getByRole('radio', { name: '8' }))
  expect(await form.findByRole('radio', { name: '20:30 full' })).toHaveProperty('disabled', false)
  await user.click(form.getByRole('radio', { name: '20:30 full' }))
  expect(fakeApi.callsOf(getFreeTimes).map(({ query }) => query)).toEqual([
    { date: '2026-11-20', party: '1' },
    { date: '2026-11-20', party: '2' },
    { date: '2026-11-20', party: '8' },
  ])
  expect(form.getByRole('checkbox', { name: '3 · taken' })).toBeDefined()
  fakeApi.refuses(makeReservation, 409, { code: 'table_taken', message: 'Table 2 is reserved', tableNumber: 2 })
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ioana')
  await user.click(form.getByRole('checkbox', { name: '2 · 4 seats' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Table 2: 4 seats, 8 guests. Save it so?' }))
  await user.click(asked.getByRole('button', { name: 'Save' }))
  const tables = within(await form.findByRole('group', { name: 'Table' }))
  expect(await tables.findByText('Table 2 is reserved')).toBeDefined()
  expect(fakeApi.callsOf(makeReservation)[0]?.body).toMatchObject({ party: 8, tableIds: [42], phoneNumber: '' })
})

it('more people than the buttons offer are typed', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  // A call begins with the people, most of them few.
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('radio', { name: '2' })))
  await user.click(form.getByRole('radio', { name: '9+' }))
  // Nine is chosen; what is typed takes its place.
  const field = form.getByRole<HTMLInputElement>('textbox', { name: 'How many people?' })
  expect([field.value, document.activeElement === field]).toEqual(['9', true])
  await user.keyboard('12')
  await user.click(await form.findByRole('radio', { name: /^20:30/ }))
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ioana')
  fakeApi.refuses(makeReservation, 409, { code: 'no_table', message: 'No table' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('No table')).toBeDefined()
  expect(fakeApi.callsOf(makeReservation)[0]?.body).toMatchObject({ party: 12 })
})

it('asks for people and time where they are missing', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  await user.click(screen.getByRole('button', { name: 'New reservation' }))
  const form = await dialog('New reservation')
  await user.click(form.getByRole('radio', { name: '9+' }))
  await user.fill(form.getByRole('textbox', { name: 'How many people?' }), '')
  await user.click(form.getByRole('radio', { name: /^tomorrow/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Choose how many people')).toBeDefined()
  expect(form.getByText('Choose a time')).toBeDefined()
  expect(form.getByText('Name must be at least 2 characters')).toBeDefined()
  expect(fakeApi.callsOf(makeReservation)).toEqual([])
})

it('a gap opens the form with its table and its time, which the reservation then has', async () => {
  const { openBook, user } = renderBook([tonight({ tableIds: [41] })])
  await openBook()
  const grid = within(await screen.findByRole('list', { name: 'Tables by the hour' }))
  expect(grid.getByRole('button', { name: '19:30 Ioana\u00a0·\u00a04' })).toBeDefined()
  const gap = grid.getByRole('button', { name: 'New reservation: Table 2' })
  // The row shows 19:00 to 22:00.
  gap.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect
  act(() => void gap.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 270 })))
  const form = await dialog('New reservation')
  expect(form.getByRole('checkbox', { name: /^2 · / })).toHaveProperty('checked', true)
  await user.click(form.getByRole('radio', { name: '4' }))
  await user.fill(form.getByRole('textbox', { name: 'Name' }), 'Ana')
  fakeApi.refuses(makeReservation, 409, { code: 'no_table', message: 'No table' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('No table')).toBeDefined()
  expect(fakeApi.callsOf(makeReservation)[0]?.body).toMatchObject({ at: '2026-11-20T18:30:00.000Z', tableIds: [42] })
})

it('a table where others sit is no gap', async () => {
  const { openBook } = renderBook([tonight({ tableIds: [41] })])
  fakeApi.answers(
    getTables,
    TABLES.map((table) => ({ ...table, status: table.number === 2 ? 'occupied' : table.status })),
  )
  await openBook()
  const rows = within(await screen.findByRole('list', { name: 'Tables by the hour' })).getAllByRole('listitem')
  await waitFor(() => expect(rows.map((row) => row.textContent?.includes('in use'))).toEqual([false, true, false]))
})

it('asks before it seats where others sit', async () => {
  const { openBook, user } = renderBook([tonight({ tableIds: [42] })])
  fakeApi.answers(
    getTables,
    TABLES.map((table) => ({ ...table, status: table.number === 2 ? 'occupied' : table.status })),
  )
  fakeApi.answers(changeReservation, tonight({ tableIds: [42], status: 'seated' }))
  await openBook()
  await screen.findByText('in use')
  await user.click(screen.getByRole('button', { name: /^Arrived: 19:30/ }))
  const question = await screen.findByRole('alertdialog', { name: 'Guests sit here already: Table 2. The same ones?' })
  expect(fakeApi.callsOf(changeReservation)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Arrived' }))
  await waitFor(() => expect(fakeApi.callsOf(changeReservation)[0]?.body).toEqual({ status: 'seated' }))
})

it('offers another table where others sit', async () => {
  const late = tonight({ tableIds: [42], source: 'house' })
  const { openBook, user } = renderBook([late])
  fakeApi.answers(
    getTables,
    TABLES.map((table) => ({ ...table, status: table.number === 2 ? 'occupied' : table.status })),
  )
  fakeApi.answers(getReservation, { ...late, history: [], fromAddress: 1 })
  await openBook()
  await screen.findByText('in use')
  await user.click(screen.getByRole('button', { name: /^Arrived: 19:30/ }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Another table' }))
  const form = await dialog(/Ioana/)
  await user.click(await form.findByRole('checkbox', { name: /^3 · 8 seats/ }))
  expect(form.getByText(/instead of Table 2/)).toBeDefined()
  fakeApi.answers(changeReservation, { ...late, tableIds: [43], version: 2 })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(changeReservation)[0]?.body).toEqual({ tableIds: [43] }))
})

it('who was seated early sits from then on', async () => {
  const early = { status: 'seated', at: '2026-11-20T18:30:00.000Z', until: '2026-11-20T20:30:00.000Z' } as const
  const { openBook } = renderBook([tonight({ ...early, tableIds: [41], seatedAt: '2026-11-20T17:30:00.000Z' })])
  await openBook()
  const grid = within(await screen.findByRole('list', { name: 'Tables by the hour' }))
  // The hours are 19:00 to 23:00.
  const bar = grid.getByRole('button', { name: /Ioana.*seated/ })
  expect([bar.style.left, bar.style.width]).toEqual(['12.5%', 'calc(87.5% - 12.5% - 2px)'])
})

it('finds those to come by name or number, with their day', async () => {
  const { openBook, user } = renderBook([tonight({ name: 'Elena Pavel', at: '2026-11-21T17:30:00.000Z' })])
  await openBook()
  await user.fill(screen.getByRole('textbox', { name: 'Name or phone' }), 'pavel')
  await waitFor(() => expect(fakeApi.callsOf(listReservations).at(-1)?.query).toEqual({ q: 'pavel' }))
  const found = await screen.findByRole('listitem', { name: /Elena Pavel/ })
  await waitFor(() => expect(found.textContent).toContain('Saturday, 21 Nov'))
})

it('finds cancelled ones too, with their state', async () => {
  const { openBook, user } = renderBook([
    tonight({ id: 2, name: 'Ana Pavel', status: 'cancelled' }),
    tonight({ name: 'Elena Pavel', at: '2026-11-21T17:30:00.000Z' }),
  ])
  await openBook()
  await user.fill(screen.getByRole('textbox', { name: 'Name or phone' }), 'pavel')
  await waitFor(async () =>
    expect((await rowsOf()).map(({ textContent }) => /Elena|Ana/.exec(textContent)?.[0])).toEqual(['Elena', 'Ana']),
  )
  expect((await rowsOf())[1]?.textContent).toContain('cancelled')
  expect(screen.queryByRole('button', { name: 'Cancelled: 1' })).toBeNull()
})

it('leads to the floor for guests without a reservation', async () => {
  const { openBook } = renderBook([])
  await openBook()
  expect(screen.getByRole('link', { name: 'Walk-in' }).getAttribute('href')).toBe('/floor')
})

it('marks the days of requests that wait for an answer', async () => {
  const { openBook } = renderBook([tonight({ status: 'asked', at: '2026-11-22T17:30:00.000Z' })])
  await openBook()
  expect(await screen.findByRole('radio', { name: /^Sun.*22 Nov.*To answer: 1$/ })).toBeDefined()
  expect(screen.queryByRole('radio', { name: /^tomorrow.*To answer/ })).toBeNull()
})

it('guests who stay longer than planned have their table for the next hour too', async () => {
  const stays = { at: '2026-11-20T16:00:00.000Z', until: '2026-11-20T17:30:00.000Z' }
  const { openBook } = renderBook([tonight({ ...stays, status: 'seated', tableIds: [41] })])
  await openBook()
  const grid = within(await screen.findByRole('list', { name: 'Tables by the hour' }))
  const bar = grid.getByRole('button', { name: /^18:00 Ioana/ })
  // The grid shows 18:00 to 21:00; it is 19:50.
  expect(Number.parseFloat(bar.style.width.replace('calc(', ''))).toBeCloseTo((100 * 170) / 180, 1)
})

it('a gap has its own table and time, also where the draft of another one has others', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  const grid = within(await screen.findByRole('list', { name: 'Tables by the hour' }))
  const openGap = async (table: number) => {
    const gap = grid.getByRole('button', { name: `New reservation: Table ${table}` })
    gap.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect
    act(() => void gap.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 270 })))
    return dialog('New reservation')
  }
  const first = await openGap(2)
  await user.fill(first.getByRole('textbox', { name: 'Name' }), 'Ana')
  await user.click(await first.findByRole('checkbox', { name: '1 · 2 seats' }))
  await user.click(first.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New reservation' })).toBeNull())
  const form = await openGap(3)
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Ana')
  await waitFor(() => expect(form.getByRole('checkbox', { name: /^3 · / })).toHaveProperty('checked', true))
  expect(form.getByRole('checkbox', { name: /^1 · / })).toHaveProperty('checked', false)
})

it('returns the focus to the button that opened the form', async () => {
  const { openBook, user } = renderBook([])
  await openBook()
  const add = await screen.findByRole('button', { name: 'New reservation' })
  add.focus()
  await user.keyboard('{Enter}')
  await dialog('New reservation')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New reservation' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(add))
})
