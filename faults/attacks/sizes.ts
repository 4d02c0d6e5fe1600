import { randomUUID } from 'node:crypto'
import { type Attack, orderBody, post, repeat } from './means.ts'
import { request, type Target } from './target.ts'

/** All paths that anybody may read. */
const PUBLIC_PATHS = [
  ...['/api/menu', '/api/menu/options', '/api/menu/categories', '/api/hours', '/api/pickup'],
  ...['/api/tables', '/api/promotions', '/api/settings', '/api/setup'],
  ...['/api/user', '/api/openapi.json', '/api/nothing'],
  ...['/healthz', '/readyz', '/manifest.webmanifest', '/sw.js', '/icon-192.png', '/static/missing.js', '/missing'],
  ...['/', '/menu', '/auth', '/dashboard', '/order?table=11', '/reserve', '/reserve/unknown'],
]

function hundredLines(target: Target, note: string, more: object = {}): string {
  const [dish] = target.stock.dishes
  const items = Array.from({ length: 100 }, () => ({ menuItemId: dish?.id, quantity: 1, notes: note }))
  return orderBody(target, { items, total: 100 * (dish?.price ?? 0), ...more })
}

export const TABLE_FLOOD = 'orders of a hundred lines at one table, from eight addresses'
/** SQL: the most open orders of a table (docs/product/orders.md#orders-proven). */
export const MOST_AT_A_TABLE = `select coalesce(max(count), 0)::int as count from (
  select count(*) from orders where table_id is not null and status in ('pending', 'preparing', 'ready', 'delivered')
  group by table_id) tables`

const LARGE = JSON.stringify({ name: 'guessed', text: 'x'.repeat(5_000_000) })

/** Attacks with large responses or large orders. */
export const sizeAttacks = {
  [TABLE_FLOOD]: (target, isOver) =>
    repeat(8, isOver, (i) => {
      const [tableId] = target.stock.tables
      const options = post(hundredLines(target, '', { tableId }), { 'idempotency-key': randomUUID() })
      return request(target, '/api/orders', { ...options, from: `127.0.8.${1 + (i % 8)}` })
    }),

  'orders of maximum size, from eight addresses': (target, isOver) => {
    // A former version accepted the second kind, of 42 KB.
    const bodies = [hundredLines(target, '語'.repeat(20)), hundredLines(target, '語'.repeat(130))]
    return repeat(8, isOver, (i) => {
      const options = post(bodies[i % 16 < 8 ? 0 : 1] ?? '', { 'idempotency-key': randomUUID() })
      return request(target, '/api/orders', { ...options, from: `127.0.3.${1 + (i % 8)}` })
    })
  },

  // The tokens of devices are their only proof; the last body is larger than any that is read.
  'printers and fiscal bridges with invented tokens': (target, isOver) => {
    const answer = JSON.stringify({ name: 'guessed', text: 'BONOK=1' })
    const calls = [
      ...['', '/next', '/answer'].map((call) => ({ call, body: answer })),
      { call: '/answer', body: LARGE },
    ]
    // In seconds more than any limit of an address: machines at it would be refused too.
    return repeat(200, isOver, (i) => {
      const { call, body } = calls[i % calls.length] ?? { call: '', body: '' }
      const token = String(i).padStart(32, 'x')
      return request(target, `/api/printing/${token}${call}`, post(body))
    })
  },

  'sixty concurrent requests for the API description': (target, isOver) =>
    repeat(60, isOver, () => request(target, '/api/openapi.json')),

  'sixty concurrent GET requests for public paths': (target, isOver) =>
    repeat(60, isOver, (i) => request(target, PUBLIC_PATHS[i % PUBLIC_PATHS.length] ?? '')),

  'sixty concurrent GET requests with invalid sessions': (target, isOver) =>
    repeat(60, isOver, (i) => {
      const headers = { cookie: `masa_session=${String(i).padStart(43, 'x')}` }
      return request(target, PUBLIC_PATHS[i % PUBLIC_PATHS.length] ?? '', { headers })
    }),

  'sixty concurrent GET requests with invented tokens of programs': (target, isOver) =>
    repeat(60, isOver, (i) => {
      const headers = { authorization: `Bearer masa_${String(i).padStart(40, 'x')}` }
      return request(target, PUBLIC_PATHS[i % PUBLIC_PATHS.length] ?? '', { headers })
    }),
} satisfies Record<string, Attack>
