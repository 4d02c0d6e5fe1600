import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getSummary, listOrders, type Order } from '#shared/contracts/orders.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { endOrders, orderOnBoard, resetBoard, showList } from '../../testing/board.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { receiveOrder } from '../orders/index.ts'
import * as printing from '../printing/index.ts'
import { SUMMARY } from './board.fixture.tsx'
import { OrderBoard } from './board.tsx'

const CARDS_IN_FIRST_FRAME = 3
/** That row, and the first step after it: the others are rendered when they are near the visible part. */
const CARDS_AT_OPENING = 6
const OPEN_ORDERS = 90

/** Counts how often each card was rendered, by order id. */
const renders = new Map<number, number>()

const seen = (fields: Partial<Order>) => sampleOrder({ seenAt: sampleOrder().createdAt, ...fields })

beforeEach(() => {
  // The clock stands still: at its tick, every card may be a minute older.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  resetBoard()
  renders.clear()
  // A card asks it once.
  vi.spyOn(printing, 'hasMoreToPrint').mockImplementation(({ id }) => {
    renders.set(id, (renders.get(id) ?? 0) + 1)
    return true
  })
  // Nothing is near the visible part.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const open = { pending: OPEN_ORDERS, preparing: OPEN_ORDERS, ready: 0, delivered: 0 }
  fakeApi.answers(getSummary, { ...SUMMARY, open })
})

afterEach(() => void vi.useRealTimers())

async function openBoard() {
  const orders = Array.from({ length: 2 * OPEN_ORDERS }, (_, i) =>
    seen({ id: 1000 - i, status: i < OPEN_ORDERS ? 'pending' : 'preparing' }),
  )
  const rendered = render(<OrderBoard onNewOrder={() => {}} />)
  showList(orders)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(CARDS_AT_OPENING))
  const rendersAtOpening = new Map(renders)
  renders.clear()
  return { ...rendered, orders, rendersAtOpening }
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
    const { orders } = await openBoard()
    showList(orders)
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

  it('renders a row of another sub-tab in the frame of the tap, and the other cards after it', async () => {
    const { user, t } = await openBoard()
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (then: FrameRequestCallback) => frames.push(then))
    await user.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.preparing')) }))
    expect([renders.size, screen.getAllByRole('article').length]).toEqual([CARDS_IN_FIRST_FRAME, CARDS_IN_FIRST_FRAME])
    act(() => frames.forEach((then) => void then(0)))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(CARDS_AT_OPENING))
  })
})

