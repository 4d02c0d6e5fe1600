import { describe, expect, it } from 'vitest'
import { warnsOfAllergy } from '../kitchen.ts'
import {
  COMPLETES_AFTER_MS,
  countsForCustomer,
  DROPDOWN_STATUSES,
  isOpen,
  isPlaceholderPhone,
  nextStatus,
  OPEN_STATUSES,
  ORDER_STATUSES,
} from './order.ts'

describe('order status', () => {
  describe('the status of an order', () => {
    it('is one of six, listed in the order of the sub-tabs', () => {
      expect(ORDER_STATUSES).toEqual(['pending', 'preparing', 'ready', 'delivered', 'completed', 'cancelled'])
    })

    it('is advanced by the large button until the order is completed or cancelled', () => {
      expect(ORDER_STATUSES.map((status) => nextStatus({ status, diningOption: 'dine-in' }))).toEqual([
        'preparing',
        'ready',
        'delivered',
        'completed',
        undefined,
        undefined,
      ])
    })

    it.each([
      ['takeaway', 0, 5700, 'completed'],
      ['takeaway', 100, 5600, 'delivered'],
      ['takeaway', 0, 0, 'delivered'],
      ['takeaway', undefined, undefined, 'delivered'],
      ['dine-in', 0, 5700, 'delivered'],
    ] as const)(
      'is advanced from ready, %s with %s due of which %s is paid, to %s',
      (diningOption, due, paid, next) => {
        expect(nextStatus({ status: 'ready', diningOption, due, paid })).toBe(next)
      },
    )

    it('can be set by the dropdown to all but completed', () => {
      expect(DROPDOWN_STATUSES).toEqual(['pending', 'preparing', 'ready', 'delivered', 'cancelled'])
    })

    it.each([
      ['pending', true, true],
      ['preparing', true, true],
      ['ready', true, true],
      ['delivered', true, true],
      ['completed', false, true],
      ['cancelled', false, false],
    ] as const)('of %s means that the order is open: %s, and counts for the customer: %s', (status, open, counted) => {
      expect(isOpen(status)).toBe(open)
      expect(countsForCustomer(status)).toBe(counted)
    })

    it('is open from pending to delivered', () => {
      expect(ORDER_STATUSES.filter(isOpen)).toEqual([...OPEN_STATUSES])
    })

    it('becomes completed three hours after the delivery', () => {
      expect(COMPLETES_AFTER_MS).toBe(3 * 60 * 60 * 1000)
    })
  })
})

describe('dining', () => {
  it.each([
    ['0000000000', true],
    ['0000 000 000', true],
    ['40723118402', false],
    ['000000000', false],
  ])('isPlaceholderPhone of %s is %s', (phone, expected) => {
    expect(isPlaceholderPhone(phone)).toBe(expected)
  })
})

describe('allergy note', () => {
  describe('warnsOfAllergy', () => {
    it.each([
      'alergie la nuci',
      'Alergică la lactate!',
      'ALERGII: arahide',
      'am alergie',
      'copil cu intoleranță la lactoză',
      'boală celiacă',
      'șoc anafilactic la pește',
      'nut allergy',
      'ALLERGIC to shellfish',
      'no gluten (coeliac)',
      'I carry an EpiPen',
      'fără nuci,alergie',
    ])('warns: %s', (note) => expect(warnsOfAllergy(note)).toBe(true))

    it.each([null, '', 'fără lămâie', 'bine făcut', 'energic', 'unul fără sare', 'no salt'])('is silent: %s', (note) =>
      expect(warnsOfAllergy(note)).toBe(false),
    )
  })
})
