import { beforeEach, expect, it, vi } from 'vitest'
import { getBill } from '#shared/contracts/bills.ts'
import { changeOrder } from '#shared/contracts/orders.ts'
import { changeReservation } from '#shared/contracts/reservations.ts'
import { setTableStatus } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { closeDialog, openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { floorLine, floorTable, round } from '../../testing/floor-samples.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleReservation } from '../../testing/samples.ts'
import OpenedTable from './opened-table.tsx'

beforeEach(() => history.replaceState(null, '', '/floor?table=70'))

const served = round({ id: 11, status: 'delivered', items: [floorLine({ guestName: 'Ana' })] })
const cooking = round({
  id: 12,
  status: 'preparing',
  notes: 'all together',
  items: [
    floorLine({ id: 2, guestName: 'Mihai', doneAt: '2026-11-20T17:55:00.000Z' }),
    floorLine({ id: 3, guestName: 'Ana', quantity: 1, removedQuantity: 1 }),
  ],
})

function open(rounds = [served, cooking], fields: Parameters<typeof floorTable>[0] = {}, language: Language = 'en') {
  return render(<OpenedTable table={floorTable(fields)} rounds={rounds} isLoaded tables={[]} />, {
    language,
  })
}
const names = (role: 'heading' | 'button') => screen.getAllByRole(role).map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })

it('the newest round is on top', () => {
  const { t } = open(undefined, undefined, 'en')
  const [newest, oldest] = [2, 1].map((number) => t('floor.roundTitle', { number }))
  expect(names('heading')).toEqual([t('common.table', { number: 7 }), newest, oldest])
  const first = within(screen.getByRole('region', { name: oldest as string }))
  expect(first.getAllByRole('listitem')).toHaveLength(1)
  expect(first.getByText(t('orders.status.delivered'))).toBeDefined()
})

it('a round shows its note, what is cooked, and what was taken off', () => {
  const { t } = open()
  const second = within(screen.getByRole('region', { name: 'Round 2' }))
  expect(second.getByText('all together')).toBeDefined()
  expect(second.getByText(t('floor.doneOfAll', { done: 1, all: 2 }))).toBeDefined()
  const [cooked, shortened] = second.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect([cooked?.includes(t('floor.done')), shortened?.includes(t('floor.done'))]).toEqual([true, false])
  expect(shortened).toContain(t('orders.takeOff.takenOff'))
  expect(cooked).not.toContain(t('orders.takeOff.takenOff'))
})

