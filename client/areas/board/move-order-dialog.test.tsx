import { beforeEach, describe, expect, it } from 'vitest'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { changesUnderWay, orderOnBoard, refetch } from '../../testing/board.ts'
import { act, dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { receiveOrder } from '../orders/index.ts'
import { openBoard, resetCards, SEEN_AT } from './board.fixture.tsx'

beforeEach(() => {
  resetCards()
  // Not sorted by number: the dialog sorts them.
  fakeApi.answers(getTables, [table(38, 8, 'reserved'), table(37, 7, 'occupied'), table(33, 3), table(35, 5)])
})

function table(id: number, number: number, status: Table['status'] = 'available'): Table {
  return { id, number, label: null, capacity: 4, status }
}
const fetches = () => fakeApi.callsOf(getTables).length

const atTable = (fields: Partial<Order> = {}): Order =>
  sampleOrder({
    seenAt: SEEN_AT,
    version: 3,
    diningOption: 'dine-in',
    tableId: 33,
    tableNumber: 3,
    customerName: 'Masa 3',
    phoneNumber: '0000000000',
    ...fields,
  })
const moved = (fields: Partial<Order> = {}) =>
  atTable({ version: 4, tableId: 37, tableNumber: 7, movedFrom: 3, customerName: 'Masa 7', ...fields })

describe('moving an order', () => {
  const renderBoard = (order = atTable()) => {
    const rendered = openBoard(order, 'en')
    const { t, user, card } = rendered
    const tableButton = () => within(card.getByRole('heading')).getByRole('button')
    const openDialog = async () => {
      await user.click(tableButton())
      return dialog(t('orderMove.title'))
    }
    const name = (number: number) => t('common.table', { number })
    const choose = async (number: number) => {
      const moveDialog = await openDialog()
      await user.click(await moveDialog.findByRole('radio', { name: new RegExp(`^${name(number)} `) }))
      return {
        moveDialog,
        move: () => user.click(moveDialog.getByRole('button', { name: t('orderMove.confirm', { number }) })),
      }
    }
    return { ...rendered, tableButton, openDialog, choose, name }
  }
  const sent = () => fakeApi.callsOf(changeOrder).map(({ body, headers }) => [body, headers.get('If-Match')])

  it('offers all other tables by number, with their status', async () => {
    const { t, tableButton, openDialog, name } = renderBoard()
    expect(tableButton().title).toBe(t('orderMove.open'))
    const moveDialog = await openDialog()
    expect(moveDialog.getByText(`#1 · ${name(3)}`)).toBeDefined()
    const status = (tableStatus: Table['status']) => t(`orderMove.status.${tableStatus}`)
    expect((await moveDialog.findAllByRole('radio')).map((radio) => radio.parentElement?.textContent)).toEqual([
      `${name(5)} ${status('available')}`,
      `${name(7)} ${status('occupied')}`,
      `${name(8)} ${status('reserved')}`,
    ])
    expect(moveDialog.queryByText(t('orderMove.becomesDineIn'))).toBeNull()
  })

  it('is not open any more when the board is opened again', async () => {
    const { unmount, openDialog } = renderBoard()
    await openDialog()
    unmount()
    await waitFor(() => expect(openedDialog('moveOrder')).toBeUndefined())
    renderBoard()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('requires that a table is chosen', async () => {
    const { t, user, openDialog } = renderBoard()
    const moveDialog = await openDialog()
    await user.click(moveDialog.getByRole('button', { name: t('orderMove.choose') }))
    expect(moveDialog.getByRole('alert').textContent).toBe(t('orderMove.choose'))
    expect(sent()).toEqual([])
  })

  it('sends the version that was shown, shows one toast, and names the former table on the card', async () => {
    const { t, card, choose, name } = renderBoard()
    const release = fakeApi.holds(changeOrder, moved())
    const { move } = await choose(7)
    await move()
    // The frame of this change arrives before the response, and shows no second toast.
    act(() => receiveOrder(moved()))
    expect(screen.queryByText(t('orders.updated'))).toBeNull()
    release()
    expect(await screen.findByText(t('orders.updated'))).toBeDefined()
    expect(screen.getByText(t('orderMove.moved', { id: 1, from: name(3), to: name(7) }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([[{ tableId: 37 }, '"3"']])
    expect(card.getByRole('heading').textContent).toBe(name(7))
    expect(card.getByText(t('orderMove.movedFrom', { number: 3 }))).toBeDefined()
    expect(changesUnderWay()).toBe(0)
  })

  it('can be undone from its toast, with the version that was shown', async () => {
    const { t, user, choose, name } = renderBoard()
    fakeApi.answers(changeOrder, moved())
    await (await choose(7)).move()
    const undo = await screen.findByRole('button', { name: t('orders.undo') })
    fakeApi.answers(changeOrder, atTable({ version: 5, movedFrom: 7 }))
    // The toaster takes no clicks until its toast is rendered.
    await waitFor(() => user.click(undo))
    const undoText = t('orderMove.moved', { id: 1, from: name(7), to: name(3) })
    expect(await screen.findByText(undoText)).toBeDefined()
    expect(sent()).toEqual([
      [{ tableId: 37 }, '"3"'],
      [{ tableId: 33 }, '"4"'],
    ])
    expect(orderOnBoard(1)?.tableNumber).toBe(3)
  })

  it('shows that a takeaway order becomes dine-in, without undo', async () => {
    const { t, choose, name } = renderBoard(sampleOrder({ seenAt: SEEN_AT }))
    fakeApi.answers(changeOrder, sampleOrder({ version: 2, tableId: 33, tableNumber: 3, diningOption: 'dine-in' }))
    const { moveDialog, move } = await choose(3)
    expect(moveDialog.getByText(t('orderMove.becomesDineIn'))).toBeDefined()
    await move()
    const text = t('orderMove.moved', { id: 1, from: t('orders.takeaway'), to: name(3) })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
  })

  it('stays open and shows the current order if somebody else has changed it', async () => {
    const { t, choose, name } = renderBoard()
    const current = atTable({ version: 4, tableId: 35, tableNumber: 5, movedFrom: 3 })
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: current })
    const { moveDialog, move } = await choose(7)
    await move()
    expect((await moveDialog.findByRole('alert')).textContent).toBe(t('orders.takeOff.changed'))
    expect(moveDialog.getByText(`#1 · ${name(5)}`)).toBeDefined()
    // A second press moves it from there.
    fakeApi.answers(changeOrder, moved({ version: 5, movedFrom: 5 }))
    await move()
    await waitFor(() => expect(sent().at(-1)).toEqual([{ tableId: 37 }, '"4"']))
  })

  it('shows the reason if it is rejected', async () => {
    const { choose } = renderBoard()
    fakeApi.refuses(changeOrder, 404, { code: 'table_not_found', message: 'Nu există' })
    const { moveDialog, move } = await choose(7)
    const before = fetches()
    await move()
    expect((await moveDialog.findByRole('alert')).textContent).toBe('Nu există')
    expect(orderOnBoard(1)?.tableNumber).toBe(3)
    expect(refetch).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(fetches()).toBe(before + 1))
  })

  it('is no longer possible once the order is closed', async () => {
    const { t, card, openDialog, name } = renderBoard()
    const moveDialog = await openDialog()
    act(() => receiveOrder(atTable({ version: 4, status: 'completed', movedFrom: 2 })))
    expect((await moveDialog.findByRole('alert')).textContent).toBe(t('orderMove.over'))
    // The card is behind the dialog, so its button cannot be found by its role.
    await waitFor(() => expect(card.getByText(name(3)).closest('button')).toBeNull())
    expect(card.queryByText(t('orderMove.movedFrom', { number: 2 }))).toBeNull()
  })

  it('on another device shows a toast with both tables', async () => {
    const { t, name } = renderBoard()
    act(() => receiveOrder(moved()))
    expect(await screen.findByText(t('orders.updated'))).toBeDefined()
    expect(screen.getByText(t('orderMove.moved', { id: 1, from: name(3), to: name(7) }))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
  })

  it('on another device makes the large button fail, with a message that names the current table', async () => {
    const { t, user, card, name } = renderBoard()
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: moved() })
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    const status = `${t('orders.status.pending')}, ${name(7)}`
    expect(await screen.findByText(t('orders.changedMeanwhileDescription', { id: 1, status }))).toBeDefined()
  })

  it('shows a message if there is no other table', async () => {
    fakeApi.answers(getTables, [table(33, 3)])
    const { t, openDialog } = renderBoard()
    expect(await (await openDialog()).findByText(t('orderMove.none'))).toBeDefined()
  })

  it('offers to retry if the tables could not be loaded', async () => {
    fakeApi.refuses(getTables, 500, { message: 'Nu merge' })
    const { t, user, openDialog, name } = renderBoard()
    const moveDialog = await openDialog()
    const retry = await moveDialog.findByRole('button', { name: t('common.tryAgain') })
    fakeApi.answers(getTables, [table(35, 5)])
    await user.click(retry)
    expect(await moveDialog.findByRole('radio', { name: new RegExp(`^${name(5)} `) })).toBeDefined()
  })
})
