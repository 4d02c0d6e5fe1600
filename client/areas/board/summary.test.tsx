import { beforeEach, expect, it, vi } from 'vitest'
import { takeCall } from '#shared/contracts/calls.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { floorTable, tableCall } from '../../testing/floor-samples.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import * as bell from '../orders/screen-and-sound.tsx'
import { BoardLine, oldestFirst, setOldestFirst, useLateCallNotices, useLateNotice } from './summary.tsx'

beforeEach(() => {
  resetBoard()
  setOldestFirst(false)
})

const placed = (id: number, minutes: number) =>
  showList([sampleOrder({ id, createdAt: new Date(serverNow() - minutes * 60_000).toISOString() })])

/** As on the board, where the advice about the screen is less urgent. */
function Strip({ isBoard }: { isBoard: boolean }) {
  const late = useLateNotice()
  return <StatusStrip notices={isBoard && late ? [late] : []} idle={<BoardLine isBoard={isBoard} />} />
}

it('late orders are said first on the board, with the way to see them first', async () => {
  placed(1, 4)
  const { t, user } = render(<Strip isBoard />)
  expect(screen.queryByRole('listitem')).toBeNull()
  act(() => placed(2, 61))
  expect(screen.getByRole('listitem').textContent).toContain(t('kitchen.lateCount', { count: 1 }))
  await user.click(screen.getByRole('button', { name: t('orders.oldestFirst') }))
  expect(oldestFirst.get()).toBe(true)
  expect(screen.queryByRole('button', { name: t('orders.oldestFirst') })).toBeNull()
})

it('where the board is not shown, they lead to it', () => {
  placed(1, 61)
  const { t } = render(<Strip isBoard={false} />)
  expect(screen.queryByRole('button', { name: t('orders.oldestFirst') })).toBeNull()
  expect(screen.getByRole('link', { name: t('orders.toBoard') }).getAttribute('href')).toBe('/dashboard?tab=orders')
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
