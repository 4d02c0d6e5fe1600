import { expect, it, vi } from 'vitest'
import { takeCall } from '#shared/contracts/calls.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { floorTable, tableCall } from '../../testing/floor-samples.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import * as bell from '../orders/screen-and-sound.tsx'
import { useLateCallNotices } from './board-strip.tsx'

const Strip = () => <StatusStrip notices={useLateCallNotices()} />

const ago = (minutes: number) => new Date(serverNow() - minutes * 60_000 - 1_000).toISOString()

it.each(LANGUAGES)(
  'the board shows calls that nobody took for five minutes, rings for them, and takes one (%s)',
  async (language) => {
    const ring = vi.spyOn(bell, 'ring').mockResolvedValue()
    const late = tableCall({ id: 1, kind: 'bill', method: 'card', at: ago(5) })
    const fresh = tableCall({ id: 2, at: ago(4) })
    const taken = tableCall({ id: 3, at: ago(9), status: 'taken', takenBy: 'Ana' })
    fakeApi.answers(getFloor, [floorTable({ calls: [late, fresh, taken] })])
    const { t, user } = render(<Strip />, { language })
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
  },
)
