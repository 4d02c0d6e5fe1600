import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { getFiscal } from '#shared/contracts/fiscal.ts'
import { recordPayment } from '#shared/contracts/payments.ts'
import type { Language } from '#shared/domain/language.ts'
import { sampleReceipt } from '../../testing/fiscal-samples.ts'
import { RECORDED, samplePayment, sentPayments, signedIn, WITH_PAYMENTS } from '../../testing/payment-samples.ts'
import { act, dialog, fakeApi, render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import type { Payable } from './pay-form.tsx'
import { PaySheet } from './pay-sheet.tsx'

const TABLE: Payable = {
  orders: [11, 12],
  currency: 'lei',
  due: 18_600,
  guests: [
    { guestName: 'Ana', due: 6200 },
    { guestName: 'Mihai', due: 6200 },
    { guestName: null, due: 6200 },
  ],
}

const onFree = vi.fn()
/** The due of the sheet, which a test changes as the server does. */
let setPayable: (payable: Payable) => void = () => {}
function Sheet() {
  const [payable, set] = useState(TABLE)
  const [open, setOpen] = useState(true)
  setPayable = set
  return <PaySheet open={open} title="Table 5" payable={payable} onFree={onFree} onClose={() => setOpen(false)} />
}

async function openSheet(language: Language = 'en', settings = {}) {
  const view = render(<Sheet />, { language, settings: { ...WITH_PAYMENTS, language, ...settings } })
  const sheet = await dialog(/^Table 5/)
  const { t, user } = view
  let taps = 0
  const tap = (target: HTMLElement) => {
    taps += 1
    return user.click(target)
  }
  return {
    ...view,
    sheet,
    taps: () => taps,
    choose: (name: string | RegExp) => tap(sheet.getByRole('radio', { name })),
    press: (name: string | RegExp) => tap(sheet.getByRole('button', { name })),
    record: (amount: string, method: string) =>
      tap(sheet.getByRole('button', { name: t('payments.record', { amount, method }) })),
  }
}

describe('the sheet of payments', () => {
  const [cash, card, vouchers, house] = ['Cash', 'Card', 'Meal vouchers', 'Staff meal']

  it('records everything by card with one tap, says so once, and closes', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 18_600 })
    const { t, record, taps, sheet } = await openSheet('en')
    const chosen = sheet.getAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent)
    expect(chosen).toEqual([t('bills.whole'), card, '0'])
    await record('186.00', 'Card')
    expect(taps()).toBe(1)
    expect(await screen.findByText(t('payments.recorded', { amount: '186.00 LEI', method: card }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentPayments()).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: {
          ...{ orders: [11, 12], due: 18_600, amount: 18_600, method: 2, tip: 0, tendered: null },
          ...{ guestName: null, reason: null, taxNumber: null },
        },
      },
    ])
  })

  it('splits the bill of three guests in six taps, each after another is chosen', async () => {
    const { user, t, choose, record, press, taps, sheet } = await openSheet('en')
    await choose(t('bills.byGuest'))
    await user.click(sheet.getByRole('switch'))
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 6200, due: 12_400 })
    await record('62.00', 'Card')
    // The bill is not read again yet.
    await choose(/Mihai/)
    await sheet.findByText(/^124\.00/)
    const [, mihai, table] = TABLE.guests
    await act(async () =>
      setPayable({ ...TABLE, due: 12_400, guests: [{ guestName: 'Ana', due: 0 }, mihai, table] as never }),
    )
    expect(sheet.getByRole('radio', { name: /Ana/ })).toHaveProperty('disabled', true)
    await record('62.00', 'Card')
    await act(async () =>
      setPayable({
        ...TABLE,
        due: 6200,
        guests: [{ guestName: 'Ana', due: 0 }, { guestName: 'Mihai', due: 0 }, table] as never,
      }),
    )
    await choose(new RegExp(t('bills.wholeTable')))
    await record('62.00', 'Card')
    expect(taps()).toBe(6)
    expect(sentPayments().map(({ body }) => body)).toMatchObject([
      { amount: 6200, due: 18_600, guestName: 'Ana' },
      { amount: 6200, due: 12_400, guestName: 'Mihai' },
      { amount: 6200, due: 6200, guestName: null },
    ])
    expect(new Set(sentPayments().map(({ key }) => key)).size).toBe(3)
    // A second tap records nothing, because nobody is chosen.
    await press(t('payments.who'))
    expect(sentPayments()).toHaveLength(3)
  })

  it('offers nobody’s part twice while the bill cannot be read again', async () => {
    const { user, t, choose, record, sheet } = await openSheet('en')
    await choose(t('bills.byGuest'))
    await user.click(sheet.getByRole('switch'))
    const due = [12_400, 6200]
    for (const [i, name] of [/Ana/, /Mihai/].entries()) {
      fakeApi.answers(recordPayment, { ...RECORDED, amount: 6200, due: due[i] as number })
      await choose(name)
      await record('62.00', 'Card')
      await waitFor(() => expect(sheet.getByRole('radio', { name })).toHaveProperty('disabled', true))
    }
    expect(sheet.getByRole('radio', { name: new RegExp(t('bills.wholeTable')) })).toHaveProperty('disabled', false)
    await sheet.findByText(/^62\.00/, { selector: 'h2 *' })
    // Somebody paid meanwhile: what is read counts.
    const [ana, , table] = TABLE.guests
    await act(async () => setPayable({ ...TABLE, due: 6200, guests: [ana, table] as never }))
    expect(sheet.getByRole('radio', { name: /Ana/ })).toHaveProperty('disabled', false)
  })

  it('shows the change of what was received, and asks for more if that is too little', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 6200, change: 3800, due: 12_400 })
    const { t, choose, press, record, sheet } = await openSheet('en')
    await choose(t('bills.equal'))
    await press(t('menu.more', { name: t('bills.people') }))
    await choose(cash)
    await press('5')
    await press('0')
    expect(sheet.getByText(t('payments.missing')).parentElement?.textContent).toContain('12.00')
    await record('62.00', cash)
    expect(sheet.getByRole('alert').textContent).toContain('12.00')
    expect(sentPayments()).toEqual([])
    await press('100')
    expect(sheet.getByText(t('payments.change')).parentElement?.textContent).toContain('38.00')
    await record('62.00', cash)
    expect(sentPayments()[0]?.body).toMatchObject({ method: 1, amount: 6200, tendered: 10_000 })
    // It stays there until the next guest pays, also by another method, and no message repeats it.
    const change = () => sheet.queryByText(t('payments.change'))?.parentElement?.textContent
    await sheet.findByRole('button', { name: t('payments.who') })
    expect(change()).toContain('38.00')
    await choose(card)
    expect(change()).toContain('38.00')
    expect(screen.queryByText(t('payments.recorded', { amount: '62.00 LEI', method: cash }))).toBeNull()
    await choose(new RegExp(t('payments.part', { number: 2 })))
    expect(change()).toBeUndefined()
  })

  it('shows what is handed back of the last payment until somebody has read it', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 18_600, change: 1400 })
    const { t, choose, press, record, sheet } = await openSheet('en')
    await choose(cash)
    await press('200')
    await record('186.00', cash)
    await sheet.findByRole('button', { name: t('payments.done') })
    await act(async () => setPayable({ ...TABLE, due: 0, guests: [] }))
    expect(sheet.getByText(t('payments.change')).parentElement?.textContent).toContain('14.00')
    expect(screen.queryByText(t('payments.recorded', { amount: '186.00 LEI', method: cash }))).toBeNull()
    await press(t('tables.freeConfirm'))
    expect(onFree).toHaveBeenCalledOnce()
    await press(t('payments.done'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers no tip and no change with vouchers; the house’s need a reason too', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 18_600 })
    const { t, choose, record, sheet, user } = await openSheet('en')
    expect(sheet.getAllByRole('radio', { checked: true })).toHaveLength(3)
    await choose(/^5\s%/)
    expect(sheet.getByRole('button', { name: /195\.30/ })).toBeDefined()
    await choose(vouchers)
    expect(sheet.queryByRole('radio', { name: /^5\s%/ })).toBeNull()
    expect(sheet.queryByLabelText(t('payments.received'))).toBeNull()
    expect(
      sheet.getByRole('button', { name: t('payments.record', { amount: '186.00', method: vouchers }) }),
    ).toBeDefined()
    await choose(house)
    await record('186.00', house)
    expect(sheet.getByRole('alert').textContent).toBe(t('validation.reasonNeeded'))
    await user.fill(sheet.getByLabelText(t('payments.reason')), 'birthday')
    await record('186.00', house)
    await waitFor(() => expect(sentPayments()[0]?.body).toMatchObject({ method: 4, tip: 0, reason: 'birthday' }))
  })

  it('asks about a tip above the amount, and takes none that cannot be meant', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 6000, tip: 6001, due: 12_600 })
    const { t, user, choose, record, sheet } = await openSheet('en')
    await choose(t('payments.amount'))
    await user.fill(sheet.getByLabelText(t('payments.amount'), { selector: 'input[inputmode]' }), '60')
    await choose(t('payments.own'))
    const tip = sheet.getByLabelText(t('payments.ownTip'))
    await user.fill(tip, '600.01')
    await record('660.01', card)
    expect(sheet.getByRole('alert').textContent).toBe(t('payments.tipAtMost', { amount: '600.00' }))
    await user.fill(tip, '60.01')
    await record('120.01', card)
    await screen.findByRole('alertdialog', { name: t('payments.highTip', { amount: '60.00', tip: '60.01' }) })
    await user.click(screen.getByRole('button', { name: t('common.cancel') }))
    expect(sentPayments()).toEqual([])
    await record('120.01', card)
    await user.click(await screen.findByRole('button', { name: t('payments.recordTip', { tip: '60.01' }) }))
    await waitFor(() => expect(sentPayments()[0]?.body).toMatchObject({ amount: 6000, tip: 6001 }))
  })

  it('asks again under the same key after a lost answer, and says that it is recorded once', async () => {
    fakeApi.isOutOfReach(recordPayment)
    const { t, record, press, sheet } = await openSheet('en')
    await record('186.00', card)
    expect((await sheet.findByRole('alert')).textContent).toBe(t('payments.unknown'))
    expect(sheet.getByRole('radio', { name: cash }).closest('fieldset[disabled]')).not.toBeNull()
    expect(screen.queryByText(t('payments.recorded', { amount: '186.00 LEI', method: card }))).toBeNull()
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 18_600 })
    // It was recorded, which the bill shows already.
    await act(async () => setPayable({ ...TABLE, due: 0 }))
    await press(t('common.tryAgain'))
    expect(await screen.findAllByText(t('payments.recorded', { amount: '186.00 LEI', method: card }))).toHaveLength(1)
    const [first, second] = sentPayments()
    expect(first).toEqual(second)
  })

  it('shows what is due instead if that has changed, and keeps what is typed', async () => {
    fakeApi.refuses(recordPayment, 409, { code: 'due_changed', message: 'changed', due: 20_000 })
    const { t, choose, press, record, sheet } = await openSheet('en')
    await choose(t('payments.amount'))
    for (const key of ['9', '0']) await press(key)
    await choose(/^10\s%/)
    await record('99.00', card)
    expect((await sheet.findByRole('alert')).textContent).toBe(t('payments.dueChanged', { amount: '200.00' }))
    expect(sheet.getByLabelText(t('payments.amount'), { selector: 'input[inputmode]' })).toHaveProperty('value', '90')
    await act(async () => setPayable({ ...TABLE, due: 20_000 }))
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 9000, tip: 900, due: 11_000 })
    await record('99.00', card)
    await waitFor(() => expect(sentPayments()).toHaveLength(2))
    const [first, second] = sentPayments()
    expect(second?.body).toMatchObject({ due: 20_000, amount: 9000, tip: 900 })
    expect(second?.key).not.toBe(first?.key)
  })

  it('asks for the next amount after one, and offers the rest', async () => {
    fakeApi.answers(recordPayment, { ...RECORDED, amount: 9000, due: 9600 })
    const { t, choose, press, record, sheet } = await openSheet('en')
    await choose(t('payments.amount'))
    await choose(cash)
    for (const key of ['9', '0']) await press(key)
    await sheet.getByLabelText(t('payments.received')).focus()
    await press(t('payments.exact', { amount: '90' }))
    await record('90.00', cash)
    await waitFor(() => expect(sentPayments()).toHaveLength(1))
    // A second tap records nothing.
    expect(sheet.getByRole('button', { name: t('payments.enterAmount') })).toBeDefined()
    await press(t('payments.rest', { amount: '96' }))
    await choose(card)
    await record('96.00', card)
    await waitFor(() => expect(sentPayments()[1]?.body).toMatchObject({ due: 9600, amount: 9600 }))
  })
})

