import { beforeEach, expect, it } from 'vitest'
import { endCall, takeCall } from '#shared/contracts/calls.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { seeReservation } from '#shared/contracts/reservations.ts'
import type { Language } from '#shared/domain/language.ts'
import { reservationText } from '#shared/domain/table.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { closeDialog, openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { floorTable, floorLine as line, round, tableCall } from '../../testing/floor-samples.ts'
import { fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleReservation } from '../../testing/samples.ts'
import { FloorGrid } from './floor-grid.tsx'
import { floorTasks } from './tables.ts'
import { TaskList } from './task-list.tsx'

const since = (minutes: number) => new Date(serverNow() - minutes * 60_000 - 1000).toISOString()
const ready = () =>
  round({
    id: 12,
    status: 'ready',
    createdAt: since(4),
    total: 31_850,
    items: [line({ doneAt: since(3) }), line({ id: 2 })],
  })

beforeEach(() => history.replaceState(null, '', '/floor'))

function renderGrid(language: Language = 'en') {
  const tables = [floorTable({ since: since(48) }), floorTable({ id: 80, number: 8, label: 'Terasa 3' })]
  const rounds = new Map([[70, [ready()]]])
  return render(<FloorGrid tables={tables} rounds={rounds} unsent={new Set()} openId={null} />, { language })
}

it.each([
  ['en', 'Table 7, 2 ready, 48 minutes, 318.50 LEI', 'Table 8 · Terasa 3, available, 4 seats'],
  ['ro', 'Masa 7, 2 gata, 48 de minute, 318.50 LEI', 'Masa 8 · Terasa 3, liberă, 4 locuri'],
] as const)('tiles say all in words (%s)', (language, busy, free) => {
  renderGrid(language)
  expect(screen.getAllByRole('button').map((tile) => tile.getAttribute('aria-label'))).toEqual([busy, free])
})

it.each([
  ['en', 6200, 25_650, '62.00 paid, 256.50 due'],
  ['en', 0, 31_850, '318.50 LEI'],
  ['en', 31_850, 0, 'paid'],
  ['ro', 31_850, 0, 'achitat'],
  ['en', 32_850, -1000, '10.00 to give back'],
  ['ro', 32_850, -1000, '10.00 de restituit'],
] as const)(
  'a tile says what is paid, due and to be given back (%s, paid %i, due %i)',
  (language, paid, due, words) => {
    const rounds = new Map([[70, [{ ...ready(), paid, due }]]])
    render(<FloorGrid tables={[floorTable()]} rounds={rounds} unsent={new Set()} openId={null} />, { language })
    const label = screen.getByRole('button').getAttribute('aria-label')
    expect(label?.endsWith(`, ${words}`)).toBe(true)
  },
)

it('a tile says what of a round can be carried already', () => {
  const rounds = new Map([[70, [{ ...ready(), status: 'preparing' as const }]]])
  render(<FloorGrid tables={[floorTable()]} rounds={rounds} unsent={new Set()} openId={null} />)
  const tile = screen.getByRole('button', { name: /^Table 7, occupied, 1 of 2 ready, / })
  // The tick is of what is paid.
  expect(tile.textContent).toContain('1/2 ready')
  expect(tile.querySelector('svg')).toBeNull()
})

it('a tile in use says who comes next', () => {
  const at = new Date(serverNow() + 90 * 60_000).toISOString()
  const reservation = { id: 5, at, party: 4, name: 'Ioana' }
  const tables = [floorTable({ since: since(48), reservation })]
  render(<FloorGrid tables={tables} rounds={new Map([[70, [ready()]]])} unsent={new Set()} openId={null} />)
  expect(screen.getByRole('button').textContent).toMatch(/→ \d\d:\d\d Ioana$/)
})

it('a tile has one clock, that of its table, and its whole sum', () => {
  const rounds = new Map([[70, [{ ...ready(), items: [line()], status: 'preparing' as const, total: 12_345_600 }]]])
  const tables = [floorTable({ since: since(125) })]
  render(<FloorGrid tables={tables} rounds={rounds} unsent={new Set()} openId={null} />)
  const tile = screen.getByRole('button')
  expect(tile.querySelector('svg, .truncate')).toBeNull()
  expect(tile.textContent?.replaceAll('\u00a0', ' ')).toBe('72 h 05123 456.00')
})

