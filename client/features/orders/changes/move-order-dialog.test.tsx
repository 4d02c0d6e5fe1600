import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, dialog, fakeApi, render, SETTINGS, screen, waitFor, within } from '../../../testing/render.tsx'
import { sampleOrder } from '../../../testing/samples.ts'
import { withOrders } from '../board/board.ts'
import { changeBoard, clearBoard, useBoardState } from '../board/board-store.ts'
import { receiveOrder } from '../board/board-sync.ts'
import { OrderGrid } from '../board/order-grid.tsx'
import { closeMoveDialog } from './move-dialog-store.ts'
import { MoveOrderDialog } from './move-order-dialog.tsx'

const refetch = vi.fn()
const tables = { data: [] as readonly Table[] | undefined, error: null as Error | null, refetch: vi.fn() }

beforeEach(() => {
  refetch.mockClear()
  tables.refetch.mockClear()
  // Not sorted by number: the dialog sorts them.
  tables.data = [table(38, 8, 'reserved'), table(37, 7, 'occupied'), table(33, 3), table(35, 5)]
  tables.error = null
  clearBoard()
  closeMoveDialog()
  useBoardState.setState({ refetch })
})

function table(id: number, number: number, status: Table['status'] = 'available'): Table {
  return { id, number, capacity: 4, status }
}
const useTables = () => tables

