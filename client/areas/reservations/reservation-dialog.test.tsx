import { expect, it } from 'vitest'
import * as api from '#shared/contracts/reservations.ts'
import type { ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { closeDialog } from '../../lib/dialogs/open-dialog.ts'
import { act, dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { openReservation } from './requests.ts'
import { renderBook, tonight } from './reservations.fixture.tsx'

const SEEN = { seenAt: '2026-11-20T09:00:00.000Z' }
const step = (minutes: number, status?: ReservationStatus, fields: string[] = []) => ({
  at: new Date(Date.parse('2026-11-20T17:50:00.000Z') - minutes * 60_000).toISOString(),
  ...{ user: 'ana', status, fields },
})

/** Opens the dialog of a reservation above the book. */
async function open(
  fields: Partial<api.ListedReservation> = {},
  { history = [step(300, fields.status ?? 'confirmed')], isOwner = true, fromAddress = 1 } = {},
) {
  const one = tonight({ ...SEEN, ...fields })
  const rendered = renderBook([one], { isOwner })
  fakeApi.answers(api.getReservation, { ...one, history, fromAddress } as api.ReservationWithHistory)
  act(() => openReservation({ id: one.id }))
  return { ...rendered, one, shown: await dialog(/Ioana\u00a0·\u00a0\d$/) }
}
const buttons = (within: Awaited<ReturnType<typeof dialog>>) =>
  within.queryAllByRole('button').flatMap(({ textContent }) => textContent || [])
const STEPS = ['Confirm', 'Decline', 'Arrived', 'No-show', 'They have left', 'Cancel the reservation']

it.each([
  ['asked', '2026-11-20T18:30:00.000Z', ['Confirm', 'Decline']],
  ['confirmed', '2026-11-20T18:30:00.000Z', ['Arrived', 'Cancel the reservation']],
  ['confirmed', '2026-11-20T17:30:00.000Z', ['Arrived', 'No-show', 'Cancel the reservation']],
  ['seated', '2026-11-20T17:30:00.000Z', ['They have left']],
  ['no_show', '2026-11-20T17:30:00.000Z', []],
] as const)('offers the steps of what is %s at %s', async (status, at, steps) => {
  const { shown } = await open({ status, at })
  await shown.findByRole('heading', { name: 'History' })
  expect(buttons(shown).filter((name) => STEPS.includes(name))).toEqual(steps)
})

it.each([
  ['done', 'confirmed', '2026-11-20T14:00:00.000Z', ['Arrived', 'No-show']],
  ['done', 'confirmed', '2026-11-19T14:00:00.000Z', []],
  ['cancelled', 'asked', '2026-11-20T17:30:00.000Z', ['Confirm']],
  ['cancelled', 'asked', '2026-11-20T17:00:00.000Z', []],
  ['done', 'seated', '2026-11-19T17:00:00.000Z', []],
  ['confirmed', 'confirmed', '2026-11-21T17:00:00.000Z', ['Cancel the reservation']],
] as const)('reads %s where it is stored as %s, and offers the steps of %s', async (status, stored, at, steps) => {
  const until = new Date(Date.parse(at) + 60_000).toISOString()
  const { shown } = await open({ status, at, until }, { history: [step(300, stored)] })
  await shown.findByRole('heading', { name: 'History' })
  expect(buttons(shown).filter((name) => STEPS.includes(name))).toEqual(steps)
})

it('says no-show, and takes that back within half an hour', async () => {
  const { user, shown, one, unmount } = await open()
  fakeApi.answers(api.changeReservation, { ...one, status: 'no_show', version: 2 })
  await user.click(await shown.findByRole('button', { name: 'No-show' }))
  expect(await screen.findByText('19:30 Ioana · 4: did not come')).toBeDefined()
  unmount()
  closeDialog('reservation')
  const history = [step(300, 'confirmed'), step(29, 'no_show')]
  const back = await open({ status: 'no_show', version: 2 }, { history })
  fakeApi.answers(api.changeReservation, { ...one, version: 3 })
  await back.user.click(await back.shown.findByRole('button', { name: 'Undo: back to confirmed' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(2))
  expect(fakeApi.callsOf(api.changeReservation).map(({ body }) => body)).toEqual([
    { status: 'no_show' },
    { status: 'confirmed' },
  ])
})

it('a request that was declined reads so, also in its history, and its message says so', async () => {
  const history = [{ ...step(300, 'asked'), user: null as never }, step(5, 'cancelled')]
  const { shown } = await open({ status: 'cancelled', declined: true, language: 'en' }, { history })
  expect(await shown.findByText('declined')).toBeDefined()
  const entries = within(await shown.findByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent?.split(': ')[1])).toEqual(['requested', 'declined'])
  const sms = decodeURIComponent(shown.getByRole('link', { name: 'SMS' }).getAttribute('href') ?? '')
  expect(sms).toContain('we have no table for you')
})

it('asks before a request is open again and loses the tables that were chosen', async () => {
  const history = [{ ...step(300, 'asked'), user: null as never }, step(5, 'confirmed')]
  const { user, shown, one } = await open({ tableIds: [42, 43] }, { history })
  fakeApi.answers(api.changeReservation, { ...one, status: 'asked', tableIds: [], version: 2 })
  await user.click(await shown.findByRole('button', { name: 'Undo: back to requested' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Undo: back to requested' }))
  expect(asked.getByText('It no longer has a table then. Free again: Table 2, Table 3.')).toBeDefined()
  expect(fakeApi.callsOf(api.changeReservation)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ status: 'asked' }))
})

it.each(['', '40712345678'])(
  'right after it was made with the number “%s”, cancelling comes last',
  async (phoneNumber) => {
    const one = tonight({ ...SEEN, at: '2026-11-21T18:30:00.000Z', phoneNumber })
    renderBook([one])
    fakeApi.answers(api.getReservation, { ...one, history: [step(0, 'confirmed')], fromAddress: 1 })
    act(() => openReservation({ id: one.id, link: '/reserve/secret' }))
    const shown = await dialog(/Ioana/)
    await shown.findByRole('heading', { name: 'History' })
    expect(buttons(shown).filter((name) => !name.startsWith('More'))).toEqual(['Change', 'Cancel the reservation'])
    // Without a number, there is no way to send it.
    expect(shown.queryByText(/link can be seen only now/) !== null).toBe(phoneNumber !== '')
  },
)

it('offers to cancel all from an address only where there are several', async () => {
  const menu = async (fromAddress: number) => {
    const { user, t, shown, unmount } = await open({ source: 'guest' }, { fromAddress })
    await shown.findByRole('heading', { name: 'History' })
    const more = shown.queryByRole('button', { name: t('common.moreFor', { name: 'Ioana' }) })
    if (more) await user.click(more)
    const found = screen.queryByRole('menuitem', { name: t('reservations.cancelAll.address') }) !== null
    unmount()
    closeDialog('reservation')
    return found
  }
  expect([await menu(1), await menu(2)]).toEqual([false, true])
})

it('a step of longer ago stays', async () => {
  const { shown } = await open({ status: 'no_show' }, { history: [step(300, 'confirmed'), step(31, 'no_show')] })
  await shown.findByRole('heading', { name: 'History' })
  expect(shown.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('shows who changed what, and marks a guest’s as seen', async () => {
  fakeApi.answers(api.seeReservation, tonight(SEEN))
  const history = [
    { ...step(300, 'confirmed'), user: null as never },
    { ...step(30, undefined, ['party', 'tableIds']), was: { party: 2, tableIds: [41] } },
    { ...step(20, undefined, ['at', 'party', 'notes']), was: { at: '2026-11-20T17:00:00.000Z', party: 3 } },
  ]
  const { shown } = await open({ seenAt: null, tableIds: [42] }, { history })
  const entries = within(await shown.findByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Friday, 20 Nov, 14:50 · the guest: confirmed',
    expect.stringContaining('ana: people 2 → 3, Table 1 → Table 2'),
    expect.stringContaining('ana: time 19:00 → 19:30, people 3 → 4, note'),
  ])
  await waitFor(() =>
    expect(fakeApi.callsOf(api.seeReservation).map(({ path, body }) => [path, body])).toEqual([
      ['/api/reservations/1/seen', { version: 1 }],
    ]),
  )
})

it('a private party has an end of its own and several tables', async () => {
  const { user, shown, one } = await open({
    at: '2026-11-20T18:30:00.000Z',
    until: '2026-11-20T20:30:00.000Z',
    party: 9,
    tableIds: [42],
  })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.changeReservation, { ...one, until: '2026-11-20T23:00:00.000Z', tableIds: [42, 43], version: 2 })
  await user.click(await shown.findByRole('checkbox', { name: '3 · 8 seats' }))
  await user.fill(shown.getByRole('textbox', { name: 'Until' }), '01:00')
  // Its end stays that of its evening.
  await user.click(shown.getByRole('radio', { name: /^tomorrow/ }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The reservation has been saved')).toBeDefined()
  const [call] = fakeApi.callsOf(api.changeReservation)
  expect(call?.body).toEqual({
    at: '2026-11-21T18:30:00.000Z',
    until: '2026-11-21T23:00:00.000Z',
    tableIds: [42, 43],
  })
})

it('a request that no single table takes is confirmed by choosing several', async () => {
  const { user, shown, one } = await open({ at: '2026-11-20T18:30:00.000Z', status: 'asked', party: 6, tableIds: [] })
  fakeApi.refuses(api.changeReservation, 409, { code: 'no_table', message: 'No table' })
  await user.click(await shown.findByRole('button', { name: 'Confirm' }))
  const tables = within(await shown.findByRole('group', { name: 'Table' }))
  expect(await tables.findByText('No table. Choose one, or several together.')).toBeDefined()
  expect(document.activeElement).toBe(tables.getAllByRole('checkbox')[0])
  expect(screen.queryByText('The change could not be saved')).toBeNull()
  for (const name of ['1 · 2 seats', '2 · 4 seats']) await user.click(await shown.findByRole('checkbox', { name }))
  expect(shown.getByText('6 of 6 seats')).toBeDefined()
  expect(shown.getByText('With a table, saving confirms the request.')).toBeDefined()
  fakeApi.answers(api.changeReservation, { ...one, status: 'confirmed', tableIds: [41, 42], version: 2 })
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(2))
  expect(fakeApi.callsOf(api.changeReservation)[1]?.body).toMatchObject({ status: 'confirmed', tableIds: [41, 42] })
})

it('a tap adds a table while the seats are too few, and then replaces; fewer seats are saved after a question', async () => {
  const { user, shown, one } = await open({ at: '2026-11-20T18:30:00.000Z', party: 9, tableIds: [41] })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  const chosen = () =>
    shown.getAllByRole<HTMLInputElement>('checkbox').flatMap(({ checked }, i) => (checked ? i + 1 : []))
  expect(await shown.findByText('2 of 9 seats')).toBeDefined()
  await user.click(shown.getByRole('checkbox', { name: '3 · 8 seats' }))
  expect([chosen(), shown.queryByText('10 of 9 seats') !== null]).toEqual([[1, 3], true])
  await user.click(shown.getByRole('checkbox', { name: '2 · 4 seats' }))
  expect([chosen(), shown.queryByText('4 of 9 seats') !== null]).toEqual([[2], true])
  await user.click(shown.getByRole('checkbox', { name: '2 · 4 seats' }))
  await user.click(shown.getByRole('checkbox', { name: '1 · 2 seats' }))
  await user.click(shown.getByRole('radio', { name: /^20:30/ }))
  await user.fill(shown.getByRole('textbox', { name: 'Notes' }), 'window')
  await user.click(shown.getByRole('button', { name: 'Save' }))
  const question = { name: 'Table 1: 2 seats, 9 guests. Save it so?' }
  const asked = within(await screen.findByRole('alertdialog', question))
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(fakeApi.callsOf(api.changeReservation)).toEqual([])
  fakeApi.answers(api.changeReservation, one)
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog', question)).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(1))
  expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ notes: 'window', tableIds: [41] })
})

it('a tap on another table changes the table', async () => {
  const { user, shown, one } = await open({ at: '2026-11-20T18:30:00.000Z', tableIds: [42] })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.changeReservation, one)
  await user.click(await shown.findByRole('checkbox', { name: '3 · 8 seats' }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(1))
  expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ tableIds: [43] })
})

it('a move to another day keeps the time', async () => {
  const { user, shown, one } = await open({
    at: '2026-11-20T18:30:00.000Z',
    until: '2026-11-20T20:30:00.000Z',
    tableIds: [42],
  })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.changeReservation, one)
  await user.click(await shown.findByRole('radio', { name: /^tomorrow/ }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(1))
  expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ at: '2026-11-21T18:30:00.000Z' })
})

