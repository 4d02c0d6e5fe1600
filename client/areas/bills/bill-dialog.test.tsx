import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Bill, getBill, recordBillPrint } from '#shared/contracts/bills.ts'
import { getFiscal } from '#shared/contracts/fiscal.ts'
import { recordPayment } from '#shared/contracts/payments.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { LANGUAGES } from '#shared/domain/language.ts'
import * as log from '../../lib/browser/environment.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { withPopup, withPrinter } from '../../testing/fake-printer.ts'
import { sampleReceipt } from '../../testing/fiscal-samples.ts'
import { RECORDED, samplePayment, sentPayments, signedIn } from '../../testing/payment-samples.ts'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import BillDialog from './bill-dialog.tsx'

const live = fakeLive()
beforeEach(() => void vi.spyOn(log, 'logProblem').mockImplementation(() => {}))

const TABLE = { id: 47, number: 7 }
const line = (fields: Partial<Bill['lines'][number]>) => ({
  ...{ id: 1, menuItemId: 9, quantity: 1, name: 'Tripe soup', nameRo: 'Ciorbă de burtă', price: 2900 },
  ...{
    notes: null,
    guestName: null,
    options: [],
    partOf: null,
    listPrice: fields.price ?? 2900,
    rule: null,
    ...fields,
  },
})
const BILL: Bill = {
  at: '2026-11-20T19:05:00.000Z',
  tableNumber: 7,
  tableLabel: null,
  orderIds: [1218, 1231],
  currency: 'lei',
  lines: [
    line({ quantity: 2, guestName: 'Ana' }),
    line({ id: 2 }),
    line({ id: 3, name: 'Doughnuts', nameRo: 'Papanași', price: 2600 }),
  ],
  guests: [
    { guestName: 'Ana', total: 5800 },
    { guestName: null, total: 5500 },
  ],
  total: 11300,
}
const UNNAMED = { ...BILL, lines: BILL.lines.map((unnamed) => ({ ...unnamed, guestName: null })) }

async function open(bill: Bill, language: (typeof LANGUAGES)[number] = 'en', settings: Partial<Settings> = {}) {
  fakeApi.answers(getBill, bill)
  fakeApi.answers(recordBillPrint, { orderIds: bill.orderIds })
  const view = render(<BillDialog open table={TABLE} onClose={() => {}} />, {
    language,
    settings: { language, ...settings },
  })
  const { t, user } = view
  const shown = await dialog(t('bills.title', { number: 7 }))
  await shown.findByText(new RegExp(`^${t('orders.total')}`))
  return {
    ...view,
    shown,
    choose: (name: 'whole' | 'byGuest' | 'equal') => user.click(shown.getByRole('radio', { name: t(`bills.${name}`) })),
    press: (name: string) => user.click(shown.getByRole('button', { name })),
    dishes: () => shown.getAllByRole('listitem').map(({ textContent }) => textContent),
  }
}
const recorded = () => fakeApi.callsOf(recordBillPrint).map(({ path, body }) => ({ path, body }))

