import { describe, expect, it } from 'vitest'
import { orderInputSchema } from './orders.ts'
import { recordPayment } from './payments.ts'
import { addItemSchema, completeSession, joinSession, setItemSchema } from './shared-sessions.ts'

const GIVEN = ' a\r\nb\n\n\n c\td\u2028e\u2029f\n'
const ONE_LINE = 'a b c d e f'

describe('what a guest types is one line', () => {
  it('in an order', () => {
    const order = orderInputSchema.parse({
      ...{ customerName: GIVEN, phoneNumber: '0722\n123\n456', notes: GIVEN, total: 1 },
      items: [{ menuItemId: 1, quantity: 1, notes: GIVEN, guestName: GIVEN }],
    })
    expect(order).toMatchObject({ customerName: ONE_LINE, phoneNumber: '0722 123 456', notes: ONE_LINE })
    expect(order.items[0]).toMatchObject({ notes: ONE_LINE, guestName: ONE_LINE })
    expect(orderInputSchema.parse({ ...order, notes: '\n\n' }).notes).toBeNull()
  })

  it('at a shared table', () => {
    const cart = [
      addItemSchema.parse({ menuItemId: 1, quantity: 1, notes: GIVEN }),
      setItemSchema.parse({ itemId: 1, quantity: 1, notes: GIVEN }),
      completeSession.body?.parse({ notes: GIVEN }),
    ]
    for (const part of cart) expect(part).toMatchObject({ notes: ONE_LINE })
    expect(joinSession.body?.parse({ tableId: 1, name: GIVEN })).toMatchObject({ name: ONE_LINE })
  })

  it('in a payment', () => {
    const payment = { orders: [1], due: 1, amount: 1, method: 1, guestName: GIVEN }
    expect(recordPayment.body?.safeParse(payment).data).toMatchObject({ guestName: ONE_LINE })
  })
})
