import { expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { refetch, resetBoard, showList } from '../../testing/board.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { refetchOrders } from './board.ts'
import { LiveBanner, LivePill } from './live-state.tsx'

fakeLive()

it.each(LANGUAGES)('after a failed fetch, the pill claims no more than the banner (%s)', async (language) => {
  resetBoard()
  const { t } = render(
    <>
      <LivePill />
      <LiveBanner />
    </>,
    { language },
  )
  showList([])
  expect([screen.getByRole('status').textContent, screen.queryByRole('alert')]).toEqual([t('live.live'), null])
  refetch.mockRejectedValueOnce(new Error('no answer'))
  act(refetchOrders)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(t('live.reconnecting')))
  expect(screen.getByRole('alert').textContent).toContain(t('live.connectionLost'))
})
