import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getSummary, type Order } from '#shared/contracts/orders.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { EMPTY_BOARD, withList } from './board/board.ts'
import { changeBoard, clearBoard } from './board/board-store.ts'
import { receiveOrder } from './board/board-sync.ts'
import { OrdersTab } from './orders-tab.tsx'

/** A row, and the first step after it: the others are rendered when they are near the visible part. */
const CARDS_AT_OPENING = 6
const OPEN_ORDERS = 90

/** Counts how often each card was rendered, by order id. */
const renders = new Map<number, number>()
function CountRenders({ order }: { order: Order }) {
  renders.set(order.id, (renders.get(order.id) ?? 0) + 1)
  return null
}
const PRINT = { Line: CountRenders }
const useTables = () => ({ data: [], error: null, refetch: () => {} })

const seen = (fields: Partial<Order>) => sampleOrder({ seenAt: sampleOrder().createdAt, ...fields })

beforeEach(() => {
  clearBoard()
  renders.clear()
  // Nothing is near the visible part.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  fakeApi.answers(getSummary, {
    totalOrders: 1,
    totalCustomers: 1,
    averageOrderValue: 1,
    vipCustomers: 0,
    open: { pending: OPEN_ORDERS, preparing: OPEN_ORDERS, ready: 0, delivered: 0 },
  })
})

async function openBoard() {
  const orders = Array.from({ length: 2 * OPEN_ORDERS }, (_, i) =>
    seen({ id: 1000 - i, status: i < OPEN_ORDERS ? 'pending' : 'preparing' }),
  )
  const rendered = render(<OrdersTab print={PRINT} useTables={useTables} />)
  act(() => changeBoard((board) => withList(board, { orders, isCut: false }, EMPTY_BOARD)))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(CARDS_AT_OPENING))
  const rendersAtOpening = new Map(renders)
  renders.clear()
  return { ...rendered, rendersAtOpening }
}

describe('the Orders tab, with 90 orders in each of two sub-tabs', () => {
  it('opens with a few cards, each rendered once', async () => {
    const { rendersAtOpening } = await openBoard()
    expect([...rendersAtOpening.values()]).toEqual(Array.from({ length: CARDS_AT_OPENING }, () => 1))
  })

  it('renders one card when an order arrives', async () => {
    await openBoard()
    act(() => receiveOrder(seen({ id: 1001 })))
    await waitFor(() =>
      expect(within(screen.getAllByRole('article')[0] as HTMLElement).getByText('#1001')).toBeDefined(),
    )
    expect([...renders]).toEqual([[1001, 1]])
  })

  it('renders one card when an order changes', async () => {
    await openBoard()
    act(() => receiveOrder(seen({ id: 998, version: 2, notes: 'la geam' })))
    expect(await screen.findByText('la geam')).toBeDefined()
    expect([...renders]).toEqual([[998, 1]])
  })

  it('renders no card when the list is fetched again unchanged', async () => {
    await openBoard()
    act(() => changeBoard((board) => withList(board, { orders: [...board.orders.values()], isCut: false }, board)))
    expect([...renders]).toEqual([])
  })

  it('renders only the new cards of another sub-tab, and fetches nothing', async () => {
    const { user, t } = await openBoard()
    const before = fakeApi.callsOf(getSummary).length
    await user.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.preparing')) }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(CARDS_AT_OPENING))
    expect([...renders.values()]).toEqual(Array.from({ length: CARDS_AT_OPENING }, () => 1))
    expect(fakeApi.callsOf(getSummary)).toHaveLength(before)
  })
})
