import { afterEach, expect, it } from 'vitest'
import * as api from '#shared/contracts/reservations.ts'
import type { ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { closeDialog } from '../../lib/dialogs/open-dialog.ts'
import { act, dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { openReservation } from './requests.ts'
import { renderBook, tonight } from './reservations.fixture.tsx'

afterEach(() => closeDialog('reservation'))

const SEEN = { seenAt: '2026-11-20T09:00:00.000Z' }
const step = (minutes: number, status?: ReservationStatus, fields: string[] = []) => ({
  at: new Date(Date.parse('2026-11-20T17:50:00.000Z') - minutes * 60_000).toISOString(),
  ...{ user: 'ana', status, fields },
})

/** Opens the dialog of a reservation above the book. */
async function open(
  fields: Partial<api.ListedReservation> = {},
  { history = [step(300, fields.status ?? 'confirmed')], isOwner = true } = {},
) {
  const one = tonight({ ...SEEN, ...fields })
  const rendered = renderBook([one], { isOwner })
  fakeApi.answers(api.getReservation, { ...one, history } as api.ReservationWithHistory)
  act(() => openReservation({ id: one.id }))
  return { ...rendered, one, shown: await dialog(/Ioana\u00a0·\u00a0\d$/) }
}
const buttons = (within: Awaited<ReturnType<typeof dialog>>) =>
  within.queryAllByRole('button').flatMap(({ textContent }) => textContent || [])
const STEPS = ['Confirm', 'Decline', 'Arrived', 'No-show', 'They have left', 'Cancel the reservation']

it.each([
  ['asked', '2026-11-20T18:30:00.000Z', ['Confirm', 'Decline']],
  ['confirmed', '2026-11-20T18:30:00.000Z', ['Arrived', 'Cancel the reservation']],
  ['confirmed', '2026-11-20T17:30:00.000Z', ['Arrived', 'Cancel the reservation', 'No-show']],
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
    expect.stringContaining('ana: people 2 → 3, table Table 1 → Table 2'),
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
    tableIds: [42],
  })
  await user.click(await shown.findByRole('button', { name: 'Change' }))
  fakeApi.answers(api.changeReservation, { ...one, until: '2026-11-20T23:00:00.000Z', tableIds: [42, 43], version: 2 })
  await user.click(await shown.findByRole('checkbox', { name: 'Several tables' }))
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
  await user.click(await shown.findByRole('checkbox', { name: 'Several tables' }))
  for (const name of ['1 · 2 seats', '2 · 4 seats']) await user.click(shown.getByRole('checkbox', { name }))
  expect(shown.getByText('With a table, saving confirms the request.')).toBeDefined()
  fakeApi.answers(api.changeReservation, { ...one, status: 'confirmed', tableIds: [41, 42], version: 2 })
  await user.click(shown.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fakeApi.callsOf(api.changeReservation)).toHaveLength(2))
  expect(fakeApi.callsOf(api.changeReservation)[1]?.body).toMatchObject({ status: 'confirmed', tableIds: [41, 42] })
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
  await over.user.click(await over.shown.findByRole('button', { name: /^More/ }))
  expect(await screen.findByRole('menuitem', { name: 'Erase the guest’s details' })).toBeDefined()
})

it('offers to cancel all of a number only where it has several', async () => {
  const { user, shown } = await open({ source: 'house' })
  await shown.findByRole('heading', { name: 'History' })
  await waitFor(() =>
    expect(fakeApi.callsOf(api.listReservations).map(({ query }) => query?.q)).toContain('40712345678'),
  )
  expect(shown.queryByRole('button', { name: /^More/ })).toBeNull()
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
