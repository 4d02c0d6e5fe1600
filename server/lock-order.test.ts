import { readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { takeaway, testServer } from './testing/app.ts'
import { furnishServer } from './testing/furnished.ts'
import { listenUrl, Phone } from './testing/phone.ts'

/** What the statements lock that take each lock first. */
const LOCKS: Record<string, RegExp> = {
  menu: /advisory_xact_lock\(hashtextextended\('menu'/,
  settings: /from settings.* for update|^update settings/,
  day: /advisory_xact_lock\w*\(hashtextextended\('day'/,
  session: /from shared_sessions.* for update|^update shared_sessions/,
  order: /from orders.* for update|^update orders/,
  table: /from tables.* for update|^update tables/,
  reservation: /advisory_xact_lock\(hashtextextended\('reservations'/,
  portions: /from dish_portions.* for update/,
  slot: /advisory_xact_lock\(hashtextextended\('pickup'/,
  customer: /from customers.* for (no key )?update|^update customers|insert into customers/,
  summary: /^update totals|from totals for update/,
  receipts: /advisory_xact_lock\(hashtextextended\('fiscal'/,
  key: /^insert into idempotency_keys/,
}

const [, listed = ''] = /\*\*Locks are taken in one order:\*\* ([^.]+)\./.exec(
  readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8'),
) ?? ['', '']
const ORDER = listed.split(/,\s+/)

/** The locks of each committed transaction, each once, in the order in which they were first taken. */
const taken: string[][] = []

function recordLocks(): void {
  const open = new WeakMap<object, string[]>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const [config] = sent as [string | { text?: string }]
    const text = (typeof config === 'string' ? config : (config.text ?? '')).toLowerCase().replaceAll('"', '')
    const line = text.replace(/\s+/g, ' ').trim()
    if (line === 'begin') open.set(this, [])
    const locks = open.get(this)
    for (const [name, pattern] of Object.entries(LOCKS))
      if (locks && !locks.includes(name) && pattern.test(line)) locks.push(name)
    if (line === 'commit' && locks) {
      taken.push(locks)
      open.delete(this)
    }
    return (query as (...parameters: unknown[]) => unknown).apply(this, sent)
  } as never)
}

const server = testServer()
beforeAll(() => furnishServer(server))

let keys = 0
async function change<Body>(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Body> {
  const response = await server.asOwner(method, url, body, { 'idempotency-key': `locks ${++keys}` })
  expect([url, response.statusCode < 300 ? 'done' : response.body]).toEqual([url, 'done'])
  return response.body === '' ? (undefined as Body) : response.json()
}
const place = (more = {}) => change<PlacedOrder>('POST', '/api/orders', takeaway(server, more))
const due = (order: PlacedOrder) => ({ orders: [order.id], due: order.total, amount: order.total, method: 1 })

it('every transaction takes its locks in the order that the architecture names', async () => {
  expect(new Set(ORDER)).toEqual(new Set(Object.keys(LOCKS)))
  await change('POST', `/api/menu/${server.soup}/portions`, { left: 90 })
  recordLocks()
  const atTable = { tableId: server.table, diningOption: 'dine-in' }
  const [taken1, seated, cancelled] = [await place(), await place(atTable), await place()]
  await change('PATCH', `/api/orders/${taken1.id}/items/${taken1.items[0]?.id}`, { quantity: 1 })
  await change('PATCH', `/api/orders/${cancelled.id}`, { status: 'cancelled' })
  await change('PATCH', `/api/orders/${cancelled.id}`, { status: 'pending' })
  await change('PATCH', `/api/orders/${cancelled.id}`, { tableId: server.table })
  const paid = await change<{ id: number }>('POST', '/api/payments', due(seated))
  const back = { amount: seated.total, method: 1, reason: 'wrong method' }
  await change('POST', `/api/payments/${paid.id}/reverse`, back)
  await change('POST', '/api/payments', due(seated))
  await change('PATCH', `/api/orders/${seated.id}`, { status: 'completed' })
  await change('PATCH', `/api/menu/${server.pizza}`, { price: 4300 })
  await change('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true } })
  const reserve = async () => {
    const wanted = { at: new Date().toISOString(), party: 2, name: 'Ana', tableIds: [server.table] }
    return (await change<{ reservation: { id: number } }>('POST', '/api/reservations', wanted)).reservation.id
  }
  const reserved = await reserve()
  await change('PATCH', `/api/reservations/${reserved}`, { status: 'seated' })
  await change('PATCH', `/api/reservations/${reserved}`, { status: 'done' })
  const phone = new Phone(await listenUrl(server.app))
  await phone.join(server.table, 'Ana')
  await phone.enter()
  phone.send({ type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 1 }, ref: 1 })
  await vi.waitFor(() => expect(phone.frames.some(({ type }) => type === 'ITEM_ADDED')).toBe(true))
  const other = await place({ phoneNumber: '0733 444 555' })
  for (const { id } of [taken1, cancelled, other])
    await change('PATCH', `/api/orders/${id}`, { status: 'completed', withoutPayment: true })
  const [first, second] = (await server.asOwner('GET', '/api/customers')).json<{ id: number }[]>()
  await change('POST', `/api/customers/${first?.id}/merge`, { intoId: second?.id })
  await change('DELETE', `/api/customers/${second?.id}`)
  vi.restoreAllMocks()
  const inOrder = (locks: string[]) => [...locks].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  expect(taken).toEqual(taken.map(inOrder))
  expect(new Set(taken.flat())).toEqual(new Set(ORDER))
})
