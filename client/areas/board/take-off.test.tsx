import { beforeEach, describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeOrder, changeOrderLine, getSummary, type Order, type OrderLine } from '#shared/contracts/orders.ts'
import { queryClient } from '../../lib/api/query.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { orderOnBoard, refetch, showList } from '../../testing/board.ts'
import { act, dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish, sampleOrder } from '../../testing/samples.ts'
import { receiveOrder, useShownOrders } from '../orders/index.ts'
import { openBoard, resetCards, SEEN_AT, SUMMARY } from './board.fixture.tsx'
import { DishesButton } from './summary.tsx'

beforeEach(() => {
  resetCards()
  fakeApi.answers(getSummary, SUMMARY)
})

const [soup] = sampleOrder().items as [OrderLine]
const tea: OrderLine = { ...soup, id: 2, menuItemId: 8, name: 'Tea', nameRo: 'Ceai', quantity: 1, price: 900 }
const order = (fields: Partial<Order> = {}): Order =>
  sampleOrder({ seenAt: SEEN_AT, version: 3, total: 6600, items: [soup, tea], ...fields })
/** The server's response if this quantity of the soup remains. */
const withSoup = (quantity: number): Order =>
  order({
    version: 4,
    total: 900 + quantity * 2850,
    items: [{ ...soup, quantity, removedQuantity: 2 - quantity }, tea],
  })

const Dishes = () => <DishesButton orders={useShownOrders()} />

