import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelOrigin, changeOrder, completeOlder, getSummary, type Order, seeOrder } from '#shared/contracts/orders.ts'
import { serverNow, setServerTime } from '../../lib/clock/server-clock.ts'
import { changesUnderWay, orderOnBoard, refetch, showList } from '../../testing/board.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder, sampleTicket } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { titleOf } from '../orders/index.ts'
import { openBoard, resetCards, SUMMARY } from './board.fixture.tsx'
import { useOlderNotice } from './older-orders.tsx'

function Strip() {
  const older = useOlderNotice()
  return <StatusStrip notices={older ? [older] : []} />
}

beforeEach(resetCards)

describe('an order’s card', () => {
  const renderCard = (fields: Partial<Order> = {}) => openBoard(sampleOrder(fields), 'en')

  it('shows all data of a takeaway order', () => {
    const { t, card } = renderCard({ email: 'radu@example.ro', notes: 'la geam' })
    expect(card.getByRole('heading').textContent).toBe('Radu Ionescu')
    for (const text of ['#1', t('orders.takeaway'), '+40 723 118 402', 'radu@example.ro', 'la geam'])
      expect(card.getByText(text, { exact: false }).textContent).toContain(text)
    expect(card.getAllByText('57.00').at(-1)?.textContent).toBe('57.00 LEI')
    expect(card.getAllByText(t('orders.status.pending')).length).toBeGreaterThan(0)
    expect(card.getByText(/^20 \w{3} 2026, 19:42$/)).toBeDefined()
    expect(card.getByRole('listitem').textContent).toBe(`2×Sour soup57.00`)
  })

  it('shows the table, and the guests with their dishes and notes', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const items = [
      { ...line, guestName: 'Ana', notes: 'fără ceapă' },
      { ...line, id: 2, guestName: 'Mihai', menuItemId: 8, name: '', nameRo: '' },
    ]
    const { t, card } = renderCard({
      tableId: 31,
      tableNumber: 4,
      diningOption: 'dine-in',
      customerName: 'Masa 4',
      phoneNumber: '0000000000',
      items,
    })
    expect(card.getByRole('heading').textContent).toBe(t('common.table', { number: 4 }))
    for (const text of ['Ana', 'Mihai', 'fără ceapă', t('orders.item', { id: 8 })])
      expect(card.getByText(text)).toBeDefined()
    expect(card.getByText(new RegExp(t('orders.guests', { count: 2 }).replaceAll(' ', '\\s')))).toBeDefined()
    // Who ordered gave no name: the title names the table.
    expect(card.queryByText(/Table 4|Masa 4/, { selector: 'p' })).toBeNull()
    expect(card.queryByRole('link', { name: t('orders.contact') })).toBeNull()
  })

  it('shows options under their dish, and parts without a control of their own', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const option = {
      id: 1,
      group: '',
      groupRo: '',
      name: 'onion',
      nameRo: 'ceapă',
      price: 0,
      quantity: 1,
      without: true,
    }
    const items = [
      { ...line, cooked: false, options: [option] },
      { ...line, id: 2, name: 'Cola', nameRo: 'Cola', price: 0, partOf: 1 },
    ]
    const { t, card } = renderCard({ status: 'preparing', items })
    expect(card.getByText('NO onion')).toBeDefined()
    expect(card.getAllByTitle(t('orders.takeOff.open'))).toHaveLength(1)
    expect(card.getAllByRole('listitem')[1]?.textContent).toBe('2×Cola')
  })

  it('says below a line what it would cost without the rule that lowered it', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const items = [
      { ...line, listPrice: 4071 },
      { ...line, id: 2, listPrice: 2850 },
    ]
    const { t, card } = renderCard({ items })
    const words = t('menu.insteadOf', { price: '81.42' })
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent?.includes(words))).toEqual([true, false])
  })

  it('says how many lines are cooked once one is, and who changed the order last', () => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const items = [
      { ...line, doneAt: '2026-11-20T17:50:00.000Z' },
      { ...line, id: 2 },
      { ...line, id: 3, quantity: 0, removedQuantity: 1 },
    ]
    const removal = { kind: 'removal', id: 2, itemId: 3, quantity: 1, user: 'Ioana' } as const
    const tickets = [sampleTicket(), sampleTicket(removal)]
    const { t, card } = renderCard({ status: 'preparing', items, tickets })
    expect(card.getByText(t('orders.linesDone', { done: 1, all: 2 }))).toBeDefined()
    expect(card.getByText(t('orders.changedBy', { user: 'Ioana' }))).toBeDefined()
  })

  it('links to a message to the customer in the restaurant’s language', () => {
    const { t, card } = renderCard()
    const link = decodeURIComponent(card.getByRole('link', { name: t('orders.contact') }).getAttribute('href') ?? '')
    expect(link).toContain('sms:+40723118402')
    expect(link).toContain(t('orders.sms.greeting', { restaurant: 'Masa', id: 1, status: t('orders.status.pending') }))
    expect(link).toContain(`2× Sour soup`.slice(0, 7))
  })

  it('is marked as new for a minute, then as late, and offers to mark it as seen until somebody has', async () => {
    const ago = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString()
    const first = renderCard({ createdAt: ago(0.5) })
    expect(first.card.getByText(first.t('orders.new'))).toBeDefined()
    expect(first.card.queryByText(first.t('kitchen.late'))).toBeNull()
    first.unmount()
    resetCards()
    const { user, t, card, order } = renderCard({ createdAt: ago(10) })
    fakeApi.answers(seeOrder, { ...order, seenAt: order.createdAt, version: 2 })
    expect(card.queryByText(t('orders.new'))).toBeNull()
    expect(card.getByText(t('kitchen.late'))).toBeDefined()
    await user.click(card.getByRole('button', { name: t('kitchen.seen') }))
    await waitFor(() => expect(orderOnBoard(1)?.seenAt).toBe(order.createdAt))
  })

  it('shows its status as a badge, which offers the five and sends the chosen one', async () => {
    const { user, t, card, order } = renderCard()
    fakeApi.answers(changeOrder, { ...order, status: 'ready', version: 2 })
    const badge = card.getByRole('combobox', { name: t('orders.changeStatus', { id: 1 }) })
    expect(card.getAllByText(t('orders.status.pending')).map((word) => word.closest('button'))).toEqual([badge])
    expect(badge.classList).toContain('text-pending')
    await user.click(badge)
    const offered = ['pending', 'preparing', 'ready', 'delivered', 'cancelled'] as const
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      offered.map((status) => t(`orders.status.${status}`)),
    )
    await user.click(screen.getByRole('option', { name: t('orders.status.ready') }))
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('ready'))
    expect([badge.textContent, badge.classList.contains('text-ready')]).toEqual([t('orders.status.ready'), true])
    expect(fakeApi.callsOf(changeOrder)).toMatchObject([{ path: '/api/orders/1', body: { status: 'ready' } }])
  })

  it('asks for confirmation before it is cancelled', async () => {
    const { user, t, card, order } = renderCard()
    fakeApi.answers(changeOrder, { ...order, status: 'cancelled', version: 2 })
    const cancel = async () => {
      await user.click(card.getByRole('combobox'))
      await user.click(await screen.findByRole('option', { name: t('orders.status.cancelled') }))
      return within(await screen.findByRole('alertdialog', { name: t('orders.cancelTitle', { id: 1 }) }))
    }
    const asked = await cancel()
    const who = titleOf(t, order).replaceAll('\u00a0', ' ')
    expect(asked.getByText(t('orders.cancelDescription', { who, total: '57.00 LEI' }))).toBeDefined()
    await user.click(asked.getByRole('button', { name: t('orders.cancelKeep') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(changeOrder)).toEqual([])
    await user.click((await cancel()).getByRole('button', { name: t('orders.cancelConfirm') }))
    await waitFor(() => expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]))
  })

  it('offers to cancel all open orders of its origin only if it is unproven, and after counting them', async () => {
    const proven = renderCard()
    const ask = async ({ user, t, card }: typeof proven) => {
      await user.click(card.getByRole('combobox'))
      await user.click(await screen.findByRole('option', { name: t('orders.status.cancelled') }))
      return within(await screen.findByRole('alertdialog', { name: t('orders.cancelTitle', { id: 1 }) }))
    }
    expect((await ask(proven)).queryByText(proven.t('orders.sameOrigin.offer'))).toBeNull()
    proven.unmount()
    resetCards()
    const unproven = renderCard({ unproven: true })
    const { user, t } = unproven
    fakeApi.answers(cancelOrigin, { cancelled: 28 })
    const asked = await ask(unproven)
    await user.click(asked.getByRole('button', { name: t('orders.sameOrigin.offer') }))
    await screen.findByRole('alertdialog', { name: t('orders.sameOrigin.title', { count: 28 }) })
    expect(fakeApi.callsOf(cancelOrigin)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: t('orders.sameOrigin.confirm') }))
    expect(await screen.findByText(t('orders.sameOrigin.cancelled', { count: 28 }))).toBeDefined()
    expect(fakeApi.callsOf(cancelOrigin)).toHaveLength(2)
    expect(fakeApi.callsOf(changeOrder)).toEqual([])
    expect(refetch).toHaveBeenCalled()
  })

  it('offers to complete a delivered order', async () => {
    const { user, t, card, order } = renderCard({ status: 'delivered', tableNumber: 4, diningOption: 'dine-in' })
    fakeApi.answers(changeOrder, { ...order, status: 'completed', version: 2 })
    expect(card.getAllByText(t('orders.status.delivered')).length).toBeGreaterThan(0)
    await user.click(card.getByRole('button', { name: t('orders.moveOn.completed') }))
    await waitFor(() => expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'completed' }]))
  })

  it('shows an error if a status could not be saved, and refetches the orders', async () => {
    const { user, t, card } = renderCard()
    fakeApi.refuses(changeOrder, 500, { message: 'Nu merge' })
    await user.click(card.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: t('orders.status.ready') }))
    expect(await screen.findByText(t('orders.updateFailed'))).toBeDefined()
    expect(screen.getByText('Nu merge')).toBeDefined()
    expect(refetch).toHaveBeenCalled()
    expect(changesUnderWay()).toBe(0)
  })
})

