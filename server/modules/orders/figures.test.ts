import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder, Summary } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'

const server = testServer()
const PHONES = ['0712 000 001', '0712 000 002', '0000000000']

const step = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), phone: fc.nat(2), soups: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('setStatus' as const), which: fc.nat(), status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ kind: fc.constant('setQuantity' as const), which: fc.nat(), line: fc.nat(1), quantity: fc.nat(4) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** One order as the test expects it, computed without the server. */
interface ExpectedOrder {
  id: number
  lines: { id: number; price: number; quantity: number }[]
  phone: string
  isCancelled: boolean
  isOpen: boolean
}

async function apply(expected: ExpectedOrder[], action: Step): Promise<void> {
  if (action.kind === 'place') {
    const phone = PHONES[action.phone] ?? ''
    const items = [
      { menuItemId: server.soup, quantity: action.soups },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const atTable = phone === '0000000000' && { tableId: server.table }
    const body = takeaway(server, { items, total: action.soups * 2850 + 4200, phoneNumber: phone, ...atTable })
    const placed = (await server.call('POST', '/api/orders', body)).json<PlacedOrder>()
    const lines = placed.items.map(({ id, price, quantity }) => ({ id, price, quantity }))
    expected.push({ id: placed.id, lines, phone, isCancelled: false, isOpen: true })
    return
  }
  const order = expected[action.which % Math.max(1, expected.length)]
  if (!order) return
  if (action.kind === 'setStatus') {
    const { status } = action
    await server.asOwner('PATCH', `/api/orders/${order.id}`, { status })
    Object.assign(order, { isCancelled: status === 'cancelled', isOpen: !['completed', 'cancelled'].includes(status) })
    return
  }
  const line = order.lines[action.line]
  if (!line) throw new Error('the order has no lines')
  const url = `/api/orders/${order.id}/items/${line.id}`
  const { statusCode } = await server.asOwner('PATCH', url, { quantity: action.quantity })
  const leavesSome = order.lines.some((other) => (other === line ? action.quantity : other.quantity) > 0)
  const isSame = action.quantity === line.quantity
  const isValid = order.isOpen && action.quantity <= line.quantity && (leavesSome || isSame)
  const context = [action, line.quantity, order.isOpen]
  expect([statusCode === 200, ...context]).toEqual([isValid, ...context])
  if (isValid) line.quantity = action.quantity
}

const totalOf = ({ lines }: ExpectedOrder) => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

it('the totals of orders, customers and summary equal sums over the orders after any sequence of changes', async () => {
  const { db } = server.connection
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await db.execute(sql`truncate orders, customers cascade`)
      const expected: ExpectedOrder[] = []
      for (const action of steps) await apply(expected, action)
      const list = (await server.asOwner('GET', '/api/orders')).json<Order[]>()
      expect(list.map(({ id, total }) => [id, total]).sort()).toEqual(expected.map((o) => [o.id, totalOf(o)]).sort())
      const { rows } = await db.execute(
        sql`select phone_number as phone, order_count as orders, total_spent::int as spent
          from customers join customer_figures on customer_id = id order by 1`,
      )
      const people = [...new Set(expected.map(({ phone }) => phone))].filter((phone) => phone !== '0000000000').sort()
      const countedOrders = people.map((phone) => expected.filter((o) => o.phone === phone && !o.isCancelled))
      expect(rows).toEqual(
        people.map((phone, i) => ({
          phone: `4${phone.replaceAll(' ', '')}`,
          orders: countedOrders[i]?.length,
          spent: sum((countedOrders[i] ?? []).map(totalOf)),
        })),
      )
      const total = sum(expected.map(totalOf))
      const counted = expected.filter(({ isCancelled }) => !isCancelled)
      expect((await server.asOwner('GET', '/api/summary')).json<Summary>()).toMatchObject({
        totalOrders: expected.length,
        averageOrderValue: expected.length === 0 ? 0 : Math.round(total / expected.length),
        totalCustomers: people.length,
        vipCustomers: countedOrders.filter((orders) => orders.length > 5).length,
        today: { orders: counted.length, sales: sum(counted.map(totalOf)), taken: null },
      })
    }),
    { numRuns: 10 },
  )
})
