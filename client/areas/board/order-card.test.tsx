import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeOrder, completeOlder, getSummary, type Order, seeOrder } from '#shared/contracts/orders.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { changeBoard, clearBoard, EMPTY_BOARD, useBoardState, withOrders } from '../orders/index.ts'
import { OlderOrdersNotice } from './older-orders.tsx'
import { OrderCard } from './order-card.tsx'

const refetch = vi.fn()
beforeEach(() => {
  refetch.mockClear()
  clearBoard()
  useBoardState.setState({ refetch })
})

describe.each(LANGUAGES)('an order’s card (%s)', (language) => {
  const renderCard = (fields: Partial<Order> = {}) => {
    const order = sampleOrder(fields)
    changeBoard((board) => withOrders(board, [order]))
    const rendered = render(<OrderCard order={order} settings={{ ...SETTINGS, language }} withStatus={false} />, {
      language,
    })
    return {
      ...rendered,
      order,
      shown: within(screen.getByRole('article', { name: rendered.t('orders.order', { id: 1 }) })),
    }
  }

  it('shows all data of a takeaway order', () => {
    const { t, shown } = renderCard({ email: 'radu@example.ro', notes: 'la geam' })
    expect(shown.getByRole('heading').textContent).toBe(t('orders.takeaway'))
    for (const text of ['#1', 'Radu Ionescu', '+40 723 118 402', 'radu@example.ro', 'la geam', '57.00 LEI'])
      expect(shown.getByText(text, { exact: false }).textContent?.replaceAll('\u00a0', ' ')).toContain(text)
    expect(shown.getAllByText(t('orders.status.pending')).length).toBeGreaterThan(0)
    expect(shown.getByText(/^20 \w{3} 2026, 19:42$/)).toBeDefined()
    expect(shown.getByRole('listitem').textContent).toBe(`2×${language === 'ro' ? 'Ciorbă' : 'Sour soup'}57.00`)
  })

  it('shows the table, and the guests with their dishes and notes', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const items = [
      { ...line, guestName: 'Ana', notes: 'fără ceapă' },
      { ...line, id: 2, guestName: 'Mihai', menuItemId: 8, name: '', nameRo: '' },
    ]
    const { t, shown } = renderCard({
      tableId: 31,
      tableNumber: 4,
      diningOption: 'dine-in',
      customerName: 'Masa 4',
      phoneNumber: '0000000000',
      items,
    })
    expect(shown.getByRole('heading').textContent).toBe(t('common.table', { number: 4 }))
    for (const text of ['Ana', 'Mihai', 'fără ceapă', t('orders.item', { id: 8 })])
      expect(shown.getByText(text)).toBeDefined()
    expect(shown.getByText(new RegExp(t('orders.guests', { count: 2 }).replaceAll(' ', '\\s')))).toBeDefined()
    // The customer's name is the table's, which the title shows already.
    expect(shown.queryByText('Masa 4', { selector: 'p' })).toBeNull()
    expect(shown.queryByRole('link', { name: t('orders.contact') })).toBeNull()
  })

  it('says how many lines are cooked once one is, and who changed the order last', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const items = [
      { ...line, doneAt: '2026-11-20T17:50:00.000Z' },
      { ...line, id: 2 },
      { ...line, id: 3, quantity: 0, removedQuantity: 1 },
    ]
    const ticket = {
      id: 1,
      at: line.doneAt ?? '',
      itemId: null,
      quantity: null,
      fromTable: null,
      toTable: null,
      printedAt: null,
    }
    const first = { ...ticket, kind: 'kitchen' } as const
    const removal = { ...ticket, id: 2, kind: 'removal', itemId: 3, quantity: 1, user: 'Ioana' } as const
    const { t, shown } = renderCard({ status: 'preparing', items, tickets: [first, removal] })
    expect(shown.getByText(t('orders.linesDone', { done: 1, all: 2 }))).toBeDefined()
    expect(shown.getByText(t('orders.changedBy', { user: 'Ioana' }))).toBeDefined()
  })

  it('links to a message to the customer in the restaurant’s language', () => {
    const { t, shown } = renderCard()
    const link = decodeURIComponent(shown.getByRole('link', { name: t('orders.contact') }).getAttribute('href') ?? '')
    expect(link).toContain('sms:+40723118402')
    expect(link).toContain(t('orders.sms.greeting', { restaurant: 'Masa', id: 1, status: t('orders.status.pending') }))
    expect(link).toContain(`2× ${language === 'ro' ? 'Ciorba' : 'Sour soup'}`.slice(0, 7))
  })

  it('is marked as new until a press marks it as seen', async () => {
    const { user, t, shown, order } = renderCard()
    fakeApi.answers(seeOrder, { ...order, seenAt: order.createdAt, version: 2 })
    expect(shown.getByText(t('orders.new'))).toBeDefined()
    await user.click(shown.getByRole('button', { name: t('orders.seen') }))
    await waitFor(() => expect(useBoardState.getState().board.orders.get(1)?.seenAt).toBe(order.createdAt))
  })

  it('offers the five statuses, and sends the chosen one', async () => {
    const { user, t, shown, order } = renderCard()
    fakeApi.answers(changeOrder, { ...order, status: 'ready', version: 2 })
    await user.click(shown.getByRole('combobox', { name: t('orders.changeStatus', { id: 1 }) }))
    const offered = ['pending', 'preparing', 'ready', 'delivered', 'cancelled'] as const
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      offered.map((status) => t(`orders.status.${status}`)),
    )
    await user.click(screen.getByRole('option', { name: t('orders.status.ready') }))
    await waitFor(() => expect(useBoardState.getState().board.orders.get(1)?.status).toBe('ready'))
    expect(fakeApi.callsOf(changeOrder)).toMatchObject([{ path: '/api/orders/1', body: { status: 'ready' } }])
  })

  it('asks for confirmation before it is cancelled', async () => {
    const { user, t, shown, order } = renderCard()
    fakeApi.answers(changeOrder, { ...order, status: 'cancelled', version: 2 })
    const cancel = async () => {
      await user.click(shown.getByRole('combobox'))
      await user.click(await screen.findByRole('option', { name: t('orders.status.cancelled') }))
      return within(await screen.findByRole('alertdialog', { name: t('orders.cancelTitle', { id: 1 }) }))
    }
    const asked = await cancel()
    expect(asked.getByText(t('orders.cancelDescription', { who: 'Radu Ionescu', total: '57.00 LEI' }))).toBeDefined()
    await user.click(asked.getByRole('button', { name: t('orders.cancelKeep') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(changeOrder)).toEqual([])
    await user.click((await cancel()).getByRole('button', { name: t('orders.cancelConfirm') }))
    await waitFor(() => expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]))
  })

  it('offers to complete a delivered order', async () => {
    const { user, t, shown, order } = renderCard({ status: 'delivered', tableNumber: 4, diningOption: 'dine-in' })
    fakeApi.answers(changeOrder, { ...order, status: 'completed', version: 2 })
    expect(shown.getAllByText(t('orders.deliveredHere')).length).toBeGreaterThan(0)
    await user.click(shown.getByRole('button', { name: t('orders.moveOn.completed') }))
    await waitFor(() => expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'completed' }]))
  })

  it('shows an error if a status could not be saved, and refetches the orders', async () => {
    const { user, t, shown } = renderCard()
    fakeApi.refuses(changeOrder, 500, { message: 'Nu merge' })
    await user.click(shown.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: t('orders.status.ready') }))
    expect(await screen.findByText(t('orders.updateFailed'))).toBeDefined()
    expect(screen.getByText('Nu merge')).toBeDefined()
    expect(refetch).toHaveBeenCalled()
    expect(useBoardState.getState().pending).toEqual([])
  })
})