describe('the bill of a table', () => {
  it('lists each dish once with its sum, and the total', async () => {
    const { shown, dishes } = await open(BILL, 'en')
    const [soup, doughnuts] = ['Tripe soup', 'Doughnuts']
    expect(dishes()).toEqual([`3\u00a0×${soup}87.00 LEI`, `1\u00a0×${doughnuts}26.00 LEI`])
    expect(shown.getByRole('status').textContent).toContain('113.00 LEI')
  })

  it('says below a line what it would cost without the rule that lowered it', async () => {
    const lowered = line({ quantity: 2, price: 2030, listPrice: 2900 })
    const { dishes } = await open({ ...BILL, lines: [lowered, line({ id: 2, price: 2030, listPrice: 2030 })] })
    expect(dishes()).toEqual(['2\u00a0×Tripe soup40.60 LEIinstead of 58.00', '1\u00a0×Tripe soup20.30 LEI'])
  })

  it('shows what each guest pays; each can be printed alone, and all together', async () => {
    const printer = withPrinter()
    const { shown, t, choose, press } = await open(BILL, 'en')
    await choose('byGuest')
    const [ana, table] = ['Ana', t('bills.wholeTable')]
    const guests = shown.getAllByRole('heading', { level: 3 }).map(({ parentElement }) => parentElement?.textContent)
    expect(guests).toEqual([`${ana}58.00 LEI`, `${table}55.00 LEI`])
    await press(t('bills.printOf', { guest: ana }))
    await waitFor(() => expect(recorded()).toHaveLength(1))
    expect(printer.paper).toContain('Client:                      Ana')
    expect(printer.paper).not.toContain('Papanaşi')
    await press(t('bills.printAll', { count: 2 }))
    await waitFor(() => expect(recorded()).toHaveLength(2))
    expect(printer.paper).toContain('Papanaşi')
    // After the first paper, and after and between the two others.
    expect(printer.cuts).toBe(3)
  })

  it('shows equal parts for two to twenty people, and what the last one pays more', async () => {
    const printer = withPrinter()
    const { shown, t, choose, press } = await open(BILL, 'en')
    await choose('equal')
    expect(shown.getByText('56.50')).toBeDefined()
    expect(shown.queryByText(t('bills.last'))).toBeNull()
    expect(
      shown.getByRole('button', { name: t('menu.less', { name: t('bills.people') }) }).getAttribute('aria-disabled'),
    ).toBe('true')
    await press(t('menu.more', { name: t('bills.people') }))
    expect(shown.getByText(t('bills.last')).parentElement?.textContent).toContain('37.68')
    await press(t('bills.printAll', { count: 3 }))
    await waitFor(() => expect(recorded()).toHaveLength(1))
    expect(printer.paper.match(/TOTAL:.*/g)?.map((text) => text.slice(-9))).toEqual([
      '37.66 lei',
      '37.66 lei',
      '37.68 lei',
    ])
  })

  it('says that there is nothing to pay without an open order', async () => {
    fakeApi.answers(getBill, { ...BILL, orderIds: [], lines: [], guests: [], total: 0 })
    const { t } = render(<BillDialog open table={TABLE} onClose={() => {}} />)
    expect(await screen.findByText(t('bills.emptyDescription'))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('common.print') })).toBeNull()
  })
})

