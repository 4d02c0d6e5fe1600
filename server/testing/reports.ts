import { afterEach, expect } from 'vitest'
import { orderItems, orders, settings } from '#server/db/schema/index.ts'
import type { Report } from '#shared/contracts/reports.ts'
import { testServer } from './app.ts'

/** An order that the tests insert directly, without the rules of placing one. */
export interface TestOrder {
  at: Date
  currency: 'lei' | 'eur'
  status: 'pending' | 'ready' | 'completed' | 'cancelled'
  diningOption: 'dine-in' | 'takeaway'
  tableNumber: number | null
  /** Seconds after `at`. */
  readyAfter: number | null
  /** Dishes 0 and 1 exist (soup and pizza), 2 and 3 were deleted. */
  lines: { dish: number; name: string; quantity: number; removedQuantity: number; price: number }[]
}

const isDeletedDish = (dish: number): boolean => dish > 1

/** A completed takeaway order of two soups. */
export const testOrder = (at: string, more: Partial<TestOrder> = {}): TestOrder => ({
  at: new Date(at),
  currency: 'lei',
  status: 'completed',
  diningOption: 'takeaway',
  tableNumber: null,
  readyAfter: 600,
  lines: [{ dish: 0, name: 'Bean soup', quantity: 2, removedQuantity: 0, price: 2850 }],
  ...more,
})

/** A server whose orders are deleted after each test. */
export function reportsFixture() {
  const server = testServer()

  const fetchReport = (from: string, to: string, query = '') =>
    server.asOwner('GET', `/api/reports?from=${from}&to=${to}${query}`)

  const deleteAll = async () => void (await server.connection.db.delete(orders))
  afterEach(deleteAll)

  return {
    server,
    fetchReport,
    deleteAll,
    setDayStart: (startsAt: string) => server.connection.db.update(settings).set({ businessDayStart: startsAt }),

    async report(from: string, to: string): Promise<Report> {
      const response = await fetchReport(from, to)
      expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.anything()])
      return response.json<Report>()
    },

    async insertOrders(testOrders: readonly TestOrder[]): Promise<void> {
      const { db } = server.connection
      for (const order of testOrders) {
        const total = order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
        const [row] = await db
          .insert(orders)
          .values({
            customerName: '',
            phoneNumber: '',
            diningOption: order.diningOption,
            tableNumber: order.tableNumber,
            total,
            currency: order.currency,
            status: order.status,
            tokenHash: '',
            searchText: '',
            createdAt: order.at,
            updatedAt: order.at,
            readyAt: order.readyAfter === null ? null : new Date(order.at.getTime() + order.readyAfter * 1000),
          })
          .returning({ id: orders.id })
        const lines = order.lines.map(({ dish, ...line }) => ({
          ...line,
          orderId: row?.id ?? 0,
          menuItemId: isDeletedDish(dish) ? null : [server.soup, server.pizza][dish],
          nameRo: '',
        }))
        await db.insert(orderItems).values(lines)
      }
    },
  }
}
