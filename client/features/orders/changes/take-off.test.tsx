import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeOrder, changeOrderLine, getSummary, type Order, type OrderLine } from '#shared/contracts/orders.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { sampleOrder } from '../../../testing/samples.ts'
import { withOrders } from '../board/board.ts'
import { changeBoard, clearBoard, useBoardState } from '../board/board-store.ts'
import { takeFrame } from '../board/board-sync.ts'
import { DishesButton } from '../board/dishes-panel.tsx'
import { OrderGrid } from '../board/order-grid.tsx'
import { TakeOffDialog } from './take-off-dialog.tsx'
import { leaveLine, useTakingOff } from './taking-off.ts'

const refetch = vi.fn()
beforeEach(() => {
  refetch.mockClear()
  clearBoard()
  leaveLine()
  useBoardState.setState({ refetch })
  fakeApi.answers(getSummary, {
    totalOrders: 1,
    totalCustomers: 1,
    averageOrderValue: 1,
    vipCustomers: 0,
    open: { pending: 1, preparing: 0, ready: 0, delivered: 0 },
  })
})

const [soup] = sampleOrder().items as [OrderLine]
const tea: OrderLine = { ...soup, id: 2, menuItemId: 8, name: 'Tea', nameRo: 'Ceai', quantity: 1, price: 900 }
const order = (fields: Partial<Order> = {}): Order =>
  sampleOrder({ seenAt: '2026-11-20T17:45:00.000Z', version: 3, total: 6600, items: [soup, tea], ...fields })
/** What the server answers once so many of the soup are left. */
const withSoup = (quantity: number): Order =>
  order({
    version: 4,
    total: 900 + quantity * 2850,
    items: [{ ...soup, quantity, removedQuantity: 2 - quantity }, tea],
  })
const known = () => useBoardState.getState().board.orders.get(1)

function Board() {
  const board = useBoardState((state) => state.board)
  return (
    <>
      <OrderGrid orders={[...board.orders.values()]} />
      <DishesButton board={board} />
      <TakeOffDialog />
    </>
  )
}

