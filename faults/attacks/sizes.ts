import { randomUUID } from 'node:crypto'
import { type Attack, orderOf, post, repeat } from './means.ts'
import { request, type Target } from './target.ts'

/** All paths that anybody may read. */
const READINGS = [
  ...['/api/menu', '/api/menu/categories', '/api/tables', '/api/promotions', '/api/settings', '/api/setup'],
  ...['/api/user', '/api/before-service/phone/xxxxxxxxxxxxxxxxxxxxxx', '/api/openapi.json', '/api/nothing'],
  ...['/healthz', '/readyz', '/manifest.webmanifest', '/sw.js', '/icon-192.png', '/static/missing.js', '/missing'],
  ...['/', '/menu', '/auth', '/dashboard', '/order?table=11'],
]

/** An order of a hundred lines, each with a note. */
function hundredLines(target: Target, note: string): string {
  const [dish] = target.stock.dishes
  const items = Array.from({ length: 100 }, () => ({ menuItemId: dish?.id, quantity: 1, notes: note }))
  return orderOf(target, { items, total: 100 * (dish?.price ?? 0) })
}

/** Attacks with large responses or large orders. */
export const sizeAttacks = {
  'orders as large as they go, from eight addresses': (target, isOver) => {
    // The second kind was accepted once: 42 KB.
    const bodies = [hundredLines(target, '語'.repeat(20)), hundredLines(target, '語'.repeat(130))]
    return repeat(8, isOver, (i) => {
      const sending = post(bodies[i % 16 < 8 ? 0 : 1] ?? '', { 'idempotency-key': randomUUID() })
      return request(target, '/api/orders', { ...sending, from: `127.0.3.${1 + (i % 8)}` })
    })
  },

  'the description of the API, sixty times at once': (target, isOver) =>
    repeat(60, isOver, () => request(target, '/api/openapi.json')),

  'every reading that anybody may make, sixty at once': (target, isOver) =>
    repeat(60, isOver, (i) => request(target, READINGS[i % READINGS.length] ?? '')),

  'the same with sessions that nobody has': (target, isOver) =>
    repeat(60, isOver, (i) => {
      const headers = { cookie: `masa_session=${String(i).padStart(43, 'x')}` }
      return request(target, READINGS[i % READINGS.length] ?? '', { headers })
    }),
} satisfies Record<string, Attack>
