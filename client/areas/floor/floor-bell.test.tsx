import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import * as bell from '../orders/screen-and-sound.tsx'
import { useFloorBell } from './tables.ts'

const NO_TABLES: never[] = []
function Bell({ readyIds }: { readyIds: readonly number[] | undefined }) {
  useFloorBell(NO_TABLES, readyIds)
  return null
}

it('plays once for each round that becomes ready, and not for those that were ready before', () => {
  const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
  const { rerender } = render(<Bell readyIds={undefined} />)
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
