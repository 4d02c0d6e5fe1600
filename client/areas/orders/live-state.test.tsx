import { expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { changeBoard, clearBoard, EMPTY_BOARD, useBoardState, withList } from './index.ts'
import { LiveBanner, LivePill } from './live-state.tsx'

fakeLive()

it.each(LANGUAGES)('after a failed fetch, the pill claims no more than the banner (%s)', (language) => {
  clearBoard()
  const { t } = render(
    <>
      <LivePill />
      <LiveBanner />
    </>,
    { language },
  )
  act(() => changeBoard((board) => withList(board, { orders: [], isTruncated: false }, EMPTY_BOARD)))
  expect([screen.getByRole('status').textContent, screen.queryByRole('alert')]).toEqual([t('live.live'), null])
  act(() => useBoardState.setState({ failed: true }))
  expect(screen.getByRole('status').textContent).toBe(t('live.reconnecting'))
  expect(screen.getByRole('alert').textContent).toContain(t('live.connectionLost'))
  clearBoard()
})
