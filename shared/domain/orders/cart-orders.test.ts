import { describe, expect, it } from 'vitest'
import { customerOrder, tableOrder } from './cart-orders.ts'

const lines = [
  { dish: { id: 4, price: 2850 }, quantity: 2, notes: ' no onions ' },
  { dish: { id: 9, price: 1000 }, quantity: 1 },
]
const items = [
  { menuItemId: 4, quantity: 2, notes: 'no onions' },
  { menuItemId: 9, quantity: 1 },
]

describe('the body of an order', () => {
  it('of a customer contains the details, and the table where they say to sit', () => {
    const details = {
      customerName: 'Ana',
      phoneNumber: '0712345678',
      email: null,
      notes: null,
      diningOption: 'dine-in',
      tableId: 31,
    } as const
    expect(customerOrder(lines, details)).toEqual({ items, total: 6700, ...details })
  })

  it('for a table contains its generic name and phone number, and the status pending', () => {
    expect(tableOrder(lines, { id: 31, name: 'Table 5', key: null }, null)).toEqual({
      items,
      tableId: 31,
      total: 6700,
      status: 'pending',
      diningOption: 'dine-in',
      notes: null,
      customerName: 'Table 5',
      phoneNumber: '0000000000',
      email: null,
    })
  })

  it('contains the table key if this phone has one', () => {
    expect(tableOrder(lines, { id: 31, name: 'Table 5', key: 'k3y-of_5' }, null)).toMatchObject({
      tableId: 31,
      tableKey: 'k3y-of_5',
    })
  })

  it('names the guest for whom a line is', () => {
    const [line] = tableOrder(
      [{ dish: { id: 4, price: 2850 }, quantity: 1, guestName: 'seat 2' }],
      { id: 31, name: 'Table 5', key: null },
      null,
    ).items
    expect(line).toEqual({ menuItemId: 4, quantity: 1, guestName: 'seat 2' })
  })
})