it('cancelling a round asks first, and says what it ends', async () => {
  fakeApi.answers(changeOrder, { ...cooking, status: 'cancelled' })
  const { t, user } = open()
  const choose = async () => {
    await user.click(button(t('floor.actions', { number: 2 })))
    await user.click(await screen.findByRole('menuitem', { name: `${t('floor.cancelRound')}…` }))
    return within(await screen.findByRole('alertdialog', { name: t('floor.cancelTitle', { number: 2 }) }))
  }
  await user.click((await choose()).getByRole('button', { name: t('floor.keepRound') }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(fakeApi.callsOf(changeOrder)).toEqual([])
  await user.click((await choose()).getByRole('button', { name: t('floor.cancelRound') }))
  await waitFor(() => expect(fakeApi.callsOf(changeOrder)[0]?.body).toMatchObject({ status: 'cancelled' }))
})

it('a round that the kitchen has not cooked can be delivered from its menu', async () => {
  const water = round({ id: 13 })
  fakeApi.answers(changeOrder, { ...water, status: 'delivered' })
  const { t, user } = open([water])
  await user.click(button(t('floor.actions', { number: 1 })))
  await user.click(await screen.findByRole('menuitem', { name: t('orders.moveOn.delivered') }))
  await waitFor(() => expect(fakeApi.callsOf(changeOrder)[0]?.body).toMatchObject({ status: 'delivered' }))
})

it('a table at which nobody has ordered is free with one tap', async () => {
  fakeApi.answers(setTableStatus, floorTable())
  const { t, user } = open([], { status: 'occupied' })
  await user.click(button(t('floor.setFree')))
  await waitFor(() => expect(fakeApi.callsOf(setTableStatus)[0]?.body).toEqual({ status: 'available' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('says who of a reservation sits there, and for how long, and opens it', async () => {
  const seated = { id: 5, at: new Date(serverNow() - 25 * 60_000).toISOString(), name: 'Ioana', party: 4 }
  const { user } = open([], { status: 'occupied', seated })
  expect(screen.getByText('25 min')).toBeDefined()
  await user.click(button('Ioana\u00a0·\u00a04'))
  expect(openedDialog('reservation')).toEqual({ id: 5 })
})

it('guests who sit down without a reservation occupy a free table, with one tap', async () => {
  const promised = { at: '2026-11-20T19:00:00.000Z', name: 'Ana', party: 2 }
  fakeApi.answers(setTableStatus, { ...floorTable({ status: 'occupied' }), promised })
  const { user } = open([])
  await user.click(button('Seat guests'))
  await waitFor(() => expect(fakeApi.callsOf(setTableStatus)[0]?.body).toEqual({ status: 'occupied' }))
  expect(await screen.findByText('Next at this table: 21:00 Ana · 2')).toBeDefined()
})

it.each([
  ['en', '4 seats · reserved · 21:00 Ioana · 4'],
  ['ro', '4 locuri · rezervată · 21:00 Ioana · 4'],
] as const)(
  'a table that a reservation holds says so, and can only be occupied meanwhile (%s)',
  async (language, facts) => {
    const at = '2026-11-20T19:00:00.000Z'
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at) - 90 * 60_000)
    const held = (heldMinutes: number) =>
      render(
        <OpenedTable
          table={floorTable({ status: 'reserved', reservation: { id: 1, at, name: 'Ioana', party: 4 } })}
          rounds={[]}
          isLoaded
          tables={[]}
        />,
        { language, settings: { reservations: { ...DEFAULT_RESERVATIONS, on: true, heldMinutes } } },
      )
    const byHand = held(60)
    expect(button(byHand.t('floor.moreOfTable'))).toBeDefined()
    byHand.unmount()
    const { t, user } = held(120)
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(facts)
    const gone = ['floor.moreOfTable', 'floor.setFree'] as const
    expect(gone.map((name) => screen.queryByRole('button', { name: t(name) }))).toEqual([null, null])
    fakeApi.answers(setTableStatus, floorTable({ status: 'occupied' }))
    await user.click(button(t('floor.setOccupied')))
    await waitFor(() => expect(fakeApi.callsOf(setTableStatus)[0]?.body).toEqual({ status: 'occupied' }))
    now.mockRestore()
  },
)

it('guests of a reservation move to a free table before they have ordered', async () => {
  const seated = { id: 5, at: new Date(serverNow() - 25 * 60_000).toISOString(), name: 'Ioana', party: 9 }
  const sat = { status: 'occupied', seated } as const
  const tables = [
    floorTable(sat),
    floorTable({ id: 71, number: 8, ...sat }),
    floorTable({ id: 72, number: 9 }),
    floorTable({ id: 73, number: 10, status: 'occupied' }),
  ]
  fakeApi.answers(changeReservation, sampleReservation({ id: 5, status: 'seated', tableIds: [71, 72] }))
  const { t, user } = render(<OpenedTable table={floorTable(sat)} rounds={[]} isLoaded tables={tables} />)
  await user.click(button(t('common.move')))
  const form = within(await screen.findByRole('dialog'))
  expect(form.queryByRole('checkbox')).toBeNull()
  const offered = form.getAllByRole<HTMLInputElement>('radio')
  expect(offered.map(({ disabled }) => disabled)).toEqual([true, false, true])
  expect(offered[1]?.closest('label')?.textContent).toBe('Table 9 available · 4 seats')
  await user.click(offered[1] as HTMLElement)
  // They keep table 8.
  expect(form.getByRole('alert').textContent).toBe('8 seats · 9 guests')
  await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 9 }) }))
  await waitFor(() =>
    expect(fakeApi.callsOf(changeReservation).map(({ path, body }) => [path, body])).toEqual([
      ['/api/reservations/5', { tableIds: [71, 72] }],
    ]),
  ) // The next round is taken where they sit now.
  await waitFor(() => expect(location.search).toBe('?table=72'))
})