describe('a bill of which payments are recorded', () => {
  const guests = [
    { guestName: 'Ana', total: 5800, due: 0 },
    { guestName: null, total: 5500, due: 5000 },
  ]
  const PAID: Bill = { ...BILL, guests, paid: 6300, due: 5000, payments: [samplePayment({ amount: 5800, tip: 310 })] }
  const openPaid = (bill: Bill) => {
    signedIn('ana')
    return open(bill)
  }

  it('shows what is paid and due, the payments, and that it is no fiscal document', async () => {
    const { shown, t } = await openPaid(PAID)
    const paid = await shown.findByText(new RegExp(t('due.paidOf', { amount: '63.00 LEI' })))
    expect(paid.textContent).toContain('113.00 LEI')
    expect(shown.getByRole('status').textContent).toContain('50.00 LEI')
    const payments = within(await shown.findByRole('region', { name: t('settings.tabs.payments') }))
    expect(payments.getByRole('listitem').textContent).toMatch(/Card.*Tip 3\.10.*ana.*58\.00/)
    expect(shown.getByText(t('days.notFiscal'))).toBeDefined()
  })

  it('shows the number of its fiscal receipt', async () => {
    fakeApi.answers(getFiscal, {
      seenAt: null,
      left: [],
      receipts: [sampleReceipt({ state: 'printed', number: '123' })],
    })
    signedIn('ana')
    const { shown } = await open(PAID, 'en', { fiscal: true })
    expect(await shown.findByText('Fiscal receipt no. 123')).toBeDefined()
  })

  it('is paid in one more tap: everything that is due, by card', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 5000 })
    const { shown, t, user, press } = await openPaid(PAID)
    await shown.findByText(t('days.notFiscal'))
    await press(t('due.take'))
    const sheet = await dialog(/^Table 7/)
    await user.click(sheet.getByRole('button', { name: t('payments.record', { amount: '50.00', method: 'Card' }) }))
    await waitFor(() => expect(sentPayments()).toHaveLength(1))
    expect(sentPayments()[0]?.body).toMatchObject({ orders: BILL.orderIds, due: 5000, amount: 5000 })
    // The bill is read again.
    await waitFor(() => expect(fakeApi.callsOf(getBill)).toHaveLength(2))
  })

  it('is paid as it is divided on the screen', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 1666 })
    const { shown, t, user, choose, press } = await openPaid(PAID)
    await choose('equal')
    expect(shown.getByText('25.00')).toBeDefined()
    await press(t('menu.more', { name: t('bills.people') }))
    await shown.findByText(t('days.notFiscal'))
    await press(t('due.take'))
    const sheet = await dialog(/^Table 7/)
    await user.click(sheet.getByRole('button', { name: t('payments.record', { amount: '16.66', method: 'Card' }) }))
    await waitFor(() => expect(sentPayments()).toHaveLength(1))
    expect(sentPayments()[0]?.body).toMatchObject({ due: 5000, amount: 1666 })
  })

  it('of a guest is paid with a tap on the guest, while something of it is due', async () => {
    const all = [
      { guestName: 'Ana', total: 2900, due: 0 },
      { guestName: 'Mihai', total: 2900, due: 2900 },
      { guestName: null, total: 2600, due: 2600 },
    ]
    const lines = [
      line({ guestName: 'Ana' }),
      line({ id: 2, guestName: 'Mihai' }),
      line({ id: 3, name: 'Doughnuts', nameRo: 'Papanași', price: 2600 }),
    ]
    const { shown, t, user, choose, press } = await openPaid({ ...PAID, lines, guests: all, due: 5500, total: 8400 })
    await choose('byGuest')
    await shown.findByText(t('days.notFiscal'))
    const payFor = (guest: string) => `${t('due.take')}: ${guest}`
    expect(shown.queryByRole('button', { name: payFor('Ana') })).toBeNull()
    await press(payFor('Mihai'))
    const sheet = await dialog(/^Table 7/)
    const chosen = () =>
      sheet.getAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent)
    expect(chosen().slice(0, 2)).toEqual([t('bills.byGuest'), '55.00Mihai'])
    // What everybody pays at once is the rest by now.
    expect(sheet.getByRole('radio', { name: t('payments.theRest') })).toBeDefined()
    expect(sheet.queryByRole('radio', { name: t('bills.whole') })).toBeNull()
    await user.keyboard('{Escape}')
    await press(payFor(t('bills.wholeTable')))
    const other = await dialog(/^Table 7/)
    expect(other.getByRole('button', { name: t('payments.record', { amount: '26.00', method: 'Card' }) })).toBeDefined()
  })

  it('says what is to be given back, and offers no payment then', async () => {
    const { shown, t } = await openPaid({ ...PAID, due: -1000 })
    await shown.findByText(t('days.notFiscal'))
    expect(shown.getByRole('status').textContent).toContain('10.00 LEI to give back')
    expect(shown.queryByRole('button', { name: t('due.take') })).toBeNull()
  })

  it('shows none of it while payments are off', async () => {
    const { shown, t } = await open(BILL)
    for (const words of [t('days.notFiscal'), t('due.take'), t('settings.tabs.payments')])
      expect(shown.queryByText(words)).toBeNull()
    expect(shown.getAllByRole('button', { name: t('common.print') })).toHaveLength(1)
  })
})

