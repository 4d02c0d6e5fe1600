import { expect, it } from 'vitest'
import {
  changeReservation,
  getFreeTimes,
  getReservation,
  listReservations,
  makeReservation,
} from '#shared/contracts/reservations.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { ReservationForm } from './reservation-form.tsx'
import { TABLES, tonight } from './reservations.fixture.tsx'

const AT = '2026-11-20T18:30:00.000Z'
const one = tonight({ id: 9, at: AT, until: '2026-11-20T20:30:00.000Z', party: 2, tableIds: [41], source: 'house' })

/** Renders the form, which stays as it is when it is done. */
function renderForm(props: Partial<Parameters<typeof ReservationForm>[0]> = {}) {
  setServerTime('Fri, 20 Nov 2026 17:50:00 GMT')
  fakeApi.answers(listReservations, [])
  fakeApi.answers(getTables, TABLES)
  fakeApi.answers(getFreeTimes, [{ at: AT, tableIds: [41] }])
  fakeApi.answers(getReservation, { ...one, history: [], fromAddress: 1 })
  const saved: unknown[] = []
  const form = <ReservationForm saved={null} onCancel={() => {}} onSaved={(made) => saved.push(made.id)} {...props} />
  return { ...render(form), saved }
}

it('keeps no draft of what was made, also where the list has it before the form is closed', async () => {
  const { user, t, saved, rerender } = renderForm({ wish: { day: '2026-11-20', at: AT } })
  await user.fill(screen.getByRole('textbox', { name: 'Name' }), 'Ioana')
  fakeApi.answers(makeReservation, { reservation: one, link: '/reserve/secret' })
  fakeApi.answers(listReservations, [one])
  const before = fakeApi.callsOf(listReservations).length
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([9]))
  await waitFor(() => expect(fakeApi.callsOf(listReservations).length).toBeGreaterThan(before))
  await new Promise((resolve) => setTimeout(resolve, 50))
  rerender(null)
  expect([screen.queryByText(t('drafts.kept')), localStorage.length]).toEqual([null, 0])
})

it('holds a request that is to be confirmed until it has a table, and says that several can be combined', async () => {
  const asked = tonight({ id: 9, at: AT, status: 'asked', party: 6, tableIds: [] })
  const { user, saved } = renderForm({ saved: asked, noTable: 'No table is free' })
  await screen.findByRole('checkbox', { name: '1 · 2 seats' })
  const tables = within(screen.getByRole('group', { name: 'Table' }))
  expect(tables.getByText('No table is free. Choose one, or several together.')).toBeDefined()
  // What is to be chosen stands first, so that nothing has to scroll to it.
  const people = screen.getByRole('radio', { name: '1' })
  expect(tables.getAllByRole('checkbox')[0]?.compareDocumentPosition(people)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(tables.getAllByRole('checkbox')[0]))
  expect([saved, screen.queryByText('The reservation has been saved')]).toEqual([[], null])
  fakeApi.answers(changeReservation, { ...asked, status: 'confirmed', tableIds: [41, 42], version: 2 })
  for (const name of ['1 · 2 seats', '2 · 4 seats']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([9]))
  expect(fakeApi.callsOf(changeReservation)[0]?.body).toEqual({ tableIds: [41, 42], status: 'confirmed' })
})

it('shows its own time as chosen, also where it has passed and is offered no more', async () => {
  renderForm({ saved: { ...one, at: '2026-11-20T16:15:00.000Z', until: '2026-11-20T18:15:00.000Z' } })
  expect(await screen.findByRole('radio', { name: '18:15' })).toHaveProperty('checked', true)
  const labels = screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)
  expect(labels.filter((label) => label?.includes(':'))).toEqual(['18:15', '20:30'])
})