describe('the Orders tab', () => {
  const board = (orders: Order[]) => {
    const rendered = render(<OrderBoard onNewOrder={() => {}} />, {
      settings: { language: 'en' },
    })
    showList(orders)
    return rendered
  }
  const shownIds = () => screen.getAllByRole('article').map((card) => within(card).getByText(/^#\d+$/).textContent)
  const [line] = sampleOrder().items as [Order['items'][number]]

  it('shows the oldest order first if the device is set to it, in the tabs of open orders', async () => {
    const { user, t } = board([
      seen({ id: 4, createdAt: new Date(serverNow()).toISOString() }),
      seen({ id: 3, createdAt: '2026-11-20T17:44:00.000Z' }),
      seen({ id: 2, createdAt: '2026-11-20T17:43:00.000Z' }),
      seen({ id: 1, status: 'completed' }),
    ])
    expect(shownIds()).toEqual(['#4', '#3', '#2'])
    const oldestFirst = () => screen.queryByRole('button', { name: t('orders.oldestFirst') })
    await user.click(oldestFirst() as HTMLElement)
    expect(shownIds()).toEqual(['#2', '#3', '#4'])
    expect(localStorage.getItem('masa.board-order')).toBe('oldest')
    await user.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.all')) }))
    expect(oldestFirst()).toBeNull()
    await waitFor(() => expect(shownIds()).toEqual(['#4', '#3', '#2', '#1']))
    await user.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.pending')) }))
    await user.click(oldestFirst() as HTMLElement)
    expect(localStorage.getItem('masa.board-order')).toBeNull()
  })

  it('shows the late orders of all statuses, the oldest first, until none is late', () => {
    history.replaceState(null, '', '/dashboard?list=late')
    const since = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString()
    const orders = [
      seen({ id: 4, createdAt: since(5) }),
      seen({ id: 3, createdAt: since(15) }),
      seen({ id: 2, status: 'preparing', createdAt: since(60) }),
      seen({ id: 1, status: 'ready', createdAt: since(30) }),
    ]
    const { t } = board(orders)
    expect(shownIds()).toEqual(['#2', '#1', '#3'])
    const tab = () => screen.getByRole('tab', { name: t('orders.tabs.late') })
    expect(tab().getAttribute('aria-selected')).toBe('true')
    endOrders(orders.map((order) => ({ ...order, status: 'delivered', version: order.version + 1 })))
    expect(screen.getByText(t('orders.empty.late'))).toBeDefined()
    expect(tab().getAttribute('aria-selected')).toBe('true')
  })

  it('keeps the switch "oldest first" out of the row of sub-tabs, with which it would scroll out of sight', () => {
    const { t } = board([seen({ id: 1 })])
    const row = screen.getByRole('tablist').closest('.overflow-x-auto')
    expect(row?.contains(screen.getByRole('button', { name: t('orders.oldestFirst') }))).toBe(false)
  })

  it('folds an order of more than seven lines after five, and always shows its total and button', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...line, id: i + 1, menuItemId: i + 1 }))
    const { user, t } = board([seen({ id: 2, items: lines(14), total: 99_900 }), seen({ id: 1, items: lines(7) })])
    const [long, short] = screen.getAllByRole('article').map((card) => within(card)) as [
      ReturnType<typeof within>,
      ReturnType<typeof within>,
    ]
    expect(short.getAllByRole('listitem')).toHaveLength(7)
    const fold = long.getByRole('button', { name: t('orders.unfold', { count: 9 }) })
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    expect(long.getAllByRole('listitem')).toHaveLength(5 + 1)
    expect(long.getByText(/999\.00/)).toBeDefined()
    expect(long.getByRole('button', { name: t('orders.moveOn.preparing') })).toBeDefined()
    await user.click(fold)
    expect(long.getAllByRole('listitem')).toHaveLength(14 + 1)
    await user.click(long.getByRole('button', { name: t('common.showLess') }))
    expect(long.getAllByRole('listitem')).toHaveLength(5 + 1)
  })

  it('searches all statuses at once, with the status on each card', async () => {
    fakeApi.answers(listOrders, [])
    const { user, t } = board([
      seen({ id: 3, customerName: 'Ana' }),
      seen({ id: 2, customerName: 'Ana', status: 'completed' }),
      seen({ id: 1, customerName: 'Radu' }),
    ])
    await user.fill(screen.getByRole('textbox', { name: t('orders.searchLabel') }), 'ana')
    await waitFor(() => expect(shownIds()).toEqual(['#3', '#2']))
    expect(screen.getAllByRole('combobox').map(({ textContent }) => textContent)).toEqual(
      (['pending', 'completed'] as const).map((status) => t(`orders.status.${status}`)),
    )
    await user.click(screen.getByRole('button', { name: t('common.clearSearch') }))
    await waitFor(() => expect(shownIds()).toEqual(['#3', '#1']))
  })

  it('loads older ended orders page by page, down to the first, and anew after a list with a gap', async () => {
    const completed = (from: number) =>
      Array.from({ length: 200 }, (_, i) => seen({ id: from - i, status: 'completed' }))
    // The newest of a page is the first card of all.
    const page = (count: number, from: number) =>
      completed(from)
        .slice(0, count)
        .map((order, i) => (i ? order : { ...order, createdAt: at(count) }))
    const at = (seconds: number) => new Date(serverNow() - seconds * 1000).toISOString()
    const { user, t } = board([...completed(1000), seen({ id: 1 })])
    const older = () => screen.queryByRole('button', { name: t('orders.older') })
    expect(older()).toBeNull()
    await user.click(screen.getByRole('tab', { name: t('orders.tabs.completed') }))
    fakeApi.refuses(listOrders, 500, { message: 'No' })
    await user.click(older() as HTMLElement)
    expect(await screen.findByText(t('common.loadFailed'), { exact: false })).toBeDefined()
    fakeApi.answers(listOrders, page(60, 700))
    await user.click(older() as HTMLElement)
    await waitFor(() => expect(shownIds()[0]).toBe('#700'))
    fakeApi.answers(listOrders, page(59, 600))
    await user.click(older() as HTMLElement)
    await waitFor(() => expect(shownIds().slice(0, 2)).toEqual(['#600', '#700']))
    expect(older()).toBeNull()
    expect(fakeApi.callsOf(listOrders).map(({ query }) => query)).toEqual(
      [801, 801, 641].map((before) => ({ status: 'completed', before: String(before), limit: '60' })),
    )
    showList([...completed(2000), seen({ id: 1 })])
    await waitFor(() => expect(shownIds()).not.toContain('#700'))
    expect(older()).toBeDefined()
  })

  it('keeps the older ones that a sub-tab has loaded until it is left', async () => {
    const completed = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => seen({ id: from - i, status: 'completed' }))
    const { user, t } = board(completed(1000, 200))
    await user.click(screen.getByRole('tab', { name: t('orders.tabs.completed') }))
    fakeApi.answers(listOrders, completed(800, 60))
    await user.click(screen.getByRole('button', { name: t('orders.older') }))
    await waitFor(() => expect(orderOnBoard(741)).toBeDefined())
    endOrders(completed(1200, 200))
    expect(orderOnBoard(741)).toBeDefined()
    await user.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.pending')) }))
    endOrders(completed(1400, 200))
    expect([741, 1200, 1201].map((id) => orderOnBoard(id)?.id)).toEqual([undefined, undefined, 1201])
    await user.click(screen.getByRole('tab', { name: t('orders.tabs.completed') }))
    expect(screen.getByRole('button', { name: t('orders.older') })).toBeDefined()
    fakeApi.answers(listOrders, completed(1200, 60))
    await user.click(screen.getByRole('button', { name: t('orders.older') }))
    await waitFor(() => expect(orderOnBoard(1141)).toBeDefined())
    expect(fakeApi.callsOf(listOrders).at(-1)?.query).toMatchObject({ before: '1201' })
  })

  it('counts only where it knows all orders', () => {
    board(Array.from({ length: 200 }, (_, i) => seen({ id: 1000 - i, status: 'completed' })))
    const counts = screen.getAllByRole('tab').map(({ textContent }) => /\d+/.exec(textContent ?? '')?.[0])
    expect(counts.slice(4)).toEqual([undefined, undefined, undefined])
  })
})
