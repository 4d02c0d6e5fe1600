import { randomUUID } from 'node:crypto'
import { query } from '#server/testing/databases.ts'
import { type Attack, orderBody, post, repeat } from './means.ts'
import { fromHousehold, request } from './target.ts'

export const TAKEAWAY_FLOOD = 'takeaway orders without end from one address'
export const HOUSEHOLD_FLOOD = 'takeaway orders without end from the 256 networks of one IPv6 household'

/** SQL that switches pickup on: each takeaway order takes one of a slot's places. */
export const PICKUP_ON = `update settings set pickup = pickup || '{"on": true, "ordersPerSlot": 4}'`

/** How many places the orders of a flood have. */
export async function countPlaces(url: string, flood: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `select count(*)::int from orders where customer_name = 'Nobody' and notes = '${flood}' and pickup_at is not null`,
  )
  return row?.count ?? 0
}

const phoneNumber = (i: number) => `0713 ${String(100_000 + (i % 900_000))}`

const TAKEAWAY = { diningOption: 'takeaway' }

export const falseOrderAttacks = {
  [TAKEAWAY_FLOOD]: (target, isOver) =>
    repeat(300, isOver, (i) => {
      const body = orderBody(target, { ...TAKEAWAY, notes: TAKEAWAY_FLOOD, phoneNumber: phoneNumber(i) })
      return request(target, '/api/orders', post(body, { 'idempotency-key': randomUUID() }))
    }),

  [HOUSEHOLD_FLOOD]: (target, isOver) =>
    repeat(100, isOver, (i) => {
      const body = orderBody(target, { ...TAKEAWAY, notes: HOUSEHOLD_FLOOD, phoneNumber: phoneNumber(i) })
      const { from, headers } = fromHousehold(i)
      return request(target, '/api/orders', { ...post(body, { ...headers, 'idempotency-key': randomUUID() }), from })
    }),

  // Each address stays within its limit, and each order is decided anew.
  'takeaway orders that are refused, from many addresses': (target, isOver) => {
    const body = orderBody(target, { diningOption: 'takeaway', total: 1 })
    return repeat(100, isOver, (i) => {
      const from = `127.0.6.${1 + (i % 250)}`
      return request(target, '/api/orders', { ...post(body, { 'idempotency-key': randomUUID() }), from })
    })
  },

  // Each order is valid, and each address stays within its limit; what costs money are the messages to the owner.
  'fake orders from many addresses': (target, isOver) =>
    repeat(4, isOver, (i) => {
      const from = `127.0.5.${1 + (i % 250)}`
      const body = orderBody(target, { diningOption: 'takeaway', phoneNumber: phoneNumber(i) })
      return request(target, '/api/orders', { ...post(body), from })
    }),

  // An answered order is repeated without the limit on orders; here it would hold a lock of Masa meanwhile.
  'repeats of two orders without end': (target, isOver) => {
    const body = orderBody(target, { diningOption: 'takeaway' })
    return repeat(60, isOver, (i) =>
      request(target, '/api/orders', post(body, { 'idempotency-key': `again ${i % 2}` })),
    )
  },

  // Anybody can withdraw what was never sent; each takes a row.
  'orders withdrawn that were never sent': (target, isOver) =>
    repeat(60, isOver, (i) =>
      request(target, '/api/orders/withdraw', {
        method: 'POST',
        // Half of them share a key, for which they would wait in the pool.
        headers: { 'idempotency-key': i % 2 === 0 ? 'shared' : `never sent ${i}` },
      }),
    ),
} satisfies Record<string, Attack>
