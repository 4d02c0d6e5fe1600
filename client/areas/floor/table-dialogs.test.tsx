import { expect, it } from 'vitest'
import { type Bill, getBill } from '#shared/contracts/bills.ts'
import { takeCall } from '#shared/contracts/calls.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { changedOrders, listOrders } from '#shared/contracts/orders.ts'
import { setTableStatus } from '#shared/contracts/tables.ts'
import { floorLine, floorTable, round, tableCall } from '../../testing/floor-samples.ts'
import { WITH_PAYMENTS } from '../../testing/payment-samples.ts'
import { dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { RING_FOR_NONE, useBoardOrders, useBoardSync } from '../orders/index.ts'
import { CallsElsewhere } from './calls-elsewhere.tsx'
import { FloorTableDialogs } from './opened-table.tsx'
import { useFloor } from './tables.ts'

const PAID_BILL: Bill = {
  ...{ at: '2026-11-20T19:05:00.000Z', tableNumber: 7, tableLabel: null, orderIds: [11], currency: 'lei', guests: [] },
  ...{ total: 5700, paid: 5700, due: 0, lines: [{ ...floorLine(), listPrice: 2850, rule: null }] },
}

it('a moved order has the name that it has at its table', async () => {
  const tables = [floorTable(), floorTable({ id: 80, number: 8 })]
  const rounds = [round({ id: 11 }), round({ id: 12 })]
  const { t } = render(
    <FloorTableDialogs dialog="move" table={floorTable()} tables={tables} rounds={rounds} onClose={() => {}} />,
  )
  const form = await dialog()
  const names = form.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(names).toEqual([1, 2].map((number) => `${t('floor.roundTitle', { number })} · 57.00 LEI`))
})

it('a free table to which guests may move says who comes next', async () => {
  const reservation = { id: 5, at: '2026-11-20T18:40:00.000Z', name: 'Firma Tei', party: 8 }
  const tables = [floorTable(), floorTable({ id: 80, number: 8, reservation })]
  render(<FloorTableDialogs dialog="move" table={floorTable()} tables={tables} rounds={[round()]} onClose={() => {}} />)
  const tile = (await dialog()).getByRole('radio').closest('label')
  expect(tile?.textContent?.replaceAll('\u00a0', ' ')).toBe('Table 8 available · 4 seats 20:40 Firma Tei · 8')
})

it('the bill of a table says that another one calls, which one tap takes', async () => {
  const calls = [tableCall(), tableCall({ id: 2, kind: 'bill', status: 'taken', takenBy: 'Ana' })]
  const tables = [floorTable(), floorTable({ id: 80, number: 8, calls })]
  fakeApi.refuses(getBill, 503, {})
  fakeApi.answers(takeCall, tableCall({ status: 'taken', takenBy: 'Ion' }))
  fakeApi.answers(getFloor, tables)
  const { user } = render(
    <FloorTableDialogs dialog="bill" table={floorTable()} tables={tables} rounds={[]} onClose={() => {}} />,
  )
  const bill = await dialog()
  expect(bill.getByText('Table 8 calls')).toBeDefined()
  expect(bill.queryByText(/asks for the bill/)).toBeNull()
  await user.click(bill.getByRole('button', { name: 'I’m going: Table 8 calls' }))
  await waitFor(() =>
    expect(fakeApi.callsOf(takeCall).map(({ path }) => path)).toEqual(['/api/tables/80/calls/1/take']),
  )
})

it.each([
  ['offers to free the table', 'delivered', null, true],
  ['does not free a table where a round is not served', 'ready', null, false],
  ['does not free a table where guests choose', 'delivered', { id: 'session' }, false],
] as const)('the paid bill of a table %s', async (_, status, session, isOffered) => {
  history.replaceState(null, '', '/floor?table=70')
  const table = floorTable({ status: 'occupied', session })
  fakeApi.answers(getBill, PAID_BILL)
  fakeApi.answers(getFloor, [table])
  const { user, t } = render(
    <FloorTableDialogs dialog="bill" table={table} tables={[table]} rounds={[round({ status })]} onClose={() => {}} />,
    { settings: WITH_PAYMENTS },
  )
  const bill = await dialog()
  await bill.findByText(t('due.paid'))
  const free = bill.queryByRole('button', { name: t('tables.freeConfirm') })
  expect(free !== null).toBe(isOffered)
  if (!free) return
  fakeApi.answers(setTableStatus, floorTable())
  fakeApi.answers(changedOrders, { orders: [], gone: [] })
  await user.click(free)
  await waitFor(() => expect(location.search).toBe(''))
  expect(fakeApi.callsOf(setTableStatus).map(({ path, body }) => [path, body])).toEqual([
    ['/api/tables/70/status', { status: 'available' }],
  ])
})

it('where a table covers the list, a line says that another one calls', () => {
  const tables = [
    floorTable({ calls: [tableCall()] }),
    floorTable({ id: 80, number: 8, calls: [tableCall({ id: 2 })] }),
  ]
  render(<CallsElsewhere tables={tables} openId={70} />, { language: 'ro' })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Merg eu: Masa 8 cheamă' })).toBeDefined()
})

/** A floor that has no live channel. */
function Floor() {
  useBoardSync(() => {}, RING_FOR_NONE)
  const rounds = useBoardOrders()
  const { data: tables = [] } = useFloor()
  const [table] = tables
  if (!table) return null
  return (
    <>
      <p>{`${table.status}, ${rounds.length} open`}</p>
      <FloorTableDialogs dialog="free" table={table} tables={tables} rounds={[]} onClose={() => {}} />
    </>
  )
}

it('a table that is freed here is free, and its orders are over, without the live channel', async () => {
  const occupied = floorTable({ status: 'occupied' })
  fakeApi.answers(getFloor, [occupied])
  fakeApi.answers(listOrders, [round({ id: 11 })])
  const { user, t } = render(<Floor />)
  await screen.findByText('occupied, 1 open')
  const { id, number, label, capacity } = occupied
  fakeApi.answers(setTableStatus, { id, number, label, capacity, status: 'available' })
  fakeApi.answers(getFloor, [{ ...occupied, status: 'available' }])
  fakeApi.answers(changedOrders, { orders: [], gone: [11] })
  await user.click(await screen.findByRole('button', { name: t('tables.freeConfirm') }))
  await waitFor(() => expect(screen.getByText('available, 0 open')).toBeDefined())
})
