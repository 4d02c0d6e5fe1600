import { describe, expect, it, vi } from 'vitest'
import { type Bill, getBill } from '#shared/contracts/bills.ts'
import { changeOrder } from '#shared/contracts/orders.ts'
import { recordPayment } from '#shared/contracts/payments.ts'
import { endSession, listSessions } from '#shared/contracts/shared-sessions.ts'
import { deleteTable, getTables, setTableStatus } from '#shared/contracts/tables.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { RECORDED, WITH_PAYMENTS } from '../../../testing/payment-samples.ts'
import { act, dialog, fakeApi, screen, waitFor } from '../../../testing/render.tsx'
import { bodiesOf, ONE, openTables, orderAtTwo, pathsOf, SESSION, sampleTable, THREE, TWO } from './tables.fixture.tsx'

const [line] = orderAtTwo(11).items
/** The dishes of `orderAtTwo`. */
const DISHES = orderAtTwo(1)
  .items.map(({ quantity, name }) => `${quantity}× ${name}`)
  .join(', ')
const billOf = (due: number) =>
  ({
    ...{ at: '2026-11-20T19:05:00.000Z', tableNumber: 2, tableLabel: null, orderIds: [11], currency: 'lei' },
    ...{ lines: [{ ...line, partOf: null }], guests: [], total: 10_600, paid: 10_600 - due, due, payments: [] },
  }) as Bill