it('shows the table that a new time or more people give it, before it is saved', async () => {
  const at = '2026-11-21T18:30:00.000Z'
  const other = tonight({ id: 9, at, until: '2026-11-21T20:30:00.000Z', tableIds: [42] })
  const { user, shown, one } = await open({
    at: '2026-11-20T18:30:00.000Z',
    until: '2026-11-20T20:30:00.000Z',
    party: 2,
    tableIds: [41],
  })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  const chosen = () =>
    shown.getAllByRole<HTMLInputElement>('checkbox').flatMap(({ checked }, i) => (checked ? i + 1 : []))
  await waitFor(() => expect(chosen()).toEqual([1]))
  await user.click(shown.getByRole('radio', { name: '4' }))
  await waitFor(() => expect(chosen()).toEqual([2]))
  fakeApi.answers(api.listReservations, [other])
  fakeApi.answers(api.getFreeTimes, [{ at, tableIds: [43] }])
  await user.click(shown.getByRole('radio', { name: /^tomorrow/ }))
  await waitFor(() => expect(chosen()).toEqual([3]))
  expect(shown.getByText('8 of 4 seats')).toBeDefined()
  fakeApi.answers(api.changeReservation, one)
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ at, party: 4, tableIds: [43] }))
})

it('asks before it is saved without the table that it had', async () => {
  const at = '2026-11-21T18:30:00.000Z'
  const { user, shown } = await open({
    at: '2026-11-20T18:30:00.000Z',
    until: '2026-11-20T20:30:00.000Z',
    tableIds: [42],
  })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.listReservations, [tonight({ id: 9, at, until: '2026-11-21T20:30:00.000Z', tableIds: [42] })])
  fakeApi.answers(api.getFreeTimes, [{ at, tableIds: null }])
  await user.click(await shown.findByRole('radio', { name: /^tomorrow/ }))
  expect(await shown.findByRole('checkbox', { name: '2 · taken', checked: false })).toBeDefined()
  await user.click(shown.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alertdialog', { name: '0 seats, 4 guests. Save it so?' })).toBeDefined()
})

