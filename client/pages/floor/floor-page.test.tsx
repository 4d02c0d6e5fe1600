import { expect, it } from 'vitest'
import { getCurrentUser } from '#shared/contracts/accounts.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { listOrders } from '#shared/contracts/orders.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { floorTable } from '../../testing/floor-samples.ts'
import { fakeApi, render, SETTINGS, screen } from '../../testing/render.tsx'
import FloorPage from './index.tsx'

fakeLive()

it.each([
  [null, 'Orders are paused.'],
  ['2026-05-04T10:30:00.000Z', 'Orders are paused until 13:30.'],
])('the floor says during a pause that the kitchen takes no orders (until %s)', async (until, words) => {
  fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: ['floor'] })
  fakeApi.answers(listOrders, [])
  fakeApi.answers(getFloor, [floorTable()])
  for (const endpoint of [getMenu, getCategories]) fakeApi.answers(endpoint, [])
  render(<FloorPage />, { settings: { ...SETTINGS, ordersPaused: true, ordersPausedUntil: until } })
  expect(await screen.findByText(words)).toBeDefined()
})