describe('taking a line off', () => {
  const name = 'Sour soup'
  const renderBoard = (fields: Partial<Order> = {}) => {
    const rendered = openBoard(order(fields), 'en')
    const openDialog = async () => {
      await rendered.user.click(rendered.card.getByRole('button', { name: new RegExp(`× ?${name}`) }))
      return dialog(name)
    }
    return { ...rendered, openDialog }
  }
  const sent = () =>
    fakeApi.callsOf(changeOrderLine).map(({ path, body, headers }) => ({
      path,
      body,
      version: headers.get('If-Match'),
      key: headers.get('Idempotency-Key'),
    }))

  it('is not open any more when the board is opened again', async () => {
    const { unmount, openDialog } = renderBoard()
    await openDialog()
    unmount()
    await waitFor(() => expect(openedDialog('takeOff')).toBeUndefined())
    renderBoard()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks for confirmation with the dish and the new total, and then strikes the line through', async () => {
    const { user, t, card, openDialog } = renderBoard()
    const takeOffDialog = await openDialog()
    expect(takeOffDialog.getByText(t('orders.takeOff.consequence', { total: '37.50 LEI' }))).toBeDefined()
    await user.click(takeOffDialog.getByRole('radio', { name: t('orders.takeOff.all', { count: 2 }) }))
    expect(takeOffDialog.getByText(t('orders.takeOff.consequence', { total: '9.00 LEI' }))).toBeDefined()
    fakeApi.answers(changeOrderLine, withSoup(0))
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 2 }) }))
    await waitFor(() => expect(orderOnBoard(1)?.version).toBe(4))
    expect(sent()).toEqual([
      { path: '/api/orders/1/items/1', body: { quantity: 0 }, version: '"3"', key: expect.stringMatching(/^\w{32}$/) },
    ])
    expect(await screen.findByText(t('orders.takeOff.done', { id: 1, count: 2, name }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The grid renders changes with a delay.
    // Of the line that is left, and of the order.
    await waitFor(() => expect(card.getAllByText('9.00')).toHaveLength(2))
    const [struckLine] = card.getAllByRole('listitem')
    expect(struckLine?.querySelector('s')?.textContent).toBe(`${t('orders.takeOff.takenOff')} 2×${name}57.00`)
    expect(card.queryByRole('button', { name: new RegExp(name) })).toBeNull()
  })

  it('lowers a quantity, and shows the remaining and the removed one', async () => {
    const { user, t, card, openDialog } = renderBoard()
    fakeApi.answers(changeOrderLine, withSoup(1))
    await user.click((await openDialog()).getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await waitFor(() => expect(sent()[0]?.body).toEqual({ quantity: 1 }))
    const [line] = card.getAllByRole('listitem')
    await waitFor(() => expect(line?.textContent).toBe(`1×${name}28.50${t('orders.takeOff.takenOff')} 1×${name}28.50`))
  })

  it('is not possible once an order is closed', () => {
    const { card } = renderBoard({ status: 'completed' })
    expect(card.queryByRole('button', { name: new RegExp(name) })).toBeNull()
    expect(card.getByText(name)).toBeDefined()
  })

  it('shows that the outcome is unknown without a response, and retries with the same key', async () => {
    const { user, t, openDialog } = renderBoard()
    const takeOffDialog = await openDialog()
    fakeApi.isOutOfReach(changeOrderLine)
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await takeOffDialog.findByText(t('orders.takeOff.unknown'))).toBeDefined()
    expect(refetch).toHaveBeenCalledTimes(1)
    // A frame shows that the change was made.
    act(() => receiveOrder(withSoup(1)))
    fakeApi.answers(changeOrderLine, withSoup(1))
    await user.click(takeOffDialog.getByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = sent()
    expect(second).toEqual(first)
  })

  it('does not close the dialog of another line that was opened before the response arrived', async () => {
    const { user, t, card, openDialog } = renderBoard()
    const release = fakeApi.holds(changeOrderLine, withSoup(1))
    await user.click((await openDialog()).getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const tea = 'Tea'
    await user.click(card.getByRole('button', { name: new RegExp(`× ?${tea}`) }))
    const title = tea
    await dialog(title)
    release()
    await waitFor(() => expect(orderOnBoard(1)?.version).toBe(4))
    expect(screen.getByRole('dialog', { name: title })).toBeDefined()
  })

  it('shows the current order if somebody else has changed it, and then sends another key', async () => {
    const { user, t, openDialog } = renderBoard()
    const takeOffDialog = await openDialog()
    fakeApi.refuses(changeOrderLine, 409, { code: 'order_changed', message: 'no', order: withSoup(1) })
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await takeOffDialog.findByText(t('orders.takeOff.changed'))).toBeDefined()
    expect(takeOffDialog.getByText(t('orders.takeOff.consequence', { total: '9.00 LEI' }))).toBeDefined()
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [first, second] = sent()
    expect(second).toMatchObject({ body: { quantity: 0 }, version: '"4"' })
    expect(second?.key).not.toBe(first?.key)
  })

  it('offers to cancel the order instead of taking off its last line', async () => {
    const { user, t, openDialog } = renderBoard({ items: [soup] })
    const takeOffDialog = await openDialog()
    fakeApi.refuses(changeOrderLine, 409, { code: 'last_line', message: 'no' })
    await user.click(takeOffDialog.getByRole('radio', { name: t('orders.takeOff.all', { count: 2 }) }))
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 2 }) }))
    expect(await takeOffDialog.findByText(t('orders.takeOff.last'))).toBeDefined()
    fakeApi.answers(changeOrder, order({ status: 'cancelled', version: 4 }))
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.cancelConfirm') }))
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('cancelled'))
    expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'cancelled' }])
  })

  it('is no longer possible if the order is closed while the dialog is open', async () => {
    const { t, openDialog } = renderBoard()
    const takeOffDialog = await openDialog()
    act(() => receiveOrder(order({ status: 'cancelled', version: 5 })))
    expect(takeOffDialog.getByText(t('orders.takeOff.over'))).toBeDefined()
    expect(takeOffDialog.queryByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) })).toBeNull()
  })

  it('shows the server’s message for any other error', async () => {
    const { user, t, openDialog } = renderBoard()
    const takeOffDialog = await openDialog()
    fakeApi.refuses(changeOrderLine, 409, { code: 'order_closed', message: 'S-a încheiat' })
    await user.click(takeOffDialog.getByRole('button', { name: t('orders.takeOff.confirm', { count: 1 }) }))
    expect(await takeOffDialog.findByText('S-a încheiat')).toBeDefined()
    expect(refetch).toHaveBeenCalledTimes(1)
  })
})

describe('dishes to make', () => {
  it('are summed in a drawer, and follow the orders', async () => {
    showList([order(), order({ id: 2, status: 'preparing', items: [{ ...soup, id: 9, notes: 'fără ardei' }] })])
    queryClient.setQueryData([getMenu.path], [sampleDish({ id: 7, category: 'Soups', categoryRo: 'Supe' })])
    const { user, t } = render(<Dishes />, { settings: { language: 'en' } })
    await user.click(screen.getByRole('button', { name: t('orders.dishes.title') }))
    const panel = await dialog(t('orders.dishes.title'))
    expect(await panel.findByRole('heading', { name: 'Soups' })).toBeDefined()
    const rows = () => panel.queryAllByRole('listitem').map(({ textContent }) => textContent)
    const [soupName, teaName] = ['Sour soup', 'Tea']
    expect(rows()).toEqual([`4×${soupName}2× fără ardei`, `1×${teaName}`])
    act(() => receiveOrder(order({ status: 'ready', version: 9 })))
    expect(rows()).toEqual([`2×${soupName}2× fără ardei`])
    act(() => receiveOrder(order({ id: 2, status: 'cancelled', version: 9 })))
    expect(panel.getByText(t('orders.dishes.none'))).toBeDefined()
  })
})