describe('a bill', () => {
  it('is printed at one tap, and recorded with the orders that the paper covers', async () => {
    const printer = withPrinter()
    const { shown, t, press } = await open(UNNAMED)
    // It is not offered by guest, because no line has a name.
    expect(shown.getAllByRole('radio')).toHaveLength(2)
    await press(t('common.print'))
    await waitFor(() =>
      expect(recorded()).toEqual([{ path: '/api/tables/47/prints', body: { kind: 'bill', orderIds: [1218, 1231] } }]),
    )
    expect([printer.cuts, printer.paper.includes('Nu este bon fiscal')]).toEqual([1, true])
    expect(fakeApi.callsOf(recordBillPrint)[0]?.headers.get('idempotency-key')).toBeTruthy()
  })

  it('follows the rounds of its table, and no others', async () => {
    const { shown } = await open(BILL)
    fakeApi.answers(getBill, { ...BILL, total: 99900, orderIds: [1218, 1231, 1300] })
    const update = (id: number, tableId: number) =>
      act(async () => live.follower.ORDER_UPDATE?.({ type: 'ORDER_UPDATE', payload: sampleOrder({ id, tableId }) }))
    await update(1400, 48)
    expect(fakeApi.callsOf(getBill)).toHaveLength(1)
    await update(1300, 47)
    await waitFor(() => expect(shown.getByRole('status').textContent).toContain('999.00'))
    fakeApi.answers(getBill, BILL)
    // One that leaves the table.
    await update(1300, 48)
    await waitFor(() => expect(shown.getByRole('status').textContent).toContain('113.00'))
  })

  it('is fetched again when orders have changed, or the connection is back', async () => {
    const { shown } = await open(BILL)
    const becomes = async (total: number, change: () => void) => {
      fakeApi.answers(getBill, { ...BILL, total })
      await act(async () => change())
      await waitFor(() => expect(shown.getByRole('status').textContent).toContain(`${total / 100}.00`))
    }
    await becomes(20000, () => live.follower.opened?.())
    await becomes(30000, () => live.follower.ORDERS_CHANGED?.({ type: 'ORDERS_CHANGED' }))
  })

  it('is not fetched twice when it is opened', async () => {
    const release = fakeApi.holds(getBill, BILL)
    const { t } = render(<BillDialog open table={TABLE} onClose={() => {}} />)
    await screen.findByText(t('bills.loading'))
    await act(async () => live.follower.opened?.())
    release()
    expect(await screen.findByText(t('orders.total'))).toBeDefined()
    expect(fakeApi.callsOf(getBill)).toHaveLength(1)
  })

  it('is split among twenty people at most', async () => {
    const { shown, t, choose, press } = await open(BILL)
    await choose('equal')
    for (let people = 2; people < 20; people++) await press(t('menu.more', { name: t('bills.people') }))
    expect(shown.getByRole('status', { name: t('bills.people') }).textContent).toBe('20')
    expect(
      shown.getByRole('button', { name: t('menu.more', { name: t('bills.people') }) }).getAttribute('aria-disabled'),
    ).toBe('true')
  })

  it('says when it may lack newer orders, because there is no connection', async () => {
    expect((await open(BILL)).shown.queryByRole('alert')).toBeNull()
    live.status = { state: 'offline', since: Date.now() }
    const { t, shown, rerender } = await open(BILL)
    rerender(<BillDialog open table={TABLE} onClose={() => {}} />)
    expect(shown.getByRole('alert').textContent).toContain(t('live.connectionLost'))
  })

  it('is not recorded if it was not printed, and says so', async () => {
    withPopup(null)
    const { t, press } = await open(BILL)
    await press(t('common.print'))
    expect(await screen.findByText(t('printing.blocked'))).toBeDefined()
    expect(recorded()).toEqual([])
  })

  it('says that its print could not be recorded', async () => {
    withPrinter()
    const { t, press } = await open(BILL)
    fakeApi.isOutOfReach(recordBillPrint)
    await press(t('common.print'))
    expect(await screen.findByText(t('printing.notRecorded'))).toBeDefined()
  })

  it('that cannot be read says why, and offers to try again', async () => {
    fakeApi.refuses(getBill, 409, { code: 'mixed_currencies', message: 'Two currencies' })
    const { t, user } = render(<BillDialog open table={TABLE} onClose={() => {}} />)
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Two currencies')).toBeDefined()
    fakeApi.answers(getBill, BILL)
    await user.click(alert.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('orders.total'))).toBeDefined()
  })
})
