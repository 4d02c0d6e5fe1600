import { beforeEach, describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeOrder, placeOrder } from '#shared/contracts/orders.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { orderOnBoard, resetBoard, showList } from '../../testing/board.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish, sampleOrder } from '../../testing/samples.ts'
import { receiveOrder } from '../orders/index.ts'
import { useTestOrder } from './test-order.ts'

const table = (fields: Partial<Table>): Table => ({
  id: 31,
  number: 4,
  label: null,
  capacity: 4,
  status: 'available',
  ...fields,
})
const ORDER = sampleOrder({ id: 9, tableId: 32, tableNumber: 2, customerName: 'Masa 2', phoneNumber: '0000000000' })

function Step() {
  const { send, lacksParts, openId, cancel } = useTestOrder()
  return (
    <>
      <button type="button" onClick={send}>
        send
      </button>
      <button type="button" onClick={cancel}>
        cancel
      </button>
      <p>{lacksParts ? 'lacks parts' : `open: ${openId}`}</p>
    </>
  )
}

beforeEach(() => {
  resetBoard()
  showList([])
  fakeApi.answers(getMenu, [
    sampleDish({ id: 5, soldOutUntil: '2999-01-01T00:00:00.000Z' }),
    sampleDish({ id: 7, price: 2400 }),
    sampleDish({ id: 8 }),
  ])
  fakeApi.answers(getTables, [table({}), table({ id: 32, number: 2, status: 'reserved' })])
  fakeApi.answers(placeOrder, { ...ORDER, orderToken: 'x'.repeat(32) })
})

describe('a test order', () => {
  it('is one dish that can be ordered, at the first table; its toast cancels it', async () => {
    const { user, t } = render(<Step />)
    await user.click(screen.getByText('send'))
    expect(await screen.findByText(t('firstSteps.test.arrived'))).toBeDefined()
    expect(fakeApi.callsOf(placeOrder).map(({ body }) => body)).toEqual([
      {
        items: [{ menuItemId: 7, quantity: 1 }],
        total: 2400,
        tableId: 32,
        customerName: t('common.table', { number: 2 }),
        phoneNumber: '0000000000',
        notes: t('firstSteps.test.note'),
        test: true,
      },
    ])
    expect(screen.getByText('open: 9')).toBeDefined()
    // The live channel brings it as well; the toast with the button stays.
    act(() => receiveOrder(ORDER))
    fakeApi.answers(changeOrder, { ...ORDER, status: 'cancelled', version: 2 })
    const button = screen.getByRole('button', { name: t('firstSteps.test.cancel') })
    act(() => button.click())
    await waitFor(() => expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]))
    await waitFor(() => expect(orderOnBoard(9)?.status).toBe('cancelled'))
    expect(screen.getByText('open: null')).toBeDefined()
  })

  it('without an answer is repeated under the same key, and after a refusal under a new one', async () => {
    const { user, t } = render(<Step />)
    const keys = () => fakeApi.callsOf(placeOrder).map(({ headers }) => headers.get('idempotency-key'))
    fakeApi.isOutOfReach(placeOrder)
    await user.click(screen.getByText('send'))
    await waitFor(() => expect(keys()).toHaveLength(1))
    expect(await screen.findByText(t('firstSteps.test.failed'))).toBeDefined()
    fakeApi.refuses(placeOrder, 409, { code: 'orders_paused', message: 'Bucătăria este oprită' })
    await user.click(screen.getByText('send'))
    expect(await screen.findByText('Bucătăria este oprită')).toBeDefined()
    fakeApi.answers(placeOrder, { ...ORDER, orderToken: 'x'.repeat(32) })
    await user.click(screen.getByText('send'))
    await waitFor(() => expect(keys()).toHaveLength(3))
    const [first, second, third] = keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    await screen.findByText('open: 9')
  })

  it('is for takeaway where there are no tables', async () => {
    fakeApi.answers(getTables, [])
    const { user, t } = render(<Step />, { settings: { noTables: true } })
    await user.click(screen.getByText('send'))
    expect(await screen.findByText(t('firstSteps.test.arrived'))).toBeDefined()
    const [call] = fakeApi.callsOf(placeOrder)
    expect(call?.body).toMatchObject({ diningOption: 'takeaway', phoneNumber: '0000000000', test: true })
    expect(call?.body).not.toHaveProperty('tableId')
  })

  it.each([
    ['a dish', () => fakeApi.answers(getMenu, [])],
    ['a table', () => fakeApi.answers(getTables, [])],
  ])('without %s is not sent', async (_, lack) => {
    lack()
    const { user } = render(<Step />)
    await user.click(screen.getByText('send'))
    expect(await screen.findByText('lacks parts')).toBeDefined()
    expect(fakeApi.callsOf(placeOrder)).toEqual([])
  })
})