it('a time after midnight stays in the evening to which it is moved', async () => {
  const { user, shown, one } = await open({ at: '2026-11-20T22:30:00.000Z', until: '2026-11-21T00:30:00.000Z' })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.changeReservation, one)
  await user.click(await shown.findByRole('radio', { name: /^tomorrow/ }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(1))
  expect(fakeApi.callsOf(api.changeReservation)[0]?.body).toEqual({ at: '2026-11-21T22:30:00.000Z' })
})

it('owners cancel all of a number, and erase what is over', async () => {
  fakeApi.answers(api.cancelReservations, { cancelled: 3 })
  const { user, shown, unmount } = await open()
  fakeApi.answers(api.listReservations, [tonight(), tonight({ id: 2 })])
  await user.click(await shown.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel all from this number' }))
  const asked = within(await screen.findByRole('alertdialog'))
  await user.click(asked.getByRole('button', { name: 'Cancel all from this number' }))
  expect(await screen.findByText('Cancelled: 3')).toBeDefined()
  expect(fakeApi.callsOf(api.cancelReservations)[0]?.body).toEqual({ id: 1, same: 'number' })
  unmount()
  closeDialog('reservation')
  const over = await open({ status: 'done' })
  expect(await over.shown.findByRole('button', { name: 'Erase the guest’s details' })).toBeDefined()
})

it('owners erase who has only a number, and one to come after cancelling it', async () => {
  const { user, shown, one, unmount } = await open()
  fakeApi.answers(api.changeReservation, { ...one, status: 'cancelled', version: 2 })
  fakeApi.answers(api.eraseReservation, { ...one, status: 'cancelled', name: '', phoneNumber: '', version: 3 })
  await user.click(await shown.findByRole('button', { name: /^More/ }))
  const both = 'Cancel, and erase the guest’s details'
  await user.click(await screen.findByRole('menuitem', { name: both }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: both }))
  await waitFor(() => expect(fakeApi.callsOf(api.eraseReservation)).toHaveLength(1))
  expect(fakeApi.callsOf(api.changeReservation).map(({ body }) => body)).toEqual([{ status: 'cancelled' }])
  unmount()
  closeDialog('reservation')
  const over = tonight({ ...SEEN, status: 'cancelled', name: '' })
  renderBook([over], { isOwner: true })
  fakeApi.answers(api.getReservation, { ...over, history: [step(300, 'cancelled')], fromAddress: 1 })
  act(() => openReservation({ id: over.id }))
  expect(await screen.findByRole('button', { name: 'Erase the guest’s details' })).toBeDefined()
})

it('offers to cancel all of a number only where it has several', async () => {
  const { user, shown } = await open({ source: 'house' })
  await shown.findByRole('heading', { name: 'History' })
  await waitFor(() =>
    expect(fakeApi.callsOf(api.listReservations).map(({ query }) => query?.q)).toContain('40712345678'),
  )
  await user.click(shown.getByRole('button', { name: /^More/ }))
  expect(screen.queryByRole('menuitem', { name: 'Cancel all from this number' })).toBeNull()
  await user.keyboard('{Escape}')
  // The form is left without a word that could mean the reservation.
  await user.click(shown.getByRole('button', { name: 'Change' }))
  expect(shown.getByRole('button', { name: 'Back' })).toBeDefined()
  expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

it('staff do not', async () => {
  const { shown } = await open({ status: 'done' }, { isOwner: false })
  await shown.findByRole('heading', { name: 'History' })
  expect(shown.queryByRole('button', { name: /^More/ })).toBeNull()
})