describe.each(LANGUAGES)('taking a line off (%s)', (language) => {
  const name = language === 'ro' ? 'Ciorbă' : 'Sour soup'
  const draw = (fields: Partial<Order> = {}) => {
    changeBoard((board) => withOrders(board, [order(fields)]))
    const drawn = render(<Board />, { language, settings: { language } })
    const card = within(screen.getByRole('article', { name: drawn.t('orders.order', { id: 1 }) }))
    const ask = async () => {
      await drawn.user.click(card.getByRole('button', { name: new RegExp(name) }))
      return dialog(drawn.t('orders.takeOff.title', { name }))
    }
    return { ...drawn, card, ask }
  }
  const sent = () =>
    fakeApi.callsOf(changeOrderLine).map(({ path, body, headers }) => ({
      path,
      body,
      version: headers.get('If-Match'),
      key: headers.get('Idempotency-Key'),
    }))

  it('asks once, naming dish and consequence, and strikes through what goes', async () => {
    const { user, t, card, ask } = draw()
    const asked = await ask()
    expect(asked.getByText(t('orders.takeOff.consequence', { total: '37.50 LEI' }))).toBeDefined()
    await user.click(asked.getByRole('radio', { name: t('orders.takeOff.all', { count: 2 }) }))
    expect(asked.getByText(t('orders.takeOff.consequence', { total: '9.00 LEI' }))).toBeDefined()
    fakeApi.answers(changeOrderLine, withSoup(0))
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 2 }) }))
    await waitFor(() => expect(known()?.version).toBe(4))
    expect(sent()).toEqual([
      { path: '/api/orders/1/items/1', body: { quantity: 0 }, version: '"3"', key: expect.stringMatching(/^\w{32}$/) },
    ])
    expect(await screen.findByText(t('orders.takeOff.done', { id: 1, count: 2, name }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The grid draws what has changed a moment later.
    expect(await card.findByText('9.00 LEI')).toBeDefined()
    const [struck] = card.getAllByRole('listitem')
    expect(struck?.querySelector('s')?.textContent).toBe(`${t('orders.takeOff.takenOff')} 2×${name}57.00`)
    expect(card.queryByRole('button', { name: new RegExp(name) })).toBeNull()
  })

  it('lowers a quantity, and shows what is left and what went', async () => {
    const { user, t, card, ask } = draw()
    fakeApi.answers(changeOrderLine, withSoup(1))
    await user.click((await ask()).getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await waitFor(() => expect(sent()[0]?.body).toEqual({ quantity: 1 }))
    const [line] = card.getAllByRole('listitem')
    await waitFor(() => expect(line?.textContent).toBe(`1×${name}28.50${t('orders.takeOff.takenOff')} 1×${name}28.50`))
  })

  it('is not possible once an order has ended', () => {
    const { card } = draw({ status: 'completed' })
    expect(card.queryByRole('button', { name: new RegExp(name) })).toBeNull()
    expect(card.getByText(name)).toBeDefined()
  })

  it('says that nobody knows where no answer comes, and tries again under the same key', async () => {
    const { user, t, ask } = draw()
    const asked = await ask()
    fakeApi.isOutOfReach(changeOrderLine)
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await asked.findByText(t('orders.takeOff.unknown'))).toBeDefined()
    expect(refetch).toHaveBeenCalledTimes(1)
    // It was made, after all: another board tells.
    act(() => takeFrame(withSoup(1)))
    fakeApi.answers(changeOrderLine, withSoup(1))
    await user.click(asked.getByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = sent()
    expect(second).toEqual(first)
  })

  it('does not close the question about another line, asked before the answer came', async () => {
    const { user, t, card, ask } = draw()
    const release = fakeApi.holds(changeOrderLine, withSoup(1))
    await user.click((await ask()).getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(card.getByRole('button', { name: new RegExp(language === 'ro' ? 'Ceai' : 'Tea') }))
    await dialog()
    release()
    await waitFor(() => expect(known()?.version).toBe(4))
    expect(useTakingOff.getState().chosen).toEqual({ orderId: 1, itemId: 2 })
  })

  it('looks again where somebody else was quicker, and then sends another key', async () => {
    const { user, t, ask } = draw()
    const asked = await ask()
    fakeApi.refuses(changeOrderLine, 409, { code: 'order_changed', message: 'no', order: withSoup(1) })
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await asked.findByText(t('orders.takeOff.changed'))).toBeDefined()
    expect(asked.getByText(t('orders.takeOff.consequence', { total: '9.00 LEI' }))).toBeDefined()
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [first, second] = sent()
    expect(second).toMatchObject({ body: { quantity: 0 }, version: '"4"' })
    expect(second?.key).not.toBe(first?.key)
  })

  it('offers to cancel the order instead of taking its last line off', async () => {
    const { user, t, ask } = draw({ items: [soup] })
    const asked = await ask()
    fakeApi.refuses(changeOrderLine, 409, { code: 'last_line', message: 'no' })
    await user.click(asked.getByRole('radio', { name: t('orders.takeOff.all', { count: 2 }) }))
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 2 }) }))
    expect(await asked.findByText(t('orders.takeOff.last'))).toBeDefined()
    fakeApi.answers(changeOrder, order({ status: 'cancelled', version: 4 }))
    await user.click(asked.getByRole('button', { name: t('orders.cancelConfirm') }))
    await waitFor(() => expect(known()?.status).toBe('cancelled'))
    expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'cancelled' }])
  })

  it('is over where the order ends while it is asked about', async () => {
    const { t, ask } = draw()
    const asked = await ask()
    act(() => takeFrame(order({ status: 'cancelled', version: 5 })))
    expect(asked.getByText(t('orders.takeOff.over'))).toBeDefined()
    expect(asked.queryByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) })).toBeNull()
  })

  it('says any other refusal in the server’s words', async () => {
    const { user, t, ask } = draw()
    const asked = await ask()
    fakeApi.refuses(changeOrderLine, 409, { code: 'order_closed', message: 'S-a încheiat' })
    await user.click(asked.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await asked.findByText('S-a încheiat')).toBeDefined()
    expect(refetch).toHaveBeenCalledTimes(1)
  })
})

describe.each(LANGUAGES)('dishes to make (%s)', (language) => {
  it('are summed up one tap away, and follow the orders', async () => {
    changeBoard((board) =>
      withOrders(board, [
        order(),
        order({ id: 2, status: 'preparing', items: [{ ...soup, id: 9, notes: 'fără ardei' }] }),
      ]),
    )
    const { user, t } = render(<Board />, { language, settings: { language } })
    await user.click(screen.getByRole('button', { name: t('orders.dishes.title') }))
    const panel = await dialog(t('orders.dishes.title'))
    const rows = () => panel.queryAllByRole('listitem').map(({ textContent }) => textContent)
    const [soupName, teaName] = language === 'ro' ? ['Ciorbă', 'Ceai'] : ['Sour soup', 'Tea']
    expect(rows()).toEqual([`4×${soupName}2× fără ardei`, `1×${teaName}`])
    act(() => changeBoard((board) => withOrders(board, [order({ status: 'ready', version: 9 })])))
    expect(rows()).toEqual([`2×${soupName}2× fără ardei`])
    act(() => changeBoard((board) => withOrders(board, [order({ id: 2, status: 'cancelled', version: 9 })])))
    expect(panel.getByText(t('orders.dishes.none'))).toBeDefined()
  })
})