it.each([
  [59, '59 min'],
  [125, '2 h 05'],
  [26 * 60, '1 d 2 h'],
])('a tile shows %i minutes as %s', (minutes, text) => {
  render(
    <FloorGrid
      tables={[floorTable({ since: since(minutes) })]}
      rounds={new Map([[70, [round()]]])}
      unsent={new Set()}
      openId={null}
    />,
  )
  expect(screen.getByText(text)).toBeDefined()
})

it.each([
  ['T1', 'T1', null],
  ['Terasa 3', '7', 'Terasa 3'],
] as const)('a tile with the label %s shows %s large', (label, large, small) => {
  render(<FloorGrid tables={[floorTable({ label })]} rounds={new Map()} unsent={new Set()} openId={null} />)
  const tile = within(screen.getByRole('button'))
  expect(tile.getByText(large)).toBeDefined()
  if (small === null) expect(tile.queryByText('7')).toBeNull()
  else expect(tile.getByText(small)).toBeDefined()
})

it.each([
  ['who is late', { status: 'reserved' }, -16, 'Table 7, reserved, {who}, not here yet'],
  ['who is not late yet', { status: 'reserved' }, -14, 'Table 7, reserved, {who}'],
  ['that others still sit there', { status: 'occupied' }, 14, 'Table 7, occupied, {who}, the table is needed'],
  ['no haste', { status: 'occupied' }, 16, 'Table 7, occupied, {who}'],
] as const)('a tile with a reservation says %s', (_, fields, minutes, label) => {
  const reservation = { id: 1, at: since(-minutes), name: 'Ioana', party: 4 }
  const tables = [floorTable({ ...fields, reservation })]
  render(<FloorGrid tables={tables} rounds={new Map()} unsent={new Set()} openId={null} />)
  const who = reservationText(reservation, SETTINGS.timeZone)
  const tile = screen.getByRole('button')
  expect(tile.getAttribute('aria-label')).toBe(label.replace('{who}', who.replaceAll('\u00a0', ' ')))
  expect(tile.textContent?.includes('needed')).toBe(label.endsWith('needed'))
  expect(tile.textContent?.includes('Ioana')).toBe(!label.endsWith('needed'))
  expect(tile.textContent?.includes('not here')).toBe(label.endsWith('not here yet'))
})

it('a tile without rounds says who of a reservation sits there, and for how long', () => {
  const seated = { id: 1, at: since(25), name: 'Ioana Pop', party: 4 }
  const tables = [floorTable({ status: 'occupied', since: since(25), seated })]
  render(<FloorGrid tables={tables} rounds={new Map()} unsent={new Set()} openId={null} />)
  const tile = screen.getByRole('button', { name: 'Table 7, occupied, Ioana Pop · 4, 25 minutes' })
  expect(tile.textContent?.replaceAll('\u00a0', ' ')).toBe('725 min4 guestsIoana Pop')
})

it('a tile with an order says who of a reservation sits there, too', () => {
  const seated = { id: 1, at: since(25), name: 'Ioana Pop', party: 4 }
  const rounds = new Map([[70, [{ ...ready(), status: 'preparing' as const }]]])
  render(<FloorGrid tables={[floorTable({ seated })]} rounds={rounds} unsent={new Set()} openId={null} />)
  expect(screen.getByText('Ioana Pop')).toBeDefined()
  expect(screen.getByText('318.50')).toBeDefined()
})

it('a tile opens its table in the address, and Back closes it', async () => {
  const { user } = renderGrid()
  await user.click(screen.getByRole('button', { name: /^Table 7/ }))
  expect(location.search).toBe('?table=70')
  history.back()
  await waitFor(() => expect(location.search).toBe(''))
})

it('the tile of a table that is closed gets the focus, unless something else has it', async () => {
  const grid = (openId: number | null) => (
    <FloorGrid
      tables={[floorTable(), floorTable({ id: 80, number: 8 })]}
      rounds={new Map()}
      unsent={new Set()}
      openId={openId}
    />
  )
  const { rerender } = render(grid(70))
  const tile = (name: RegExp) => screen.getByRole('button', { name })
  rerender(grid(null))
  expect(document.activeElement).toBe(tile(/^Table 7/))
  tile(/^Table 8/).focus()
  rerender(grid(70))
  rerender(grid(null))
  expect(document.activeElement).toBe(tile(/^Table 8/))
})

