import { beforeEach, expect, it, vi } from 'vitest'
import { takeCall } from '#shared/contracts/calls.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { listReservations, seeReservation } from '#shared/contracts/reservations.ts'
import type { OrderStatus } from '#shared/domain/orders/order.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { queryClient } from '../../lib/api/query.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { floorTable, tableCall } from '../../testing/floor-samples.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder, sampleReservation } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { ageText } from '../orders/index.ts'
import * as orderText from '../orders/order-text.ts'
import * as bell from '../orders/screen-and-sound.tsx'
import { useOlderNotice } from './older-orders.tsx'
import { BoardLine, useDueNotices, useLateCallNotices, useLateNotice, useReservationNotices } from './summary.tsx'

beforeEach(resetBoard)

const placed = (id: number, minutes: number) =>
  showList([sampleOrder({ id, createdAt: new Date(serverNow() - minutes * 60_000).toISOString() })])

function Strip() {
  const notices = [...useDueNotices(), useOlderNotice(), useLateNotice()].filter((notice) => !!notice)
  return <StatusStrip notices={notices} idle={<BoardLine />} />
}

it('late orders are said in the strip, which leads to all of them', async () => {
  history.replaceState(null, '', '/dashboard?tab=tables')
  placed(1, 4)
  const { t, user } = render(<Strip />)
  expect(screen.queryByRole('listitem')).toBeNull()
  act(() => placed(2, 60.5))
  const late = t('kitchen.lateCount', { count: 1 })
  const oldest = t('orders.line.oldest', { age: ageText(t, 60) })
  await user.click(screen.getByRole('link', { name: `${late}, ${oldest}` }))
  expect(location.search).toBe('?tab=orders&list=late')
})

it('what is ready is no order to make, and late all the same', () => {
  const order = (id: number, minutes: number, status: OrderStatus) =>
    sampleOrder({ id, status, createdAt: new Date(serverNow() - minutes * 60_000).toISOString() })
  showList([order(1, 9.5, 'ready'), order(2, 4.5, 'preparing'), order(3, 2.5, 'pending')])
  const { t } = render(<Strip />)
  const toMake = t('orders.line.toMake', { count: 2 })
  expect(screen.getByText(new RegExp(toMake)).textContent).toBe(
    `${toMake} · ${t('orders.line.oldest', { age: ageText(t, 4) })}`,
  )
  act(() => showList([order(4, 30.5, 'ready')]))
  const late = `${t('kitchen.lateCount', { count: 1 })}, ${t('orders.line.oldest', { age: ageText(t, 30) })}`
  expect(screen.getByRole('link', { name: late })).toBeDefined()
})

it('line and notices of the strip pass over the orders once when the board changes', () => {
  render(<Strip />)
  const passed = vi.spyOn(orderText, 'isLateOrder')
  act(() => placed(1, 4))
  expect(passed).toHaveBeenCalledTimes(1)
})

const Calls = () => <StatusStrip notices={useLateCallNotices()} />

const ago = (minutes: number) => new Date(serverNow() - minutes * 60_000 - 1_000).toISOString()

it('the board shows calls that nobody took for five minutes, rings for them, and takes one', async () => {
  const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
  const late = tableCall({ id: 1, kind: 'bill', method: 'card', at: ago(5) })
  const fresh = tableCall({ id: 2, at: ago(4) })
  const taken = tableCall({ id: 3, at: ago(9), status: 'taken', takenBy: 'Ana' })
  fakeApi.answers(getFloor, [floorTable({ calls: [late, fresh, taken] })])
  const { t, user } = render(<Calls />)
  const title = t('floor.wantsBill', { table: t('common.table', { number: 7 }) })
  const button = await screen.findByRole('button', { name: `${t('floor.take')}: ${title}` })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.getByRole('region', { name: t('live.notices') }).textContent).toContain(t('floor.card'))
  expect(ring).toHaveBeenCalledTimes(1)
  fakeApi.answers(takeCall, { ...late, status: 'taken', takenBy: 'patron' })
  fakeApi.answers(getFloor, [floorTable({ calls: [fresh, taken] })])
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('region', { name: t('live.notices') })).toBeNull())
  expect(fakeApi.callsOf(takeCall).map(({ path }) => path)).toEqual(['/api/tables/70/calls/1/take'])
})

function Reservations() {
  const { askedSoon, asked, unseen } = useReservationNotices()
  return <StatusStrip notices={[...askedSoon, ...asked, ...unseen]} />
}
const reservations = { ...DEFAULT_RESERVATIONS, on: true }

it('reservations to answer ring, again after two minutes until they are answered, and lead to the list', async () => {
  const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const asked = sampleReservation({ id: 3, status: 'asked', party: 9 })
  const fresh = sampleReservation({ id: 4, name: 'Radu' })
  fakeApi.answers(listReservations, [asked, fresh])
  const { t, user } = render(<Reservations />, { settings: { reservations } })
  const line = `Thu 20 Nov 19:30 · ${t('orders.guests', { count: 9 })} · Ioana asks for a table`
  const opener = await screen.findByRole('button', { name: 'Answer: Ioana asks for a table' })
  expect(screen.getByRole('region', { name: t('live.notices') }).textContent).toContain(line)
  expect(fakeApi.callsOf(listReservations).map(({ query }) => query)).toEqual([{ waiting: 'true' }])
  expect(ring).toHaveBeenCalledTimes(1)
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
  pass(110)
  expect(ring).toHaveBeenCalledTimes(1)
  pass(20)
  expect(ring).toHaveBeenCalledTimes(2)
  await user.click(opener)
  expect(openedDialog('reservation')).toEqual({ id: 3 })
  fakeApi.answers(listReservations, [{ ...fresh, version: 2 }])
  await act(() => queryClient.invalidateQueries({ queryKey: ['reservations'] }))
  pass(130)
  expect(ring).toHaveBeenCalledTimes(2)
  fakeApi.answers(seeReservation, fresh)
  fakeApi.answers(listReservations, [])
  expect(screen.getByText('Radu has changed the reservation')).toBeDefined()
  await user.click(screen.getByRole('button', { name: t('common.close') }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(fakeApi.callsOf(seeReservation).map(({ path, body }) => [path, body])).toEqual([
    ['/api/reservations/4/seen', { version: 2 }],
  ])
  vi.useRealTimers()
})

it('who wants a table within two hours is told apart from who wants one later', async () => {
  const inHours = (hours: number) => new Date(serverNow() + hours * 3_600_000).toISOString()
  fakeApi.answers(
    listReservations,
    [3, 1.9, 2.1].map((hours, id) => sampleReservation({ id: id + 1, status: 'asked', at: inHours(hours) })),
  )
  let shown: Partial<ReturnType<typeof useReservationNotices>> = {}
  const Notices = () => {
    shown = useReservationNotices()
    return null
  }
  render(<Notices />, { settings: { reservations } })
  await waitFor(() => expect(shown.askedSoon?.map(({ key }) => key)).toEqual(['reservation 2']))
  expect(shown.asked?.map(({ key }) => key)).toEqual(['reservation 1', 'reservation 3'])
})

it('nothing is asked for by who may not read reservations', () => {
  render(<Reservations />)
  expect(fakeApi.callsOf(listReservations)).toEqual([])
})