it('guests without a reservation move to a free table before they have ordered', async () => {
  const tables = [floorTable({ status: 'occupied' }), floorTable({ id: 72, number: 9, status: 'reserved' })]
  tables.push(floorTable({ id: 73, number: 10 }))
  fakeApi.answers(setTableStatus, floorTable({ id: 73, number: 10, status: 'occupied' }))
  const { t, user } = render(
    <OpenedTable table={floorTable({ status: 'occupied' })} rounds={[]} isLoaded tables={tables} />,
  )
  await user.click(button(t('common.move')))
  const form = within(await screen.findByRole('dialog'))
  const offered = form.getAllByRole<HTMLInputElement>('radio')
  expect(offered.map(({ disabled }) => disabled)).toEqual([true, false])
  await user.click(offered[1] as HTMLElement)
  await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 10 }) }))
  await waitFor(() => expect(location.search).toBe('?table=73'))
  expect(fakeApi.callsOf(setTableStatus).map(({ path, body }) => [path, body])).toEqual([
    ['/api/tables/73/status', { status: 'occupied' }],
    ['/api/tables/70/status', { status: 'available' }],
  ])
})

it('says nothing about rounds and amounts until the orders are loaded, but takes a round', () => {
  const table = floorTable({ session: { id: 'a-session' }, status: 'occupied' })
  const { t } = render(<OpenedTable table={table} rounds={[]} isLoaded={false} tables={[]} />)
  expect(screen.getByText(t('common.loading'))).toBeDefined()
  expect(screen.queryByText(t('floor.noRounds'))).toBeNull()
  expect(screen.queryByText(/0\.00/)).toBeNull()
  expect(button(t('floor.newRound')).hasAttribute('disabled')).toBe(false)
  for (const name of ['floor.billOfTable', 'common.move', 'floor.setFree'] as const)
    expect(button(t(name)).hasAttribute('disabled'), name).toBe(true)
})

it('a free table has nothing to pay, to move or to free; one whose guests choose can be moved', async () => {
  const { t, user, unmount } = open([])
  const actions = ['floor.billOfTable', 'common.move', 'floor.setFree'] as const
  const isOff = () => actions.map((action) => button(t(action)).hasAttribute('disabled'))
  expect([button(t('common.move')), button(t('floor.billOfTable'))].map((one) => one.hasAttribute('disabled'))).toEqual(
    [true, true],
  )
  expect(screen.queryByRole('button', { name: t('floor.setFree') })).toBeNull()
  unmount()
  const guests = open([], { session: { id: 'a-session' } })
  expect(isOff()).toEqual([true, false, false])
  expect(screen.getByText(t('floor.choosingDescription'))).toBeDefined()
  guests.unmount()
  open()
  expect(isOff()).toEqual([false, false, false])
  fakeApi.refuses(getBill, 503, {})
  await user.click(button(t('floor.billOfTable')))
  expect(await screen.findByRole('dialog')).toBeDefined()
})

it.each([
  ['a reserved one that is free', { status: 'reserved' }, 'floor.endReservation', 'available'],
  ['a reserved one in use', { status: 'reserved', orders: 1 }, 'floor.endReservation', 'occupied'],
] as const)('%s can be no longer reserved', async (_, fields, word, status) => {
  fakeApi.answers(setTableStatus, floorTable())
  const { t, user } = open([], fields)
  await user.click(button(t('floor.moreOfTable')))
  await user.click(await screen.findByRole('menuitem', { name: t(word) }))
  await waitFor(() => expect(fakeApi.callsOf(setTableStatus)[0]?.body).toEqual({ status }))
})

