import { describe, expect, it } from 'vitest'
import { DEFAULT_METHODS, type PaymentMethod } from '#shared/domain/payments/methods.ts'
import {
  formAfter,
  inputOf,
  minorOf,
  newForm,
  type Payable,
  type PayForm,
  payingOf,
  typed,
  withKey,
} from './pay-form.tsx'

const [CASH, CARD, VOUCHERS] = DEFAULT_METHODS as [PaymentMethod, PaymentMethod, PaymentMethod]
const HOUSE: PaymentMethod = { id: 4, kind: 'house', name: 'Staff', nameRo: '' }
const PAYABLE: Payable = {
  orders: [11, 12],
  currency: 'lei',
  due: 18_601,
  guests: [
    { guestName: 'Ana', due: 6200 },
    { guestName: null, due: 12_401 },
  ],
}
const form = (fields: Partial<PayForm> = {}): PayForm => ({ ...newForm(DEFAULT_METHODS, []), ...fields })
const paying = (fields: Partial<PayForm>, method = CARD, step: 0 | 5 | 10 = 0) =>
  payingOf(form(fields), PAYABLE, method, step)

describe('the form of a payment', () => {
  it('begins with everything by card, without a tip', () => {
    const first = form()
    expect(first.methodId).toBe(CARD.id)
    expect(inputOf(first, PAYABLE, payingOf(first, PAYABLE, CARD, 0), CARD)).toEqual({
      ...{ orders: [11, 12], due: 18_601, amount: 18_601, method: 2, tip: 0, tendered: null },
      ...{ guestName: null, reason: null, taxNumber: null },
    })
    expect(newForm([CASH, VOUCHERS], []).methodId).toBe(CASH.id)
  })

  it('names the guest whose part it is', () => {
    const ana = form({ share: 'byGuest', chosen: 'Ana', sharesOut: false })
    const input = inputOf(ana, PAYABLE, payingOf(ana, PAYABLE, CARD, 0), CARD)
    expect(input).toMatchObject({ amount: 6200, guestName: 'Ana', due: 18_601 })
    expect(paying({ share: 'byGuest', chosen: '', sharesOut: false })).toMatchObject({
      ...{ amount: 12_401, chosen: { guestName: null } },
    })
  })

  it('shares out what is the table’s among the guests who owe, the last with the remainder', () => {
    const guests = [
      { guestName: 'Ana', due: 1000 },
      { guestName: 'Dan', due: 0 },
      { guestName: 'Ion', due: 2000 },
      { guestName: null, due: 601 },
    ]
    const of = (payable: Payable) => payingOf(form({ share: 'byGuest' }), payable, CARD, 0).shares
    const dues = (payable: Payable) => of(payable).map(({ guestName, due }) => [guestName, due])
    expect(dues({ ...PAYABLE, guests })).toEqual([
      ['Ana', 1300],
      ['Dan', 0],
      ['Ion', 2301],
    ])
    const settled = guests.map((guest) => (guest.guestName ? { ...guest, due: 0 } : guest))
    expect(dues({ ...PAYABLE, guests: settled })).toContainEqual([null, 601])
  })

  it('begins with the method that the guests named, where there is one', () => {
    expect(newForm(DEFAULT_METHODS, [], { asked: 'cash' }).methodId).toBe(CASH.id)
    expect(newForm([CARD, VOUCHERS], [], { asked: 'cash' }).methodId).toBe(CARD.id)
  })

  it('splits what is due among those who have not paid; the last takes the remainder', () => {
    let next = form({ share: 'equal', people: 3, chosen: '0' })
    let due = 18_601
    const paid: number[] = []
    while (due > 0) {
      const { amount } = payingOf({ ...next, chosen: '0' }, { ...PAYABLE, due }, CARD, 0)
      paid.push(amount)
      due -= amount
      next = formAfter(next)
      expect(next.chosen).toBeUndefined()
    }
    expect(paid).toEqual([6200, 6200, 6201])
    expect(next).toMatchObject({ people: 1, peoplePaid: 3 })
  })

  it('adds the tip that was chosen, in percent of the amount or as typed, but not to vouchers and the house’s', () => {
    const part = { share: 'amount', amount: '62.50' } as const
    expect(paying({ ...part, tip: '5' })).toMatchObject({ amount: 6250, tip: 313, sum: 6563 })
    expect(paying({ ...part, tip: 'own', ownTip: '7,5' })).toMatchObject({ tip: 750, sum: 7000 })
    for (const method of [VOUCHERS, HOUSE]) expect(paying({ ...part, tip: '10' }, method)).toMatchObject({ tip: 0 })
  })

  it('rounds cash alone, and counts the change from what was received', () => {
    const part = { share: 'amount', amount: '62.03', received: '100' } as const
    expect(paying(part, CASH, 5)).toMatchObject({ rounding: 2, sum: 6205, tendered: 10_000, change: 3795 })
    expect(paying(part, CARD, 5)).toMatchObject({ rounding: 0, sum: 6203, tendered: null, change: null })
    expect(paying({ ...part, received: '' }, CASH, 5)).toMatchObject({ tendered: null, change: null, problem: null })
  })

  it.each([
    [{ share: 'byGuest' }, CARD, 'who'],
    [{ share: 'amount' }, CARD, 'enterAmount'],
    [{ share: 'amount', amount: '186.02' }, CARD, 'atMost'],
    [{ share: 'amount', amount: '60', tip: 'own', ownTip: '600' }, CARD, null],
    [{ share: 'amount', amount: '60', tip: 'own', ownTip: '600.01' }, CARD, 'tipAtMost'],
    [{ share: 'amount', amount: '0.5', tip: 'own', ownTip: '500' }, CARD, null],
    [{ share: 'amount', amount: '0.5', tip: 'own', ownTip: '500.01' }, CARD, 'tipAtMost'],
    [{ received: '186' }, CASH, 'missing'],
    [{ received: '186.01' }, CASH, null],
    [{ reason: ' ' }, HOUSE, 'giveReason'],
    [{ reason: 'birthday' }, HOUSE, null],
  ] as const)('%o has the problem %s %s', (fields, method, problem) => {
    expect(paying(fields, method).problem).toBe(problem)
  })
})

describe('a typed amount', () => {
  it.each([
    ['', null],
    ['.', null],
    ['62', 6200],
    ['62.5', 6250],
    ['0,05', 5],
    ['.5', 50],
  ])('%j means %s', (text, minor) => {
    expect(minorOf(text)).toBe(minor)
  })

  it('grows key by key, never beyond two decimals; a complete one is begun anew', () => {
    const typedBy = (keys: string) => keys.split(' ').reduce(withKey, '')
    expect(typedBy('1 00 . 5')).toBe('100.5')
    expect(typedBy('1 . . 5 0 7')).toBe('7')
    expect(typedBy('1 2 erase')).toBe('1')
    expect(typedBy('9 9 9 9 9 9 9 9')).toBe('9999999')
    expect(typed('12', '12e3')).toBe('12')
  })
})
