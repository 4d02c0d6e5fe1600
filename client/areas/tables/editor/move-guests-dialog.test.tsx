import { describe, expect, it } from 'vitest'
import { changeOrder } from '#shared/contracts/orders.ts'
import { moveSession } from '#shared/contracts/shared-sessions.ts'
import { refetch, resetBoard, showList } from '../../../testing/board.ts'
import { act, dialog, fakeApi, screen } from '../../../testing/render.tsx'
import { receiveOrder } from '../../orders/index.ts'
import { bodiesOf, ONE, openTables, orderAtTwo, pathsOf, SESSION, THREE } from './tables.fixture.tsx'
import TablesTab from './tables-tab.tsx'

const promised = { at: '2026-11-20T17:30:00.000Z', name: 'Ioana', party: 4 }
const PROMISED = 'Next at this table: 19:30 Ioana · 4'

describe('moving the guests of a table', () => {
  it('moves their shared cart with all orders to a table without one', async () => {
    const other = { ...SESSION, id: 'a-session-of-table-3', tableId: THREE.id, tableNumber: 3, names: [], total: 0 }
    const { user, t, choose } = await openTables('en', { sessions: [SESSION, other], orders: [orderAtTwo(11)] })
    await choose(2, t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('button', { name: t('common.move') }))
    expect(form.getByRole('alert').textContent).toBe(t('orderMove.choose'))
    const tiles = form.getAllByRole<HTMLInputElement>('radio')
    expect(tiles.map((tile) => [tile.closest('label')?.textContent, tile.disabled])).toEqual([
      [`${t('common.table', { number: 1 })} ${t('orderMove.status.available')} · 4 seats`, false],
      [`${t('common.table', { number: 3 })} ${t('tables.moving.withCart')} · 4 seats`, true],
    ])
    await user.click(tiles[0] as HTMLElement)
    fakeApi.refuses(moveSession, 409, { code: 'table_taken', message: 'Masa 1 are coș' })
    await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 1 }) }))
    expect(await screen.findByText('Masa 1 are coș')).toBeDefined()
    fakeApi.answers(moveSession, { ...SESSION, tableId: ONE.id, tableNumber: 1, promised })
    await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 1 }) }))
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 1 }))).toBeDefined()
    expect(screen.getByText(PROMISED)).toBeDefined()
    expect(bodiesOf(moveSession)).toEqual([{ tableId: 41 }, { tableId: 41 }])
    expect(fakeApi.callsOf(changeOrder)).toEqual([])
  })

  it('moves the chosen orders, and lists those that could not be moved', async () => {
    const { user, t, choose } = await openTables('en', { orders: [orderAtTwo(13), orderAtTwo(11), orderAtTwo(12)] })
    await choose(2, t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    const boxes = form.getAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(
      [11, 12, 13].map((id) => `#${id} · 106.00 LEI`),
    )
    for (const box of boxes) await user.click(box)
    await user.click(form.getByRole('radio', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    const move = () => user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 3 }) }))
    await move()
    expect(form.getByText(t('tables.moving.chooseOrders'))).toBeDefined()
    for (const box of boxes.slice(1)) await user.click(box)
    fakeApi.refusesOnce(
      changeOrder,
      404,
      { code: 'table_not_found', message: 'Nu e' },
      {
        ...orderAtTwo(13, { tableId: 43 }),
        promised,
      },
    )
    await move()
    expect(await form.findByText('#12: Nu e')).toBeDefined()
    expect(pathsOf(changeOrder)).toEqual(['/api/orders/12', '/api/orders/13'])
    expect(bodiesOf(changeOrder)).toEqual([{ tableId: 43 }, { tableId: 43 }])
    await move()
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 3 }))).toBeDefined()
    expect(screen.getByText(PROMISED)).toBeDefined()
  })

  it('says so also when the live channel reports the moved order right after', async () => {
    resetBoard()
    const order = orderAtTwo(11, { version: 3 })
    showList([order])
    const { user, t, choose } = await openTables('en', { orders: [order] })
    await choose(2, t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('radio', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    const moved = { ...order, tableId: 43, tableNumber: 3, version: 4 }
    fakeApi.answers(changeOrder, moved)
    await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 3 }) }))
    const done = t('tables.moving.done', { from: 2, to: 3 })
    expect(await screen.findByText(done)).toBeDefined()
    act(() => receiveOrder(moved))
    expect(screen.getByText(done)).toBeDefined()
  })

  it('says so also when the live channel reports an order that moved with the shared cart', async () => {
    resetBoard()
    const order = orderAtTwo(11)
    showList([order])
    const { user, t, choose } = await openTables('en', { sessions: [SESSION], orders: [order] })
    await choose(2, t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('radio', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    fakeApi.answers(moveSession, { ...SESSION, tableId: THREE.id, tableNumber: 3 })
    let letFetchEnd = () => {}
    refetch.mockReturnValueOnce(new Promise((resolve) => (letFetchEnd = resolve)))
    await user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 3 }) }))
    act(() => receiveOrder({ ...order, tableId: 43, tableNumber: 3, version: order.version + 1 }))
    letFetchEnd()
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 3 }))).toBeDefined()
  })

  it('moves an order only if its version is the shown one, and otherwise shows that it was changed', async () => {
    const { user, t, choose, rerender } = await openTables('en', { orders: [orderAtTwo(11, { version: 3 })] })
    await choose(2, t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('radio', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    const move = () => user.click(form.getByRole('button', { name: t('orderMove.confirm', { number: 3 }) }))
    fakeApi.refusesOnce(changeOrder, 409, { code: 'order_changed' }, orderAtTwo(11, { tableId: 43, version: 5 }))
    await move()
    const why = t('orders.takeOff.changed')
    expect(await form.findByText(`#11: ${why}`)).toBeDefined()
    rerender(<TablesTab orders={[orderAtTwo(11, { version: 4 })]} onNewOrder={() => {}} />)
    await move()
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 3 }))).toBeDefined()
    expect(fakeApi.callsOf(changeOrder).map(({ headers }) => headers.get('If-Match'))).toEqual(['"3"', '"4"'])
  })
})