it('is reserved in its menu, and says who comes next, whom one tap seats', async () => {
  fakeApi.answers(setTableStatus, floorTable())
  const reservation = { id: 1, at: '2026-11-20T17:30:00.000Z', name: 'Ionescu', party: 4 }
  const { t, user } = open([], { status: 'available', reservation })
  fakeApi.answers(changeReservation, {
    ...sampleReservation({ ...reservation, status: 'seated' }),
    promised: { at: '2026-11-20T19:00:00.000Z', name: 'Ana', party: 2 },
  })
  await user.click(button('Arrived: 19:30 Ionescu\u00a0·\u00a04'))
  expect(await screen.findByText('19:30 Ionescu · 4: seated')).toBeDefined()
  expect(screen.getByText('Next at this table: 21:00 Ana · 2')).toBeDefined()
  expect(fakeApi.callsOf(changeReservation).map(({ path, body }) => [path, body])).toEqual([
    ['/api/reservations/1', { status: 'seated' }],
  ])
  await user.click(button('19:30 Ionescu\u00a0·\u00a04 · not here yet'))
  expect(openedDialog('reservation')).toEqual({ id: 1 })
  closeDialog('reservation')
  await user.click(button(t('floor.moreOfTable')))
  await user.click(await screen.findByRole('menuitem', { name: t('floor.reserve') }))
  await waitFor(() => expect(fakeApi.callsOf(setTableStatus)[0]?.body).toEqual({ status: 'reserved' }))
})

it('does not call a table free at which somebody sits', () => {
  open([], { status: 'occupied' })
  expect(screen.getByText('4 seats · occupied')).toBeDefined()
})

it('offers to seat the next ones from half an hour before', () => {
  const reservationIn = (minutes: number) => ({
    reservation: { id: 1, at: new Date(serverNow() + minutes * 60_000).toISOString(), name: 'Ionescu', party: 4 },
  })
  const early = open([], { status: 'occupied', ...reservationIn(31) })
  expect(screen.getByRole('button', { name: / Ionescu\u00a0·\u00a04$/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Arrived/ })).toBeNull()
  early.unmount()
  open([], { status: 'available', ...reservationIn(30) })
  expect(screen.getByRole('button', { name: /^Arrived: .* Ionescu/ })).toBeDefined()
})

it('offers other tables where others sit at a promised one, the smallest that fits first', async () => {
  const reservation = { id: 1, at: new Date(serverNow() + 10 * 60_000).toISOString(), name: 'Ionescu', party: 4 }
  const later = (hours: number) => ({
    ...reservation,
    id: 2,
    at: new Date(serverNow() + hours * 3_600_000).toISOString(),
  })
  const others = [
    floorTable({ id: 1, number: 1, capacity: 8 }),
    floorTable({ id: 2, number: 2, reservation: later(3) }),
    floorTable({ id: 3, number: 3, reservation: later(1) }),
    floorTable({ id: 4, number: 4, capacity: 3 }),
    floorTable({ id: 5, number: 5, status: 'occupied', since: reservation.at }),
    floorTable({ id: 6, number: 6, reservable: false }),
  ]
  const table = floorTable({ status: 'occupied', reservation })
  const { user } = render(<OpenedTable table={table} rounds={[]} isLoaded tables={[table, ...others]} />, {
    settings: { reservations: { ...DEFAULT_RESERVATIONS, on: true } },
  })
  const offered = screen.getAllByRole('button', { name: /^Another table/ })
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Table 2', 'Table 1'])
  fakeApi.answers(changeReservation, sampleReservation({ ...reservation, tableIds: [2] }))
  await user.click(offered[0] as HTMLElement)
  expect(await screen.findByText(/ Ionescu · 4: Table 2$/)).toBeDefined()
  expect(fakeApi.callsOf(changeReservation).map(({ path, body }) => [path, body])).toEqual([
    ['/api/reservations/1', { tableIds: [2] }],
  ])
})

it('closes once it is free, and stays if that fails', async () => {
  fakeApi.refusesOnce(setTableStatus, 500, { message: 'no' }, floorTable())
  const { t, user } = open()
  await user.click(button(t('floor.setFree')))
  const asked = within(await screen.findByRole('alertdialog', { name: t('tables.freeTitle', { number: 7 }) }))
  const free = () => user.click(asked.getByRole('button', { name: t('tables.freeConfirm') }))
  await free()
  await waitFor(() => expect(fakeApi.callsOf(setTableStatus)).toHaveLength(1))
  expect(location.search).toBe('?table=70')
  await free()
  await waitFor(() => expect([location.pathname, location.search]).toEqual(['/floor', '']))
})

it('takes the focus if nothing in sight has it', () => {
  const { t } = open()
  expect(document.activeElement).toBe(button(t('floor.back')))
})
