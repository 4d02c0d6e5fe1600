import { beforeEach, describe, expect, it } from 'vitest'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { closeDay, type Day, getDay, getOpenDay, listDays, type OpenDay } from '#shared/contracts/days.ts'
import { getFiscal } from '#shared/contracts/fiscal.ts'
import { getPayments, recordPayment, recordTill } from '#shared/contracts/payments.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { withPrinter } from '../../../testing/fake-printer.ts'
import { sampleReceipt } from '../../../testing/fiscal-samples.ts'
import { RECORDED, signedIn } from '../../../testing/payment-samples.ts'
import { act, dialog, fakeApi, render, screen, textBelow, waitFor, within } from '../../../testing/render.tsx'
import { serviceFacts } from '../../../testing/samples.ts'
import DayView from './day-view.tsx'

const FIGURES: Omit<OpenDay, 'nextNumber' | 'lastEntry'> = {
  from: '2026-11-19T21:52:00.000Z',
  to: '2026-11-20T21:58:00.000Z',
  currency: 'lei',
  orders: 3,
  expected: 214_200,
  start: 30_000,
  methods: [
    { id: 1, kind: 'cash', name: 'Cash', nameRo: 'Numerar', amount: 180_000, tip: 4200, rounding: 0, count: 31 },
    { id: 2, kind: 'card', name: 'Card', nameRo: '', amount: 261_550, tip: 0, rounding: 0, count: 42 },
  ],
  reversals: [{ user: 'ioana', methodId: 2, amount: 1000, tip: 0, reason: 'twice' }],
  hours: [{ hour: 23, amount: 441_550, count: 73 }],
  tips: [{ user: 'andrei', amount: 4200 }],
  house: [{ user: 'ioana', reason: 'birthday', amount: 2500 }],
  cancelled: [{ user: 'andrei', orders: 1, amount: 4400 }],
  takenOff: [{ user: 'ioana', dishes: 2, amount: 5700 }],
  vat: [
    { rate: 11, amount: 400_000 },
    { rate: null, amount: 100 },
  ],
  reductions: [{ name: 'Happy hour', nameRo: '', count: 12, amount: 5040 }],
  fiscal: null,
  till: [],
  open: [
    { orderId: 1262, due: 20_400, tableNumber: 9, placedAt: '2026-11-20T20:40:00.000Z' },
    { orderId: 1263, due: -1000, tableNumber: null, placedAt: '2026-11-20T20:50:00.000Z' },
    { orderId: 1264, due: 0, tableNumber: 3, placedAt: '2026-11-20T20:55:00.000Z' },
  ],
  withoutPayment: [{ orderId: 1238, due: 4400, tableNumber: null, placedAt: '2026-11-20T18:15:00.000Z' }],
}
const OPEN: OpenDay = { ...FIGURES, nextNumber: 143, lastEntry: 82 }
const FISCAL = { printed: 41, byHand: 1, open: 2, left: 0 }
const CLOSED: Day = {
  ...FIGURES,
  ...{ number: 143, by: 'ioana', counted: 213_000, difference: -1200, left: 30_000, note: 'A guest was given change' },
}