describe.each(LANGUAGES)('completing orders of earlier days (%s)', (language) => {
  afterEach(() => {
    vi.useRealTimers()
    setServerTime(new Date().toUTCString())
  })
  const renderOlder = async () => {
    fakeApi.answers(getSummary, {
      totalOrders: 1,
      totalCustomers: 1,
      averageOrderValue: 1,
      vipCustomers: 0,
      open: { pending: 1, preparing: 0, ready: 0, delivered: 0 },
      today: { orders: 1, sales: 1 },
    })
    const board = withOrders(EMPTY_BOARD, [sampleOrder({ createdAt: '2020-01-01T10:00:00.000Z' })])
    const drawn = render(<OlderOrdersNotice board={board} />, { language })
    const button = screen.getByRole('button', { name: drawn.t('orders.earlier.complete') })
    return { ...drawn, ask: () => drawn.user.click(button) }
  }

  it('asks for confirmation with their number, and completes them', async () => {
    fakeApi.answers(completeOlder, { completed: 3 })
    const { user, t, ask } = await renderOlder()
    expect(screen.getByText(t('orders.earlier.some'))).toBeDefined()
    await ask()
    const asked = within(await screen.findByRole('alertdialog', { name: t('orders.earlier.title', { count: 3 }) }))
    await user.click(asked.getByRole('button', { name: t('orders.earlier.keep') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(completeOlder)).toHaveLength(1)
    await ask()
    await user.click(await screen.findByRole('button', { name: t('orders.earlier.confirm') }))
    expect(await screen.findByText(t('orders.earlier.completed', { count: 3 }))).toBeDefined()
    expect(fakeApi.callsOf(completeOlder)).toHaveLength(3)
    expect(refetch).toHaveBeenCalled()
  })

  it('uses the server’s clock, even if the tablet’s is wrong', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00.000Z') })
    setServerTime('Sat, 21 Nov 2026 12:00:00 GMT')
    fakeApi.answers(completeOlder, { completed: 1 })
    await (await renderOlder()).ask()
    await waitFor(() => expect(fakeApi.callsOf(completeOlder)[0]?.body).toEqual({ before: '2026-11-21T02:00:00.000Z' }))
  })

  it('shows that there are none if somebody else has completed them', async () => {
    fakeApi.answers(completeOlder, { completed: 0 })
    const { t, ask } = await renderOlder()
    await ask()
    expect(await screen.findByText(t('orders.earlier.none'))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows an error if it fails', async () => {
    fakeApi.isOutOfReach(completeOlder)
    const { t, ask } = await renderOlder()
    await ask()
    expect(await screen.findByText(t('orders.earlier.failed'))).toBeDefined()
    expect(screen.getByText(t('common.noConnection'))).toBeDefined()
  })
})
