import { expect, it } from 'vitest'
import { refetch, resetBoard, showList } from '../../testing/board.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/index.ts'
import { putOrders, refetchOrders } from './board.ts'
import { LivePill, useLiveNotice } from './live-state.tsx'

fakeLive()

function Strip() {
  const notice = useLiveNotice()
  return <StatusStrip notices={notice ? [notice] : []} />
}

it('after a failed fetch, the pill claims no more than the strip', async () => {
  resetBoard()
  const { t } = render(
    <>
      <LivePill />
      <Strip />
    </>,
  )
  showList([])
  expect([screen.getByRole('status').textContent, screen.queryByRole('alert')]).toEqual([t('live.live'), null])
  refetch.mockRejectedValueOnce(new Error('no answer'))
  act(refetchOrders)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(t('live.reconnecting')))
  expect(screen.getByRole('alert').textContent).toContain(t('live.connectionLost'))
})

it('the strip says that the list could not be fetched, also below the first cards', async () => {
  resetBoard()
  const { t } = render(<Strip />, { language: 'en' })
  act(() => putOrders([sampleOrder()]))
  expect(screen.queryByRole('alert')).toBeNull()
  refetch.mockRejectedValueOnce(new Error('no answer'))
  act(refetchOrders)
  expect((await screen.findByRole('alert')).textContent).toContain(t('live.connectionLost'))
})