describe('the end of the day', () => {
  beforeEach(() => {
    history.replaceState(null, '', '/dashboard?view=day-end')
    localStorage.clear()
    // Before the path that matches this one, too.
    fakeApi.answers(getOpenDay, OPEN)
    fakeApi.answers(listDays, [])
    fakeApi.answers(getDay, CLOSED)
    fakeApi.answers(getBeforeService, serviceFacts())
  })
  const report = (t: TFunction) => t('days.close', { number: '0143' })
  const open = async (day: OpenDay = OPEN, settings: Partial<Settings> = {}) => {
    fakeApi.answers(getOpenDay, day)
    const page = (
      <>
        <button type="button" onClick={() => void confirm({ title: 'Log out?', confirm: 'Yes' })}>
          Log out
        </button>
        <DayView tabsUrl="/dashboard" />
      </>
    )
    const view = render(page, { settings: { payments: true, ...settings } })
    const { t, user } = view
    const press = (name: string) => user.click(screen.getByRole('button', { name }))
    const notes = () => screen.getAllByRole('textbox', { name: new RegExp(t('days.notes', { note: '' }).trim()) })
    return {
      ...view,
      notes,
      press,
      close: async () => {
        await press(report(t))
        await press(t('days.closeNow'))
      },
      count: async () => {
        await screen.findByText(t('days.count'))
        await user.fill(notes()[2] as HTMLElement, '21')
        await user.fill(screen.getByRole('textbox', { name: t('days.coins') }), '30')
        await user.click(screen.getByRole('button', { name: t('days.confirm') }))
      },
    }
  }
  const bodies = () => fakeApi.callsOf(closeDay).map(({ body }) => body)

  it('shows no figure of the cash before the count is confirmed', async () => {
    const { t, count } = await open()
    await screen.findByText(t('days.count'))
    const isShown = () =>
      [t('days.expected'), t('days.methods'), t('days.hours')].map((text) => screen.queryByText(text) !== null)
    expect(isShown()).toEqual([false, false, false])
    await count()
    expect(isShown()).toEqual([true, true, true])
    expect(screen.getByText(t('days.short')).closest('[role=status]')?.textContent).toContain('-12.00')
  })

  it('lists what is to settle, open or not, with what is given back, and keeps nothing from being closed', async () => {
    const { t, press } = await open()
    const cards = await screen.findAllByRole('region', {
      name: new RegExp(`${t('days.open')}|${t('days.withoutPayment')}`),
    })
    expect(cards.map((card) => within(card).getAllByRole('listitem').length)).toEqual([2, 1])
    expect(cards[0]?.textContent).toContain(t('days.giveBack'))
    // An open order that is paid is nothing to settle.
    expect(screen.getAllByRole('button', { name: /#/ }).map((link) => link.getAttribute('aria-label'))).toEqual([
      t('days.settleOf', { id: 1262 }),
      t('days.giveBackOf', { id: 1263 }),
      t('days.settleOf', { id: 1238 }),
    ])
    expect(screen.getByRole('button', { name: t('days.giveBackOf', { id: 1263 }) }).textContent).toBe(
      t('days.giveBackNow'),
    )
    expect(screen.getByText(t('days.mayStay'))).toBeDefined()
    fakeApi.answers(getPayments, [])
    await press(t('days.settleOf', { id: 1262 }))
    const sheet = await dialog(/#1262/)
    expect(sheet.getAllByText(/204\.00/).length).toBeGreaterThan(0)
  })

  it('shows without the live channel what was settled here', async () => {
    const { t, press } = await open()
    await screen.findByText(t('days.mayStay'))
    fakeApi.answers(getPayments, [])
    await press(t('days.settleOf', { id: 1262 }))
    await dialog(/#1262/)
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 20_400, due: 0 })
    fakeApi.answers(getOpenDay, { ...OPEN, open: OPEN.open.slice(1), lastEntry: 83 })
    await press(t('payments.record', { amount: '204.00', method: 'Card' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: t('days.settleOf', { id: 1262 }) })).toBeNull())
  })

  it('counts by the keyboard alone', async () => {
    const { t, user, notes } = await open()
    await screen.findByText(t('days.count'))
    await user.click(notes()[0] as HTMLElement)
    await user.keyboard('1{Enter}2x{Enter}3{Enter}')
    expect(notes().map((note) => (note as HTMLInputElement).value)).toEqual(['1', '2', '3', '', '', '', '', ''])
    expect(screen.getByText(t('days.counted')).closest('[role=status]')?.textContent).toContain('1\u00a0200.00')
    await user.keyboard('{Enter}'.repeat(7))
    expect(await screen.findByText(t('days.expected'))).toBeDefined()
  })

  it('does not confirm coins that are no amount', async () => {
    const { t, user } = await open()
    const coins = await screen.findByRole('textbox', { name: t('days.coins') })
    await user.fill(coins, '3,5,5')
    expect(textBelow(coins)).toBe(t('validation.amount'))
    expect(screen.getByRole('button', { name: t('days.confirm') })).toHaveProperty('disabled', true)
  })

  it('asks again on request, with what was counted', async () => {
    const { t, count, press, notes } = await open()
    await count()
    await press(t('days.again'))
    expect((notes()[2] as HTMLInputElement).value).toBe('21')
    expect(screen.queryByText(t('days.expected'))).toBeNull()
  })

  it('keeps the count when the screen is left, says so, offers to begin anew, and ends it with the day', async () => {
    fakeApi.answers(closeDay, CLOSED)
    const first = await open()
    await first.count()
    await first.user.fill(screen.getByRole('textbox', { name: first.t('days.why') }), 'Change')
    first.unmount()
    const { t, press, notes, unmount } = await open()
    expect(await screen.findByText(t('drafts.restored'))).toBeDefined()
    expect(screen.getByRole('textbox', { name: t('days.why') })).toHaveProperty('value', 'Change')
    await press(t('days.again'))
    expect(notes()[2]).toHaveProperty('value', '21')
    await press(t('drafts.startOver'))
    expect(notes().map((note) => (note as HTMLInputElement).value)).toEqual(Array(8).fill(''))
    unmount()
    const last = await open()
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    await last.count()
    await last.close()
    await screen.findByRole('heading', { name: t('days.report', { number: '0143' }) })
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  })

  it('does not offer the count of a day that was closed elsewhere to the next one', async () => {
    const first = await open()
    await first.count()
    first.unmount()
    const { t, notes } = await open({ ...OPEN, nextNumber: 144, lastEntry: 90 })
    await waitFor(() => expect(notes()[2]).toHaveProperty('value', ''))
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
  })

  it('is closed with what was counted, stays in the till and was seen, and shows its report', async () => {
    fakeApi.answers(closeDay, CLOSED)
    const { t, user, count, press } = await open()
    await count()
    // The last button that asked a question, and stays.
    await press('Log out')
    await user.click(await screen.findByRole('button', { name: t('common.cancel') }))
    const left = screen.getByRole('textbox', { name: t('days.left') })
    expect((left as HTMLInputElement).value).toBe('300.00')
    await user.fill(left, '2130.01')
    expect(textBelow(left)).toBe(t('days.tooMuch'))
    await press(report(t))
    expect(bodies()).toEqual([])
    await user.fill(left, '150,50')
    await user.fill(screen.getByRole('textbox', { name: t('days.why') }), 'Change')
    await press(report(t))
    // It asks once, and says which report is final then.
    const question = await screen.findByRole('alertdialog', { name: t('days.closeTitle') })
    const differs = t('days.differs', { amount: formatMoney(213_000 - OPEN.expected, 'lei') })
    const asked = [differs, t('days.unsettled', { count: 3 }), t('days.closeMeans', { number: '0143' })]
    expect(question.textContent).toContain(asked.join(' '))
    expect(bodies()).toEqual([])
    await press(t('days.closeNow'))
    const heading = await screen.findByRole('heading', { name: t('days.report', { number: '0143' }) })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(bodies()).toEqual([{ counted: 213_000, left: 15_050, seen: 82, note: 'Change' }])
    expect(location.search).toBe('?view=day-end&day=143')
    expect(screen.getByText(CLOSED.note ?? '')).toBeDefined()
  })

  it('is closed once, although the answer was lost', async () => {
    fakeApi.isOutOfReach(closeDay)
    const { t, count, close } = await open()
    await count()
    await close()
    expect(await screen.findByText(t('days.closeFailed'))).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: report(t) })))
    fakeApi.answers(closeDay, CLOSED)
    await close()
    await screen.findByRole('heading', { name: t('days.report', { number: '0143' }) })
    const keys = fakeApi.callsOf(closeDay).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('asks once before it is closed without all fiscal receipts, which it lists, and then says how many', async () => {
    signedIn('ioana', 'owner')
    fakeApi.answers(getDay, { ...CLOSED, fiscal: FISCAL })
    fakeApi.answers(getFiscal, { seenAt: null, left: [], receipts: [sampleReceipt({ state: 'unclear' })] })
    fakeApi.refusesOnce(closeDay, 409, { code: 'fiscal_open', message: 'open' }, { ...CLOSED, fiscal: FISCAL })
    const { t, user, count, press, close } = await open({ ...OPEN, fiscal: FISCAL }, { fiscal: true })
    const receipts = within(await screen.findByRole('region', { name: t('fiscal.title') }))
    expect(await receipts.findByText(t('fiscal.unclear'))).toBeDefined()
    await count()
    await close()
    const question = await screen.findByRole('alertdialog', { name: t('days.withoutReceipts') })
    expect(screen.queryByText(t('days.closeFailed'))).toBeNull()
    await user.click(within(question).getByRole('button', { name: t('common.cancel') }))
    await press(report(t))
    fakeApi.refusesOnce(closeDay, 409, { code: 'fiscal_open', message: 'open' }, { ...CLOSED, fiscal: FISCAL })
    await press(t('days.closeNow'))
    const again = within(await screen.findByRole('alertdialog', { name: t('days.withoutReceipts') }))
    await user.click(again.getByRole('button', { name: t('days.closeNow') }))
    await screen.findByRole('heading', { name: t('days.report', { number: '0143' }) })
    expect(screen.getByText(t('days.receiptCounts', FISCAL), { exact: false })).toBeDefined()
    expect(bodies().map((body) => (body as { withoutReceipts?: boolean }).withoutReceipts ?? false)).toEqual([
      ...[false, false, true],
    ])
  })

  it('keeps the count and shows new figures if something was recorded meanwhile', async () => {
    const { t, count, close } = await open()
    await count()
    expect(screen.queryByText(t('days.changed'))).toBeNull()
    fakeApi.refuses(closeDay, 409, { code: 'day_changed', message: 'Changed', lastEntry: 83 })
    fakeApi.answers(getOpenDay, { ...OPEN, expected: 216_200, lastEntry: 83 })
    await close()
    expect(await screen.findByText(t('days.changed'))).toBeDefined()
    expect(screen.getByText(t('days.short')).closest('[role=status]')?.textContent).toContain('-32.00')
    expect(screen.queryByText(t('days.closeFailed'))).toBeNull()
    fakeApi.answers(closeDay, CLOSED)
    await close()
    await waitFor(() => expect(bodies().map((body) => (body as { seen: number }).seen)).toEqual([82, 83]))
  })

  it('follows what another device records', async () => {
    const { t, count } = await open()
    await count()
    fakeApi.answers(getOpenDay, { ...OPEN, expected: 213_000, lastEntry: 90 })
    await act(() => queryClient.invalidateQueries({ queryKey: areaKey('days') }))
    expect(await screen.findByText(t('days.exact'))).toBeDefined()
    expect(screen.getByText(t('days.changed'))).toBeDefined()
  })

  it('prints the first time as the original, and then as a copy', async () => {
    const printer = withPrinter()
    fakeApi.answers(closeDay, CLOSED)
    const { t, count, press, close } = await open()
    await count()
    await close()
    await screen.findByRole('heading', { name: t('days.report', { number: '0143' }) })
    for (const isCopy of [false, true]) {
      printer.paper = ''
      await press(t('common.print'))
      await waitFor(() => expect(printer.cuts).toBe(isCopy ? 2 : 1))
      expect(printer.paper.includes(t('days.copy'))).toBe(isCopy)
      expect(printer.paper.replace(/\s+/g, ' ')).toContain(t('days.notFiscal').replace(/\s+/g, ' '))
    }
  })

  it('records cash that is taken out, once', async () => {
    fakeApi.isOutOfReach(recordTill)
    const { t, user, press } = await open()
    await screen.findByText(t('days.count'))
    await press(t('days.takeOut'))
    const form = await dialog(t('days.takeOut'))
    await user.fill(form.getByRole('textbox', { name: t('days.amount', { unit: 'LEI' }) }), '45,5')
    const send = () => user.click(form.getByRole('button', { name: t('days.takeOut') }))
    await send()
    expect(fakeApi.callsOf(recordTill)).toEqual([])
    await user.fill(form.getByRole('textbox', { name: t('days.reason') }), 'Parsley')
    await send()
    fakeApi.answers(recordTill, { id: 1 })
    await send()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = fakeApi.callsOf(recordTill)
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ kind: 'out', amount: 4550, reason: 'Parsley' }))
    expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  })

  it('says that cash was recorded whose amount was changed while its answer was lost, before anything more is', async () => {
    fakeApi.isOutOfReach(recordTill)
    const { t, user, press } = await open()
    await screen.findByText(t('days.count'))
    await press(t('days.putIn'))
    const form = await dialog(t('days.putIn'))
    const amount = form.getByRole('textbox', { name: t('days.amount', { unit: 'LEI' }) })
    const send = async (text: string) => {
      await user.fill(amount, text)
      await user.click(form.getByRole('button', { name: t('days.putIn') }))
    }
    await user.fill(form.getByRole('textbox', { name: t('days.reason') }), 'Change')
    await send('50')
    expect(await screen.findByText(t('common.noConnection'))).toBeDefined()
    fakeApi.answers(recordTill, { id: 1 })
    await send('60')
    expect(await screen.findByText(t('days.tillRecorded', { amount: '50.00 LEI', reason: 'Change' }))).toBeDefined()
    expect(amount).toHaveProperty('value', '60')
    fakeApi.answers(recordTill, { id: 2 })
    await send('10')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = fakeApi.callsOf(recordTill)
    expect(calls.map(({ body }) => (body as { amount: number }).amount)).toEqual([5000, 5000, 1000])
    const [first, second, third] = calls.map(({ headers }) => headers.get('Idempotency-Key'))
    expect([second === first, third === first]).toEqual([true, false])
  })

  it('says that nothing was recorded, and that an earlier day is not closed', async () => {
    fakeApi.answers(getBeforeService, serviceFacts({}, { forgottenDay: '2026-11-19' }))
    const { t } = await open({ ...OPEN, lastEntry: null, open: [], withoutPayment: [] })
    expect(await screen.findByText(t('days.nothing'))).toBeDefined()
    expect(screen.getByText(t('days.allSettled'))).toBeDefined()
    const day = '19 Nov 2026'
    expect(await screen.findByText(t('days.forgotten', { day }))).toBeDefined()
  })

  it('lists the closed days, a hundred at a time, each with its report', async () => {
    const page = Array.from({ length: 100 }, (_, i) => ({ ...CLOSED, number: 200 - i }))
    fakeApi.answers(listDays, page)
    const { t, user, press } = await open()
    const days = within(await screen.findByRole('region', { name: t('days.history') }))
    expect(await days.findAllByRole('link')).toHaveLength(100)
    fakeApi.answers(listDays, [{ ...CLOSED, number: 100 }])
    await press(t('journal.older'))
    await waitFor(() => expect(days.getAllByRole('link')).toHaveLength(101))
    expect(fakeApi.callsOf(listDays).map(({ query }) => query)).toEqual([{}, { before: '101' }])
    expect(days.queryByRole('button')).toBeNull()
    await user.click(days.getByRole('link', { name: /^0101/ }))
    expect(location.search).toBe('?view=day-end&day=101')
    const csv = await screen.findByRole('link', { name: t('reports.csv') })
    expect(csv.getAttribute('href')).toBe(`/api/days/101?as=csv&lang=en`)
  })

  it('lists a closed day by its last payment, also when it was closed after midnight or the morning after', async () => {
    fakeApi.answers(listDays, [
      { ...CLOSED, number: 143, to: '2026-11-21T07:10:00.000Z' },
      { ...CLOSED, number: 142, to: '2026-11-19T22:00:00.000Z' },
    ])
    const { t } = await open()
    const days = within(await screen.findByRole('region', { name: t('days.history') }))
    const rows = (await days.findAllByRole('link')).map((row) => row.textContent)
    expect(rows[0]).toContain(`20 Nov 2026 ${t('days.closedAt', { moment: '21 Nov, 09:10' })} · ioana`)
    expect(rows[1]).toContain(`19 Nov 2026 ${t('days.closedAt', { moment: '20 Nov, 00:00' })} · ioana`)
  })

  it('is nowhere where payments are off', async () => {
    const { t } = await open(OPEN, { payments: false })
    await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard'))
    expect(screen.queryByText(t('days.title'))).toBeNull()
    expect(fakeApi.callsOf(getOpenDay)).toEqual([])
  })
})
