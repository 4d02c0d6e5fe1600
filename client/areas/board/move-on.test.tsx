import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { changesUnderWay, orderOnBoard } from '../../testing/board.ts'
import { act, fakeApi, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { toast } from '../../ui/toast/store.ts'
import { receiveOrder } from '../orders/index.ts'
import { openBoard, resetCards, SEEN_AT } from './board.fixture.tsx'

beforeEach(resetCards)

const status = () => orderOnBoard(1)?.status

describe('the large button', () => {
  const renderCard = (fields: Partial<Order> = {}) => openBoard(sampleOrder({ seenAt: SEEN_AT, ...fields }), 'en')
  const changes = () =>
    fakeApi.callsOf(changeOrder).map(({ body, headers }) => [body, headers.get('If-Match')] as const)

  it.each([
    ['pending', 'preparing', 'preparing', 'takeaway'],
    ['preparing', 'ready', 'ready', 'takeaway'],
    ['ready', 'delivered', 'delivered', 'dine-in'],
    ['ready', 'delivered', 'handedOver', 'takeaway'],
    ['delivered', 'completed', 'completed', 'takeaway'],
  ] as const)(
    'moves an order from %s to %s (button “%s”, %s), with the version that was card',
    async (from, to, label, diningOption) => {
      const tableNumber = diningOption === 'dine-in' ? 7 : null
      const { user, t, card, order } = renderCard({ status: from, version: 5, diningOption, tableNumber })
      fakeApi.answers(changeOrder, { ...order, status: to, version: 6 })
      await user.click(card.getByRole('button', { name: t(`orders.moveOn.${label}`) }))
      await waitFor(() => expect(status()).toBe(to))
      expect(changes()).toEqual([[{ status: to }, '"5"']])
      expect(await screen.findByText(t('orders.updated'))).toBeDefined()
      const said = t('orders.updatedDescription', { id: order.id, status: t(`orders.status.${to}`) })
      expect(screen.getByText(tableNumber === null ? said : `Table 7 · ${said}`)).toBeDefined()
    },
  )

  it('completes a takeaway order that is paid, once it is handed over', async () => {
    const { user, t, card, order } = renderCard({ status: 'ready', paid: 5700, due: 0 })
    fakeApi.answers(changeOrder, { ...order, status: 'completed', version: 2 })
    await user.click(card.getByRole('button', { name: t('orders.moveOn.handedOver') }))
    await waitFor(() => expect(status()).toBe('completed'))
    expect(changes()).toEqual([[{ status: 'completed' }, '"1"']])
  })

  it.each(['completed', 'cancelled'] as const)('is absent once an order is %s', (status) => {
    const { t, card } = renderCard({ status })
    expect(card.queryByRole('button', { name: t('orders.moveOn.completed') })).toBeNull()
    expect(card.queryByRole('button', { name: t('kitchen.seen') })).toBeNull()
  })

  /** Moves the order on with fake timers: on a slow machine, the five seconds of the undo would run out. */
  const moveOn = async () => {
    vi.useFakeTimers()
    const rendered = renderCard()
    const { t, card, order } = rendered
    const press = (button: HTMLElement) =>
      act(async () => {
        button.click()
        await vi.advanceTimersByTimeAsync(100)
      })
    fakeApi.answers(changeOrder, { ...order, status: 'preparing', version: 2 })
    await press(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    const undo = () => screen.queryByRole('button', { name: t('orders.undo') })
    return { ...rendered, press, undo }
  }

  it('can be undone from its toast, while other toasts wait', async () => {
    const { order, press, undo } = await moveOn()
    act(() => void toast({ title: 'something else' }))
    expect(screen.queryByText('something else')).toBeNull()
    fakeApi.answers(changeOrder, { ...order, status: 'pending', version: 3 })
    await press(undo() as HTMLElement)
    expect(status()).toBe('pending')
    expect(changes()).toEqual([
      [{ status: 'preparing' }, '"1"'],
      [{ status: 'pending' }, '"2"'],
    ])
    expect(undo()).toBeNull()
  })

  it('offers to undo for 5 s', async () => {
    const { undo } = await moveOn()
    expect(undo()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(4_800))
    expect(undo()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(undo()).toBeNull()
  })

  it('shows the current order if somebody else has changed it meanwhile', async () => {
    const { user, t, card, order } = renderCard()
    const current = { ...order, status: 'ready', version: 4 } as const
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: current })
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    expect(await screen.findByText(t('orders.changedMeanwhile'))).toBeDefined()
    const ready = t('orders.status.ready')
    expect(screen.getByText(t('orders.changedMeanwhileDescription', { id: 1, status: ready }))).toBeDefined()
    expect(status()).toBe('ready')
    expect(await card.findByRole('button', { name: t('orders.moveOn.handedOver') })).toBeDefined()
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
    expect(changesUnderWay()).toBe(0)
  })

  it('shows that its change cannot be undone once somebody else has changed the order', async () => {
    const { t, order, press, undo } = await moveOn()
    const current = { ...order, status: 'cancelled', version: 3 } as const
    act(() => receiveOrder(current))
    fakeApi.refuses(changeOrder, 409, { code: 'order_changed', message: 'Too late', order: current })
    await press(undo() as HTMLElement)
    expect(screen.getByText(t('orders.changedMeanwhile'))).toBeDefined()
    expect(changes().at(-1)).toEqual([{ status: 'pending' }, '"2"'])
    expect(status()).toBe('cancelled')
  })

  it('ignores further presses while its change is pending', async () => {
    const { user, t, card, order } = renderCard()
    const release = fakeApi.holds(changeOrder, { ...order, status: 'preparing', version: 2 })
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    await user.click(card.getByRole('button', { busy: true }))
    release()
    await waitFor(() => expect(status()).toBe('preparing'))
    expect(changes()).toHaveLength(1)
  })

  it('shows only the toast with the undo, even if the frame of the change arrives first', async () => {
    const { user, t, card, order } = renderCard()
    const changedOrder = { ...order, status: 'preparing', version: 2 } as const
    const release = fakeApi.holds(changeOrder, changedOrder)
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    act(() => receiveOrder(changedOrder))
    expect(screen.queryByText(t('orders.updated'))).toBeNull()
    release()
    expect(await screen.findByRole('button', { name: t('orders.undo') })).toBeDefined()
  })
})

describe('an order with erased personal data', () => {
  it('shows that it was erased, and has no link to message the customer', () => {
    const { t } = openBoard(sampleOrder({ seenAt: SEEN_AT, customerName: '', phoneNumber: '' }), 'en')
    expect(screen.getByText(t('orders.erased'))).toBeDefined()
    expect(screen.queryByRole('link', { name: t('orders.contact') })).toBeNull()
  })
})
