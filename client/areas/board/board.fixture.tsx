import { getMenu } from '#shared/contracts/menu/menu.ts'
import type { Order, Summary } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { resetBoard } from '../../testing/board.ts'
import { render, screen, within } from '../../testing/render.tsx'
import { Part } from '../../ui/index.ts'
import { putOrders, TakeOffDialog, useShownOrders } from '../orders/index.ts'
import { OrderPayments } from '../payments/index.ts'
import { MoveOrderDialog } from './order-dialogs.tsx'
import { OrderGrid } from './order-grid.tsx'

export const SEEN_AT = '2026-11-20T17:45:00.000Z'

export const SUMMARY: Summary = {
  totalOrders: 1,
  totalCustomers: 1,
  averageOrderValue: 1,
  vipCustomers: 0,
  open: { pending: 1, preparing: 0, ready: 0, delivered: 0 },
  today: { orders: 1, sales: 1, taken: null },
}

/** Empties the board of cards. Call it before each test. */
export function resetCards(): void {
  resetBoard()
  // A dialog about a line looks for the options of its dish.
  queryClient.setQueryData([getMenu.path], [])
}

function Board() {
  return (
    <>
      <OrderGrid orders={useShownOrders()} />
      <TakeOffDialog />
      <MoveOrderDialog />
      <Part>
        <OrderPayments />
      </Part>
    </>
  )
}

/** Renders a board with this order, whose id is 1, and the dialogs about it. */
export function openBoard(order: Order, language: Language, settings: Partial<Settings> = {}) {
  putOrders([order])
  const rendered = render(<Board />, { language, settings: { ...settings, language } })
  const card = within(screen.getByRole('article', { name: rendered.t('orders.order', { id: 1 }) }))
  return { ...rendered, order, card }
}
