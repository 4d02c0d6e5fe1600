import { expect, it, vi } from 'vitest'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { floorTable, tableCall } from '../../testing/floor-samples.ts'
import { render } from '../../testing/render.tsx'
import { sampleReservation } from '../../testing/samples.ts'
import * as bell from '../orders/screen-and-sound.tsx'
import { useFloorBell } from './tables.ts'

const NO_TABLES: never[] = []
const NONE: never[] = []
interface BellProps {
  readyIds?: readonly number[]
  tables?: FloorTable[]
  news?: Reservation[]
}
function Bell({ readyIds, tables = NO_TABLES, news = NONE }: BellProps) {
  useFloorBell(tables, readyIds, news)
  return null
}

it('plays once for each round that becomes ready, and not for those that were ready before', () => {
  const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
  const { rerender } = render(<Bell />)
  const playsAfter = (readyIds: readonly number[]) => {
    ring.mockClear()
    rerender(<Bell readyIds={readyIds} />)
    return ring.mock.calls
  }
  expect(playsAfter([11])).toEqual([])
  expect(playsAfter([11, 12])).toEqual([[1]])
  expect(playsAfter([12])).toEqual([])
  expect(playsAfter([12, 11])).toEqual([[1]])
})

it('rings for an open call and a reservation to answer, not for a taken call or a reservation to see', () => {
  const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
  const { rerender } = render(
    <Bell tables={[floorTable({ calls: [tableCall({ status: 'taken' })] })]} news={[sampleReservation()]} />,
  )
  expect(ring).not.toHaveBeenCalled()
  const asked = sampleReservation({ id: 2, status: 'asked' })
  rerender(<Bell news={[asked]} />)
  expect(ring).toHaveBeenCalledTimes(1)
  rerender(<Bell news={[{ ...asked }]} tables={[floorTable({ calls: [tableCall()] })]} />)
  expect(ring).toHaveBeenCalledTimes(2)
})