describe('completing orders of earlier days', () => {
  afterEach(() => {
    vi.useRealTimers()
    setServerTime(new Date().toUTCString())
  })
  const renderOlder = async () => {
    fakeApi.answers(getSummary, SUMMARY)
    const orders = [sampleOrder({ createdAt: '2020-01-01T10:00:00.000Z' })]
    showList(orders)
    const drawn = render(<Strip />)
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

  it('says what is due of them, and asks once more before they are completed without payment', async () => {
    fakeApi.answers(completeOlder, { completed: 3 })
    const { user, t, ask } = await renderOlder()
    await ask()
    fakeApi.refusesOnce(completeOlder, 409, { code: 'unpaid', message: 'unpaid', due: 23_400 }, { completed: 3 })
    await user.click(await screen.findByRole('button', { name: t('orders.earlier.confirm') }))
    expect(await screen.findByText(t('due.due', { amount: '234.00 LEI' }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('payments.without') }))
    expect(await screen.findByText(t('orders.earlier.completed', { count: 3 }))).toBeDefined()
    const bodies = fakeApi.callsOf(completeOlder).map(({ body }) => body as { withoutPayment?: boolean })
    expect(bodies.map(({ withoutPayment }) => withoutPayment)).toEqual([undefined, undefined, true])
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
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    expect(screen.getByText(t('common.noConnection'))).toBeDefined()
  })
})