const renderTile = (rounds: Order[], language: Language) =>
  render(<FloorGrid tables={[floorTable()]} rounds={new Map([[70, rounds]])} unsent={new Set()} openId={null} />, {
    language,
  })

function renderStrip(calls = [tableCall({ at: since(1) })], orders = [ready()], language: Language = 'en') {
  const tasks = floorTasks([floorTable({ calls })], orders)
  return render(<TaskList tasks={tasks} rounds={new Map([[70, orders]])} />, { language })
}

it('the strip shows three, or two and offers the others', async () => {
  const calls = [tableCall(), tableCall({ id: 2, kind: 'bill', method: 'card' })]
  const three = renderStrip(calls, [ready()])
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  three.unmount()
  const { user } = renderStrip([...calls, tableCall({ id: 3, status: 'taken', takenBy: 'Ana' })], [ready()])
  const strip = screen.getByRole('region', { name: 'To do now' })
  expect(within(strip).getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'and 2 more' }))
  expect(within(strip).getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByText('Table 7 · 2 ready')).toBeDefined()
  expect(screen.getByText('round 1 · 3 min ago')).toBeDefined()
})

it.each([
  ['en', 'Table 7 · 1 of 2 ready', 'See', '2× Sour soup'],
  ['ro', 'Masa 7 · 1 din 2 gata', 'Vedeți', '2× Ciorbă'],
] as const)(
  'a round of which a part can be carried names it, and leads to its table (%s)',
  async (language, title, see, dish) => {
    const { user } = renderStrip([], [{ ...ready(), status: 'preparing' }], language)
    expect(screen.getByText(new RegExp(`^${dish} · `))).toBeDefined()
    await user.click(screen.getByRole('button', { name: `${see}: ${title}` }))
    expect(location.search).toBe('?table=70')
  },
)

it('a call is taken with one tap; the others read who has it', async () => {
  fakeApi.refuses(takeCall, 409, { code: 'taken', message: 'Ana is on the way', takenBy: 'Ana' })
  fakeApi.answers(getFloor, [])
  const { user } = renderStrip(undefined, [])
  await user.click(screen.getByRole('button', { name: 'I’m going: Table 7 calls' }))
  expect(await screen.findByText('Ana is already on the way')).toBeDefined()
  expect(fakeApi.callsOf(takeCall).map(({ path }) => path)).toEqual(['/api/tables/70/calls/1/take'])
})

