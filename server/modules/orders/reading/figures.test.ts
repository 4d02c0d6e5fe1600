import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/order-status.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const PHONES = ['0712 000 001', '0712 000 002', '0000000000']

const step = fc.oneof(
  fc.record({ what: fc.constant('place' as const), phone: fc.nat(2), soups: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ what: fc.constant('move' as const), which: fc.nat(), status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ what: fc.constant('take' as const), which: fc.nat(), line: fc.nat(1), quantity: fc.nat(4) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What one order comes to, counted beside the server. */
interface Counted {
  id: number
  lines: { id: number; price: number; quantity: number }[]
  phone: string
  isCancelled: boolean
  isOpen: boolean
}

async function take(counted: Counted[], taken: Step): Promise<void> {
  if (taken.what === 'place') {
    const phone = PHONES[taken.phone] ?? ''
    const items = [
      { menuItemId: server.soup, quantity: taken.soups },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const atTable = phone === '0000000000' && { tableId: server.table }
    const body = takeaway(server, { items, total: taken.soups * 2850 + 4200, phoneNumber: phone, ...atTable })
    const placed = (await server.call('POST', '/api/orders', body)).json<PlacedOrder>()
    const lines = placed.items.map(({ id, price, quantity }) => ({ id, price, quantity }))
    counted.push({ id: placed.id, lines, phone, isCancelled: false, isOpen: true })
    return
  }
  const order = counted[taken.which % Math.max(1, counted.length)]
  if (!order) return
  if (taken.what === 'move') {
    const { status } = taken
    await server.call('PATCH', `/api/orders/${order.id}`, { status }, asOwner())
    Object.assign(order, { isCancelled: status === 'cancelled', isOpen: !['completed', 'cancelled'].includes(status) })
    return
  }
  const line = order.lines[taken.line]
  if (!line) throw new Error('an order without its lines')
  const url = `/api/orders/${order.id}/items/${line.id}`
  const { statusCode } = await server.call('PATCH', url, { quantity: taken.quantity }, asOwner())
  const leaves = order.lines.some((one) => (one === line ? taken.quantity : one.quantity) > 0)
  const isSame = taken.quantity === line.quantity
  const fits = order.isOpen && taken.quantity <= line.quantity && (leaves || isSame)
  expect([statusCode === 200, taken, line.quantity, order.isOpen]).toEqual([fits, taken, line.quantity, order.isOpen])
  if (fits) line.quantity = taken.quantity
}

const totalOf = ({ lines }: Counted) => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

it('whatever is placed, taken off, cancelled, taken back and completed: every figure equals the sums', async () => {
  const { db } = server.connection
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await db.execute(sql`truncate orders, customers cascade`)
      await db.execute(sql`update summary_shards set orders = 0, total = 0, customers = 0, vips = 0`)
      const counted: Counted[] = []
      for (const one of steps) await take(counted, one)
      const list = (await server.call('GET', '/api/orders', undefined, asOwner())).json<Order[]>()
      expect(list.map(({ id, total }) => [id, total]).sort()).toEqual(counted.map((o) => [o.id, totalOf(o)]).sort())
      const { rows } = await db.execute(
        sql`select phone_number as phone, order_count as orders, total_spent::int as spent from customers order by 1`,
      )
      const people = [...new Set(counted.map(({ phone }) => phone))].filter((phone) => phone !== '0000000000').sort()
      const theirs = people.map((phone) => counted.filter((o) => o.phone === phone && !o.isCancelled))
      expect(rows).toEqual(
        people.map((phone, i) => ({
          phone: `4${phone.replaceAll(' ', '')}`,
          orders: theirs[i]?.length,
          spent: sum((theirs[i] ?? []).map(totalOf)),
        })),
      )
      const shards = await db.execute(
        sql`select sum(orders)::int as orders, sum(total)::int as total, sum(customers)::int as customers,
          sum(vips)::int as vips from summary_shards`,
      )
      expect(shards.rows).toEqual([
        {
          orders: counted.length,
          total: sum(counted.map(totalOf)),
          customers: people.length,
          vips: theirs.filter((own) => own.length > 5).length,
        },
      ])
    }),
    { numRuns: 25 },
  )
}, 120_000)