const atTable = (fields: Partial<Order> = {}): Order =>
  sampleOrder({
    seenAt: '2026-11-20T17:45:00.000Z',
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
const known = () => useBoardState.getState().board.orders.get(1)

function Board() {
  const orders = useBoardState(({ board }) => board.orders)
  return (
    <>
      <OrderGrid orders={[...orders.values()]} />
      <MoveOrderDialog useTables={useTables} />
    </>
  )
}

describe.each(LANGUAGES)('moving an order (%s)', (language) => {
  const draw = (order = atTable()) => {
    changeBoard((board) => withOrders(board, [order]))
    const drawn = render(<Board />, { language, settings: { ...SETTINGS, language } })
    const { t, user } = drawn
    const card = within(screen.getByRole('article', { name: t('orders.order', { id: 1 }) }))
    const place = () => within(card.getByRole('heading')).getByRole('button')
    const ask = async () => {
      await user.click(place())
      return dialog(t('orderMove.title'))
    }
    const name = (number: number) => t('common.table', { number })
    const choose = async (number: number) => {
      const asked = await ask()
      await user.click(asked.getByRole('radio', { name: new RegExp(`^${name(number)} `) }))
      return { asked, move: () => user.click(asked.getByRole('button', { name: t('orderMove.confirm', { number }) })) }
    }
    return { ...drawn, card, place, ask, choose, name }
  }
  const sent = () => fakeApi.callsOf(changeOrder).map(({ body, headers }) => [body, headers.get('If-Match')])
  const said = { order_closed: 'Comanda e gata', table_not_found: 'Nu există' }

  it('offers all other tables by number, with their status', async () => {
    const { t, place, ask, name } = draw()
    expect(place().title).toBe(t('orderMove.open'))
    const asked = await ask()
    expect(asked.getByText(`#1 · ${name(3)}`)).toBeDefined()
    const status = (of: Table['status']) => t(`orderMove.status.${of}`)
    expect(asked.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      `${name(5)} ${status('available')}`,
      `${name(7)} ${status('occupied')}`,
      `${name(8)} ${status('reserved')}`,
    ])
    expect(tables.refetch).toHaveBeenCalledTimes(1)
    expect(asked.queryByText(t('orderMove.becomesDineIn'))).toBeNull()
  })

  it('asks for a table if none was chosen', async () => {
    const { t, user, ask } = draw()
    const asked = await ask()
    await user.click(asked.getByRole('button', { name: t('orderMove.choose') }))
    expect(asked.getByRole('alert').textContent).toBe(t('orderMove.choose'))
    expect(sent()).toEqual([])
  })

  it('moves the order as shown, with one toast, and shows its former table', async () => {
    const { t, card, choose, name } = draw()
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
    expect(useBoardState.getState().pendingChanges.size).toBe(0)
  })

  it('can be undone from its toast, with the version that was shown', async () => {
    const { t, user, choose, name } = draw()
    fakeApi.answers(changeOrder, moved())
    await (await choose(7)).move()
    const undo = await screen.findByRole('button', { name: t('orders.undo') }, { timeout: 4_000 })
    fakeApi.answers(changeOrder, atTable({ version: 5, movedFrom: 7 }))
    // The toaster takes no clicks until its toast is rendered.
    await waitFor(() => user.click(undo))
    const back = t('orderMove.moved', { id: 1, from: name(7), to: name(3) })
    expect(await screen.findByText(back, {}, { timeout: 4_000 })).toBeDefined()
    expect(sent()).toEqual([
      [{ tableId: 37 }, '"3"'],
      [{ tableId: 33 }, '"4"'],
    ])
    expect(known()?.tableNumber).toBe(3)
  })

  it('shows that a takeaway order becomes dine-in, without undo', async () => {
    const { t, choose, name } = draw(sampleOrder({ seenAt: '2026-11-20T17:45:00.000Z' }))
    fakeApi.answers(changeOrder, sampleOrder({ version: 2, tableId: 33, tableNumber: 3, diningOption: 'dine-in' }))
    const { asked, move } = await choose(3)
    expect(asked.getByText(t('orderMove.becomesDineIn'))).toBeDefined()
    await move()
    const what = t('orderMove.moved', { id: 1, from: t('orders.takeaway'), to: name(3) })
    expect(await screen.findByText(what)).toBeDefined()
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
  })

  it('stays open and shows the current order if somebody else has changed it', async () => {
    const { t, choose, name } = draw()
    const now = atTable({ version: 4, tableId: 35, tableNumber: 5, movedFrom: 3 })
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: now })
    const { asked, move } = await choose(7)
    await move()
    expect((await asked.findByRole('alert')).textContent).toBe(t('orders.takeOff.changed'))
    expect(asked.getByText(`#1 · ${name(5)}`)).toBeDefined()
    // A second press moves it from there.
    fakeApi.answers(changeOrder, moved({ version: 5, movedFrom: 5 }))
    await move()
    await waitFor(() => expect(sent().at(-1)).toEqual([{ tableId: 37 }, '"4"']))
  })

  it.each(['order_closed', 'table_not_found'] as const)('shows why it is refused: %s', async (code) => {
    const { choose } = draw()
    fakeApi.refuses(changeOrder, code === 'order_closed' ? 409 : 404, { code, message: said[code] })
    const { asked, move } = await choose(7)
    await move()
    expect((await asked.findByRole('alert')).textContent).toBe(said[code])
    expect(known()?.tableNumber).toBe(3)
    expect(refetch).toHaveBeenCalledTimes(1)
    expect(tables.refetch).toHaveBeenCalledTimes(2)
  })

  it('is no longer possible once the order is closed', async () => {
    const { t, card, ask, name } = draw()
    const asked = await ask()
    act(() => receiveOrder(atTable({ version: 4, status: 'completed', movedFrom: 2 })))
    expect((await asked.findByRole('alert')).textContent).toBe(t('orderMove.over'))
    // Behind the dialog, so it cannot be found by its role.
    await waitFor(() => expect(card.getByText(name(3)).closest('button')).toBeNull())
    expect(card.queryByText(t('orderMove.movedFrom', { number: 2 }))).toBeNull()
  })

  it('shows a toast on other boards, with both tables', async () => {
    const { t, name } = draw()
    act(() => receiveOrder(moved()))
    expect(await screen.findByText(t('orders.updated'))).toBeDefined()
    expect(screen.getByText(t('orderMove.moved', { id: 1, from: name(3), to: name(7) }))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
  })

  it('elsewhere makes the large button fail with the order’s current table', async () => {
    const { t, user, card, name } = draw()
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: moved() })
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    const status = `${t('orders.status.pending')}, ${name(7)}`
    expect(await screen.findByText(t('orders.changedMeanwhileDescription', { id: 1, status }))).toBeDefined()
  })

  it('shows that there is no other table', async () => {
    tables.data = [table(33, 3)]
    const { t, ask } = draw()
    expect((await ask()).getByText(t('orderMove.none'))).toBeDefined()
  })

  it('offers to retry if the tables could not be loaded', async () => {
    tables.data = undefined
    tables.error = new Error('Nu merge')
    const { t, user, ask } = draw()
    const asked = await ask()
    tables.refetch.mockClear()
    await user.click(asked.getByRole('button', { name: t('common.tryAgain') }))
    expect(tables.refetch).toHaveBeenCalledTimes(1)
  })
})