it('a taken call names who is on the way, and can be ended', async () => {
  fakeApi.answers(endCall, undefined as never)
  const { user } = renderStrip([tableCall({ status: 'taken', takenBy: 'Ana', at: since(4) })], [], 'ro')
  expect(screen.getByText('merge Ana · așteaptă de 4 min')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Gata: Masa 7 cheamă' }))
  await waitFor(() => expect(fakeApi.callsOf(endCall)).toHaveLength(1))
})

it('a round that was not sent is sent at its table, which opens', async () => {
  const { user } = render(
    <TaskList tasks={[{ kind: 'unsent', at: since(2), table: floorTable() }]} rounds={new Map()} />,
  )
  await user.click(screen.getByRole('button', { name: 'Send: Table 7: round not sent' }))
  expect(location.search).toBe('?table=70')
})

it('a reservation to answer leads to the list; one that nobody has seen is seen with one tap', async () => {
  const asked = sampleReservation({ id: 3, status: 'asked', party: 9 })
  const news = [asked, sampleReservation({ id: 4, status: 'cancelled', name: 'Radu' })]
  const { t, user } = render(<TaskList tasks={floorTasks([], [], new Map(), news)} rounds={new Map()} />)
  await user.click(screen.getByRole('button', { name: 'Answer: Ioana asks for a table' }))
  expect(openedDialog('reservation')).toEqual({ id: 3 })
  expect(screen.getByText(`Thu 20 Nov 19:30 · ${t('orders.guests', { count: 9 })}`)).toBeDefined()
  fakeApi.answers(seeReservation, asked)
  await user.click(screen.getByRole('button', { name: 'Mark seen: Radu has cancelled' }))
  expect(fakeApi.callsOf(seeReservation).map(({ path, body }) => [path, body])).toEqual([
    ['/api/reservations/4/seen', { version: 1 }],
  ])
})

it('a ready order that is picked up says when', () => {
  const pickupAt = since(-10)
  renderStrip(
    [],
    [{ ...ready(), diningOption: 'takeaway', tableId: null, tableNumber: null, customerName: 'Ana', pickupAt }],
  )
  expect(screen.getByText('Ana · takeaway #12 · 2 ready')).toBeDefined()
  expect(screen.getByText(/^\d\d:\d\d · 3 min ago$/)).toBeDefined()
})

it('a ready order without a table says that it is unpaid, and so does its handover', async () => {
  const unpaid = {
    ...ready(),
    diningOption: 'takeaway',
    tableId: null,
    tableNumber: null,
    due: 4500,
    paid: 0,
  } as const
  fakeApi.answers(changeOrder, { ...unpaid, status: 'delivered', version: 2 })
  const { t, user } = renderStrip([], [unpaid], 'en')
  await user.click(screen.getByRole('button', { name: t('due.unpaid', { amount: '45.00\u00a0LEI' }) }))
  expect(openedDialog('pay')).toBe(12)
  closeDialog('pay')
  await user.click(screen.getByRole('button', { name: new RegExp(t('orders.moveOn.handedOver')) }))
  expect(await screen.findByText(t('due.handedOverUnpaid'))).toBeDefined()
  const due = t('due.due', { amount: '45.00\u00a0LEI' }).replaceAll('\u00a0', ' ')
  expect(screen.getByText(t('orders.updatedDescription', { id: 12, status: due }))).toBeDefined()
  expect(screen.getByRole('button', { name: t('orders.undo') })).toBeDefined()
  await user.click(screen.getByRole('button', { name: t('due.take') }))
  expect(openedDialog('pay')).toBe(12)
})

it('an order that was handed over unpaid stays last until it is paid', async () => {
  const owed = { ...ready(), status: 'delivered', tableId: null, tableNumber: null, due: 4500 } as const
  const calls = [tableCall({ status: 'taken', takenBy: 'Ana', at: since(1) })]
  const { t, user, unmount } = renderStrip(calls, [owed], 'en')
  const row = screen.getAllByRole('listitem').at(-1)
  expect(row?.textContent).toContain(t('due.handedOverUnpaid'))
  await user.click(within(row as HTMLElement).getByRole('button', { name: new RegExp(t('due.take')) }))
  expect(openedDialog('pay')).toBe(owed.id)
  closeDialog('pay')
  unmount()
  for (const paidOrAtTable of [{ due: 0 }, { tableId: 70, tableNumber: 7 }]) {
    const rendered = renderStrip([], [{ ...owed, ...paidOrAtTable }], 'en')
    expect(screen.queryByRole('listitem')).toBeNull()
    rendered.unmount()
  }
})

it('a late round is called so on its tile, also beside what the table wants', () => {
  const late = (status: Order['status']) => [{ ...ready(), status, createdAt: since(10) }]
  const { t, unmount } = renderTile(late('preparing'), 'en')
  expect(screen.getByText(t('kitchen.late'))).toBeDefined()
  unmount()
  const label = () => screen.getByRole('button').getAttribute('aria-label') ?? ''
  const other = renderTile(late('ready'), 'en')
  expect(label()).toContain(t('kitchen.late'))
  other.unmount()
  const row = renderStrip([], late('ready'), 'en')
  expect(screen.getByText(t('kitchen.late'))).toBeDefined()
  row.unmount()
  renderTile([{ ...ready(), createdAt: since(9) }], 'en')
  expect(label()).not.toContain(t('kitchen.late'))
})

it('a ready round is delivered with one tap, if it is still as shown', async () => {
  fakeApi.answers(changeOrder, { ...ready(), status: 'delivered', version: 2 })
  const { user } = renderStrip([])
  await user.click(screen.getByRole('button', { name: 'Delivered: Table 7 · 2 ready' }))
  await waitFor(() => expect(fakeApi.callsOf(changeOrder)).toHaveLength(1))
  const [call] = fakeApi.callsOf(changeOrder)
  expect(call?.body).toEqual({ status: 'delivered' })
  expect(call?.headers.get('If-Match')).toBe('"1"')
})
