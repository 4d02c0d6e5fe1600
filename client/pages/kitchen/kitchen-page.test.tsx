import { expect, it, vi } from 'vitest'
import { getCurrentUser } from '#shared/contracts/accounts.ts'
import { listOrders } from '#shared/contracts/orders.ts'
import { queryClient } from '../../lib/api/query.ts'
import * as live from '../../lib/live/live.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, fakeApi, render, screen } from '../../testing/render.tsx'
import KitchenPage from './index.tsx'

fakeLive()

it('the kitchen asks for dishes and options again when the menu has changed', async () => {
  const keys = [['/api/menu'], ['/api/menu/options']]
  for (const key of keys) queryClient.setQueryData(key, [])
  fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: ['kitchen'] })
  fakeApi.answers(listOrders, [])
  const { t } = render(<KitchenPage />)
  await screen.findByRole('button', { name: t('menu.title') })
  const isOld = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  expect(isOld()).toEqual([false, false])
  act(() => {
    for (const [follower] of vi.mocked(live.followLive).mock.calls) follower.MENU_CHANGED?.({ type: 'MENU_CHANGED' })
  })
  expect(isOld()).toEqual([true, true])
})
