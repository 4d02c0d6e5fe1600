import { beforeEach, describe, expect, it } from 'vitest'
import { getFiscal, getFiscalNumbers } from '#shared/contracts/fiscal.ts'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { getPayments, recordPayment } from '#shared/contracts/payments.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { orderOnBoard } from '../../testing/board.ts'
import { RECORDED, samplePayment, sentPayments, signedIn, WITH_PAYMENTS } from '../../testing/payment-samples.ts'
import { act, dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { moveOn, putOrders } from '../orders/index.ts'
import { FiscalReceipts } from '../printing/index.ts'
import { openBoard, resetCards, SEEN_AT } from './board.fixture.tsx'

beforeEach(resetCards)

describe('completing an order that is not paid', () => {
  const cash = 'Cash'
  const renderCard = (fields: Partial<Order>) => {
    signedIn('ana', 'owner')
    const order = sampleOrder({ seenAt: SEEN_AT, status: 'delivered', ...fields })
    const view = openBoard(order, 'en', WITH_PAYMENTS)
    const { user, card, t } = view
    fakeApi.answers(changeOrder, { ...order, status: 'completed', version: 9 })
    return { ...view, complete: () => user.click(card.getByRole('button', { name: t('orders.moveOn.completed') })) }
  }
  const changes = () => fakeApi.callsOf(changeOrder).map(({ body }) => body)

  it('asks once; one tap pays all of it by a method and completes it', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 5700 })
    const { user, complete } = renderCard({ paid: 0, due: 5700 })
    await complete()
    const asked = await dialog(/^#1 · /)
    expect(changes()).toEqual([])
    await user.click(asked.getByRole('button', { name: cash }))
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('completed'))
    expect(sentPayments()).toMatchObject([{ body: { orders: [1], due: 5700, amount: 5700, method: 1 } }])
    expect(changes()).toEqual([{ status: 'completed' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('completes it without payment only if that is chosen', async () => {
    const { user, t, complete } = renderCard({ paid: 0, due: 5700 })
    await complete()
    await user.click((await dialog(/^#1 · /)).getByRole('button', { name: t('payments.without') }))
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('completed'))
    expect(changes()).toEqual([{ status: 'completed', withoutPayment: true }])
    expect(sentPayments()).toEqual([])
  })

  it('opens the sheet for several payments', async () => {
    const { user, t, complete } = renderCard({ paid: 1000, due: 4700 })
    fakeApi.answers(getPayments, [samplePayment({ amount: 1000 })])
    await complete()
    await user.click((await dialog(/^#1 · /)).getByRole('button', { name: t('payments.several') }))
    expect(
      await screen.findByRole('button', { name: t('payments.record', { amount: '47.00', method: 'Card' }) }),
    ).toBeDefined()
    expect(await screen.findByRole('region', { name: t('settings.tabs.payments') })).toBeDefined()
    expect(screen.queryByRole('radio', { name: t('bills.byGuest') })).toBeNull()
  })

  it('keeps the payment’s key after a lost answer, and completes then', async () => {
    fakeApi.isOutOfReach(recordPayment)
    const { user, t, complete } = renderCard({ paid: 0, due: 5700 })
    await complete()
    const asked = await dialog(/^#1 · /)
    await user.click(asked.getByRole('button', { name: cash }))
    expect(await asked.findByText(t('payments.unknown'))).toBeDefined()
    expect(changes()).toEqual([])
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 5700 })
    await user.click(asked.getByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('completed'))
    const [first, second] = sentPayments()
    expect(first).toEqual(second)
  })

  it('asks also if only the server knows what is due', async () => {
    const { complete, order } = renderCard({ paid: 5700, due: 0 })
    fakeApi.refusesOnce(changeOrder, 409, { code: 'unpaid', message: 'x', due: 300 }, { ...order, status: 'completed' })
    await complete()
    expect((await dialog(/^#1 · /)).getByText(/3\.00/)).toBeDefined()
  })

  describe('while the question about another order is open', () => {
    const isOpen = (id: number) => screen.findByRole('dialog', { name: new RegExp(`^#${id} · `) })
    const other = (fields: Partial<Order>) => sampleOrder({ id: 2, seenAt: SEEN_AT, status: 'delivered', ...fields })
    const open = (id: number) => act(() => openDialog('pay', id))

    it('is said in a toast, and does not take its place', async () => {
      const { user, t, complete } = renderCard({ paid: 0, due: 5700 })
      const second = other({ paid: 5700, due: 0 })
      act(() => putOrders([second]))
      const answer = fakeApi.holds(changeOrder, { code: 'unpaid', message: 'x', due: 300 }, 409)
      act(() => void moveOn(second, 'completed'))
      await complete()
      await isOpen(1)
      answer()
      const [take] = await screen.findAllByRole('button', { name: t('due.take') })
      expect(screen.getByText(/#2.*3\.00/)).toBeDefined()
      expect(await isOpen(1)).toBeDefined()
      fakeApi.answers(getPayments, [])
      await user.click(take as HTMLElement)
      expect(await isOpen(2)).toBeDefined()
    })

    it('takes over neither what was typed nor an unanswered payment, whose late answer leaves it open', async () => {
      fakeApi.answers(getPayments, [])
      const { user, t } = renderCard({ paid: 0, due: 5700 })
      act(() => putOrders([other({ paid: 0, due: 4100 })]))
      open(1)
      await user.click((await dialog(/^#1 · /)).getByRole('radio', { name: t('payments.amount') }))
      await user.click(screen.getByRole('button', { name: '7' }))
      const answer = fakeApi.holds(recordPayment, { ...RECORDED, amount: 700 })
      await user.click(screen.getByRole('button', { name: t('payments.record', { amount: '7.00', method: 'Card' }) }))
      open(2)
      const second = await dialog(/^#2 · /)
      expect(
        second.getByRole('button', { name: t('payments.record', { amount: '41.00', method: 'Card' }) }),
      ).toBeDefined()
      answer()
      await screen.findByText(t('payments.recorded', { amount: '7.00 LEI', method: 'Card' }))
      expect(await isOpen(2)).toBeDefined()
      expect(sentPayments()).toMatchObject([{ body: { orders: [1], amount: 700 } }])
    })
  })

  it('says what is to be given back after a line was taken off, and offers to take a payment back', async () => {
    fakeApi.answers(getPayments, [samplePayment({ amount: 6700 })])
    const { user, t, card, complete } = renderCard({ paid: 6700, due: -1000 })
    expect(card.getByRole('button', { name: t('due.toGiveBack', { amount: '10.00\u00a0LEI' }) })).toBeDefined()
    await complete()
    const asked = await dialog(/^#1 · /)
    expect(asked.queryByRole('button', { name: cash })).toBeNull()
    expect(asked.getByRole('button', { name: t('payments.withoutGivingBack') })).toBeDefined()
    await user.click(asked.getByRole('button', { name: t('payments.takeBack') }))
    expect(await screen.findByRole('region', { name: t('settings.tabs.payments') })).toBeDefined()
  })

  it.each([
    [{ paid: 0, due: 5700 }, 'due.take'],
    [{ paid: 5700, due: 0 }, 'due.paid'],
    [{ paid: 700, due: 5000 }, 'due.due'],
  ] as const)('its card says %o', async (fields, key) => {
    fakeApi.answers(getPayments, [])
    const { user, t, card } = renderCard(fields)
    await user.click(card.getByRole('button', { name: t(key, { amount: '50.00\u00a0LEI' }) }))
    expect(await dialog(/^#1 · /)).toBeDefined()
  })

  it('is as before while payments are off', async () => {
    const { t, card, complete } = renderCard({})
    for (const name of [t('due.take'), t('due.paid')]) expect(card.queryByRole('button', { name })).toBeNull()
    await complete()
    await waitFor(() => expect(orderOnBoard(1)?.status).toBe('completed'))
    expect(changes()).toEqual([{ status: 'completed' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('a paid order shows the number of its fiscal receipt', async () => {
  fakeApi.answers(getFiscal, { seenAt: null, left: [], receipts: [] })
  fakeApi.answers(getFiscalNumbers, [{ orderIds: [1], number: '123' }])
  const { card } = openBoard(sampleOrder({ paid: 5700, due: 0 }), 'en', WITH_PAYMENTS)
  render(<FiscalReceipts hasCards />, { settings: { ...WITH_PAYMENTS, fiscal: true } })
  expect(await card.findByText('Fiscal receipt no. 123')).toBeDefined()
})