describe('a table', () => {
  it('is reserved and, if empty, freed at once by its two buttons, of which that of its state does nothing', async () => {
    fakeApi.answers(setTableStatus, { ...ONE, status: 'reserved' })
    const { user, t, state, card } = await openTables('en')
    expect(['available', 'reserved'].map((next) => state(1, next as 'reserved').textContent)).toEqual([
      'Available',
      'Reserved',
    ])
    await user.click(state(1, 'available'))
    const reservation = { id: 1, at: '2026-11-20T17:30:00.000Z', name: 'Ionescu', party: 4 }
    fakeApi.answers(getTables, [{ ...ONE, status: 'reserved', reservation }, TWO, THREE])
    await user.click(state(1, 'reserved'))
    await waitFor(() => expect(state(1, 'reserved').getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(state(1, 'reserved'))
    expect(card(1).getByText('19:30 Ionescu · 4')).toBeDefined()
    fakeApi.refuses(setTableStatus, 500, { message: 'Fum în bucătărie' })
    await user.click(state(3, 'available'))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('tables.statusFailed'))).toBeDefined()
    expect(pathsOf(setTableStatus)).toEqual(['/api/tables/41/status', '/api/tables/43/status'])
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'reserved' }, { status: 'available' }])
  })

  it('is freed after a confirmation that lists what ends and which orders stay open', async () => {
    const orders = [orderAtTwo(11, { status: 'delivered' }), orderAtTwo(12, { status: 'delivered' }), orderAtTwo(13)]
    const { user, t, free, confirmation } = await openTables('en', { sessions: [SESSION], orders })
    await free(2)
    const alert = await confirmation(t('tables.freeTitle', { number: 2 }))
    const description = [
      t('tables.free.session', { names: 'Ana, Mihai', total: '156.00 LEI' }),
      t('tables.free.delivered', { count: 2 }),
      t('tables.free.open', { count: 1, dishes: DISHES }),
    ].join(' ')
    expect(alert.getByText(description)).toBeDefined()
    expect(fakeApi.callsOf(setTableStatus)).toEqual([])
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    await user.click(alert.getByRole('button', { name: t('tables.freeConfirm') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }])
    expect(await screen.findByText(t('tables.free.done', { number: 2 }))).toBeDefined()
  })

  it('is freed after what was carried without the kitchen is said to be delivered', async () => {
    const { user, t, free, confirmation } = await openTables('en', { orders: [orderAtTwo(13)] })
    await free(2)
    const alert = await confirmation(t('tables.freeTitle', { number: 2 }))
    fakeApi.answers(changeOrder, orderAtTwo(13, { status: 'delivered' }))
    await user.click(alert.getByRole('button', { name: t('tables.free.served') }))
    await waitFor(() => expect(fakeApi.callsOf(changeOrder)[0]?.body).toMatchObject({ status: 'delivered' }))
    expect(fakeApi.callsOf(setTableStatus)).toEqual([])
  })

  it('says before it is freed what its open orders still owe', async () => {
    const orders = [orderAtTwo(11, { paid: 2600, due: 8000 })]
    const { user, t, free, confirmation } = await openTables('en', { orders, settings: WITH_PAYMENTS })
    await free(2)
    const alert = await confirmation(t('tables.freeTitle', { number: 2 }))
    const words = /80\.00\sLEI stays unpaid\.$/
    expect(alert.getByText(words)).toBeDefined()
    const [first, ...answers] = alert.getAllByRole('button')
    expect(first?.textContent).toBe('Take payment 80.00')
    expect(answers.map(({ textContent }) => textContent)).toEqual([t('common.cancel'), t('tables.freeConfirm')])
    fakeApi.answers(getBill, billOf(8000))
    await user.click(first as HTMLElement)
    const record = t('payments.record', { amount: '80.00', method: 'Card' })
    expect(await screen.findByRole('button', { name: record })).toBeDefined()
    expect(fakeApi.callsOf(setTableStatus)).toEqual([])
  })

  it('is freed by one tap that pays what its delivered orders owe', async () => {
    const orders = [
      orderAtTwo(11, { status: 'delivered', paid: 0, due: 10_600 }),
      orderAtTwo(12, { status: 'delivered', paid: 10_600, due: 0 }),
      orderAtTwo(13, { paid: 1600, due: 9000 }),
    ]
    const { user, t, free } = await openTables('en', { orders, settings: WITH_PAYMENTS })
    await free(2)
    const asked = await dialog(t('common.table', { number: 2 }))
    expect(asked.getByText(/106\.00/)).toBeDefined()
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 10_600 })
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    await user.click(asked.getByRole('button', { name: 'Cash' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(recordPayment)).toMatchObject([{ orders: [11, 12], due: 10_600, amount: 10_600, method: 1 }])
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }])
  })

  it('is freed without payment, also if only the server knows that something is due', async () => {
    const orders = [orderAtTwo(11, { status: 'delivered', paid: 10_600, due: 0 })]
    const { user, t, free, confirmation } = await openTables('en', { orders, settings: WITH_PAYMENTS })
    await free(2)
    const alert = await confirmation(t('tables.freeTitle', { number: 2 }))
    fakeApi.refusesOnce(
      setTableStatus,
      409,
      { code: 'unpaid', message: 'unpaid', due: 500 },
      { ...TWO, status: 'available' },
    )
    await user.click(alert.getByRole('button', { name: t('tables.freeConfirm') }))
    const asked = await dialog(t('common.table', { number: 2 }))
    await user.click(asked.getByRole('button', { name: t('payments.without') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }, { status: 'available', withoutPayment: true }])
  })

  it('that is freed after another one was refused is not asked for its money', async () => {
    const FOUR = sampleTable(4, { status: 'occupied' })
    const { user, t, free, confirmation } = await openTables('en', {
      tables: [TWO, FOUR],
      orders: [orderAtTwo(11, { status: 'delivered', paid: 10_600, due: 0 })],
      settings: WITH_PAYMENTS,
    })
    await free(2)
    const refused = await confirmation(t('tables.freeTitle', { number: 2 }))
    fakeApi.refuses(setTableStatus, 409, { code: 'unpaid', message: 'unpaid', due: 500 })
    await user.click(refused.getByRole('button', { name: t('tables.freeConfirm') }))
    const asked = await dialog(t('common.table', { number: 2 }))
    await user.click(asked.getByRole('button', { name: t('common.close') }))
    await free(4)
    expect(await confirmation(t('tables.freeTitle', { number: 4 }))).toBeDefined()
    expect(screen.queryByText(/5\.00/)).toBeNull()
  })

  it('is not paid with what is unknown of another one', async () => {
    const FOUR = sampleTable(4, { status: 'occupied' })
    const ofFour = { tableId: FOUR.id, tableNumber: 4, status: 'delivered', paid: 0, due: 4200, total: 4200 } as const
    const { user, t, free } = await openTables('en', {
      tables: [TWO, FOUR],
      orders: [orderAtTwo(11, { status: 'delivered', paid: 0, due: 10_600 }), orderAtTwo(12, ofFour)],
      settings: WITH_PAYMENTS,
    })
    const cash = { name: 'Cash' }
    fakeApi.isOutOfReach(recordPayment)
    await free(2)
    const two = await dialog(t('common.table', { number: 2 }))
    await user.click(two.getByRole('button', cash))
    expect(await two.findByText(t('payments.unknown'))).toBeDefined()
    await user.click(two.getByRole('button', { name: t('common.close') }))
    await free(4)
    const four = await dialog(t('common.table', { number: 4 }))
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 4200 })
    fakeApi.answers(setTableStatus, { ...FOUR, status: 'available' })
    await user.click(four.getByRole('button', cash))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(recordPayment).at(-1)).toMatchObject({ orders: [12], due: 4200 })
  })

  it('whose payment is being recorded stays in question until the answer', async () => {
    const { user, t, free } = await openTables('en', {
      orders: [orderAtTwo(11, { status: 'delivered', paid: 0, due: 10_600 })],
      settings: WITH_PAYMENTS,
    })
    await free(2)
    const asked = await dialog(t('common.table', { number: 2 }))
    const release = fakeApi.holds(recordPayment, { ...RECORDED, amount: 10_600 })
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    await user.click(asked.getByRole('button', { name: 'Cash' }))
    await user.keyboard('{Escape}')
    expect(asked.queryByRole('button', { name: t('common.close') })).toBeNull()
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['', 'delivered', true],
    ['not ', 'ready', false],
  ] as const)('is %sfreed from its paid bill where its orders are %s', async (_, status, isOffered) => {
    fakeApi.answers(getBill, billOf(0))
    const orders = [orderAtTwo(11, { status, due: 0 })]
    const { user, t, press } = await openTables('en', { orders, settings: WITH_PAYMENTS })
    await press(t('bills.title', { number: 2 }))
    const bill = await dialog(t('bills.title', { number: 2 }))
    await bill.findByText(t('due.paid'))
    const free = bill.queryByRole('button', { name: t('tables.freeConfirm') })
    expect(free !== null).toBe(isOffered)
    if (!free) return
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    await user.click(free)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }])
  })

  it('shows its bill, if it has an open order', async () => {
    const orders = [orderAtTwo(11)]
    fakeApi.refuses(getBill, 409, { message: 'Nota mesei' })
    const { t, press, card } = await openTables('en', { sessions: [SESSION], orders })
    const name = (number: number) => t('bills.title', { number })
    expect(card(1).queryByRole('button', { name: name(1) })).toBeNull()
    await press(name(2))
    expect(await screen.findByText('Nota mesei')).toBeDefined()
    expect(pathsOf(getBill)).toEqual(['/api/tables/42/bill'])
  })

  it('has its shared cart ended after a confirmation', async () => {
    const { user, t, choose, confirmation } = await openTables('en', { sessions: [SESSION] })
    await choose(2, t('tables.endCart'))
    const alert = await confirmation(t('tables.endTitle', { number: 2 }))
    expect(alert.getByText(t('tables.endDescription', { names: 'Ana, Mihai', total: '156.00 LEI' }))).toBeDefined()
    fakeApi.answers(endSession, undefined as never)
    fakeApi.answers(listSessions, [])
    await user.click(alert.getByRole('button', { name: t('tables.endConfirm') }))
    expect(await screen.findByText(t('tables.ended', { number: 2 }))).toBeDefined()
    expect(pathsOf(endSession)).toEqual([`/api/shared-sessions/${SESSION.id}/end`])
    await waitFor(() => expect(screen.queryByText(t('tables.sharedCart', { names: 'Ana, Mihai' }))).toBeNull())
  })

  it('has no cart of its next guests ended by a question about the last ones', async () => {
    const { user, t, choose, confirmation } = await openTables('en', { sessions: [SESSION] })
    await choose(2, t('tables.endCart'))
    const alert = await confirmation(t('tables.endTitle', { number: 2 }))
    fakeApi.answers(listSessions, [{ ...SESSION, id: 'the-next-session-of-table-2', names: ['Zoe'] }])
    await act(() => queryClient.invalidateQueries())
    fakeApi.answers(endSession, undefined as never)
    await user.click(alert.getByRole('button', { name: t('tables.endConfirm') }))
    await waitFor(() => expect(pathsOf(endSession)).toEqual([`/api/shared-sessions/${SESSION.id}/end`]))
  })

  it('is deleted after a confirmation, and stays with the server’s message if it is in use', async () => {
    const { user, t, choose, confirmation, number } = await openTables('en')
    await choose(2, t('common.askDelete'))
    const alert = await confirmation(t('tables.deleteTitle', { number: 2 }))
    fakeApi.refuses(deleteTable, 409, { code: 'table_in_use', message: 'Masa are o comandă' })
    await user.click(alert.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText('Masa are o comandă')).toBeDefined()
    // Somebody else has already deleted it.
    fakeApi.refuses(deleteTable, 404, { code: 'table_not_found', message: 'Masa nu există' })
    fakeApi.answers(getTables, [ONE, THREE])
    await user.click(alert.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText(t('tables.deleted', { number: 2 }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: t('common.table', { number: 2 }) })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(number))
    expect(pathsOf(deleteTable)).toEqual(['/api/tables/42', '/api/tables/42'])
  })
})