it('cash is rounded as the restaurant does, which the sheet says', async () => {
  const { t, choose, sheet } = await openSheet('en', { cashRounding: 10 })
  await act(async () => setPayable({ ...TABLE, due: 18_604 }))
  await choose('Cash')
  expect(sheet.getByRole('button', { name: 'Record 186.00 · Cash' })).toBeDefined()
  expect(sheet.getByText(t('payments.rounded', { amount: '186.04' }))).toBeDefined()
  expect(sheet.getByText(t('days.notFiscal'))).toBeDefined()
})

describe('with fiscal receipts', () => {
  it.each(['en', 'ro'] as const)(
    'a company’s tax number is sent once its digits are right, in %s',
    async (language) => {
      fakeApi.answers(recordPayment, { ...RECORDED, amount: 18_600 })
      const { t, user, record, sheet } = await openSheet(language, { fiscal: true })
      const field = sheet.getByRole('textbox', { name: t('payments.taxNumber') })
      await user.fill(field, 'RO 12345675')
      await record('186.00', 'Card')
      expect(textBelow(field)).toBe(t('validation.taxNumber'))
      expect(document.activeElement).toBe(field)
      expect(sheet.queryByRole('alert')?.textContent ?? '').toBe('')
      expect(sentPayments()).toEqual([])
      await user.fill(field, 'ro 12345674')
      await record('186.00', 'Card')
      await waitFor(() => expect(sentPayments()[0]?.body).toMatchObject({ taxNumber: 'ro 12345674' }))
    },
  )

  it('nothing is asked without the setting', async () => {
    const { t, sheet } = await openSheet('en')
    expect(sheet.queryByRole('textbox', { name: t('payments.taxNumber') })).toBeNull()
  })

  it('the sheet shows the receipts beside the payments', async () => {
    fakeApi.answers(getFiscal, {
      seenAt: null,
      left: [],
      receipts: [sampleReceipt({ state: 'printed', number: '123' })],
    })
    signedIn('ana')
    const sheet = (
      <PaySheet open title="#11" payable={{ ...TABLE, due: 0 }} payments={[samplePayment()]} onClose={() => {}} />
    )
    render(sheet, { settings: { ...WITH_PAYMENTS, fiscal: true } })
    expect(await screen.findByText('Fiscal receipt no. 123')).toBeDefined()
  })
})
