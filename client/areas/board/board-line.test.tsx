import { beforeEach, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { BoardLine, oldestFirst, setOldestFirst, useLateNotice } from './board-strip.tsx'

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

it.each(LANGUAGES)('late orders are said first on the board, with the way to see them first (%s)', async (language) => {
  placed(1, 4)
  const { t, user } = render(<Strip isBoard />, { language })
  expect(screen.queryByRole('listitem')).toBeNull()
  act(() => placed(2, 61))
  expect(screen.getByRole('listitem').textContent).toContain(t('orders.line.late', { count: 1 }))
  await user.click(screen.getByRole('button', { name: t('orders.oldestFirst') }))
  expect(oldestFirst.get()).toBe(true)
  expect(screen.queryByRole('button', { name: t('orders.oldestFirst') })).toBeNull()
})

it.each(LANGUAGES)('where the board is not shown, they lead to it (%s)', (language) => {
  placed(1, 61)
  const { t } = render(<Strip isBoard={false} />, { language })
  expect(screen.queryByRole('button', { name: t('orders.oldestFirst') })).toBeNull()
  expect(screen.getByRole('link', { name: t('orders.toBoard') }).getAttribute('href')).toBe('/dashboard?tab=orders')
})
