import { beforeEach, expect, it } from 'vitest'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { render, screen } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { OrdersLabel, WindowTitle } from './waiting.tsx'

beforeEach(resetBoard)

it('the tab of the orders and the window’s title count the orders with which the kitchen should start', () => {
  const { t } = render(
    <>
      <button type="button">
        <OrdersLabel />
      </button>
      <WindowTitle title="Menu" />
    </>,
    { settings: { restaurantName: 'La Conac' } },
  )
  const label = () => screen.getByRole('button').textContent
  expect([label(), document.title]).toEqual([t('dashboard.tabs.orders'), 'Menu · La Conac'])
  const at = (hours: number) => new Date(serverNow() + hours * 3_600_000).toISOString()
  const later = { createdAt: at(-1), startAt: at(2), pickupAt: at(3) }
  showList([sampleOrder({ id: 1 }), sampleOrder({ id: 2 }), sampleOrder({ id: 3, ...later })])
  expect([label(), document.title]).toEqual([`${t('dashboard.tabs.orders')}2`, '(2) Menu · La Conac'])
  showList([1, 2].map((id) => sampleOrder({ id, status: 'preparing', version: 9 })))
  expect([label(), document.title]).toEqual([t('dashboard.tabs.orders'), 'Menu · La Conac'])
})
