import { like } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { OpenDay } from '#shared/contracts/days.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Recorded } from '#shared/contracts/payments.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { idempotencyKeys } from '../db/schema/index.ts'
import { type TestServer, takeaway } from './app.ts'
import { multipartOf } from './pictures.ts'
import { PROFILE } from './receipts.ts'

/** A guest whose name occurs nowhere else, and their order at a table. */
export interface NamedGuest {
  name: string
  phoneNumber: string
  order: PlacedOrder
}

interface Request extends NamedGuest {
  server: TestServer
  /** The key of the request whose response is stored. */
  key: string
  send(path: string, body?: object, key?: string): Promise<LightMyRequestResponse>
}

let count = 500

const orderBy = (server: TestServer, name: string, phoneNumber: string) => {
  const items = [{ menuItemId: server.soup, quantity: 2, notes: name, guestName: name }]
  return takeaway(server, { tableId: server.table, customerName: name, phoneNumber, notes: name, items })
}

const pay = ({ name, order: { id, total }, send }: Request, key?: string) => {
  const payment = { orders: [id], due: total, amount: total, method: 1, guestName: name, reason: `for ${name}` }
  return send('/api/payments', payment, key)
}

async function takeBack(request: Request, key?: string) {
  const { id } = (await pay(request)).json<Recorded>()
  const back = { amount: 100, method: 1, reason: `from ${request.name}` }
  return request.send(`/api/payments/${id}/reverse`, back, key)
}

async function withReceipts({ server, send }: Request, work: () => Promise<LightMyRequestResponse>) {
  await send('/api/printers', { kind: 'fiscal', name: 'Device', profile: PROFILE })
  await server.asOwner('PATCH', '/api/settings', { fiscal: true })
  const response = await work()
  await server.asOwner('PATCH', '/api/settings', { fiscal: false })
  return response
}

/** Sends a request to each endpoint that stores its responses; the guest is named wherever possible. */
const REQUESTS: Record<string, (request: Request) => Promise<LightMyRequestResponse>> = {
  'POST /api/orders': ({ server, name, phoneNumber, send, key }) =>
    send('/api/orders', orderBy(server, name, phoneNumber), key),
  'POST /api/orders/withdraw': ({ server, key }) =>
    server.call('POST', '/api/orders/withdraw', undefined, { headers: { 'idempotency-key': key } }),
  'PATCH /api/orders/:id/items/:itemId': ({ server, order: { id, items }, key }) =>
    server.asOwner('PATCH', `/api/orders/${id}/items/${items[0]?.id}`, { quantity: 1 }, { 'idempotency-key': key }),
  'POST /api/orders/:id/prints': ({ order, send, key }) =>
    send(`/api/orders/${order.id}/prints`, { kind: 'receipt' }, key),
  'POST /api/printers/:id/print': async ({ server, order, send, key }) => {
    const printer = { name: `By ${key}`, kind: 'star', mode: 'text', stations: [1] }
    const [known] = (await server.asOwner('GET', '/api/printers')).json<{ id: number }[]>()
    const { id } = known ?? (await send('/api/printers', printer)).json<{ id: number }>()
    return send(`/api/printers/${id}/print`, { document: 'receipt', orderId: order.id }, key)
  },
  'POST /api/tables/:id/prints': ({ server, order, send, key }) =>
    send(`/api/tables/${server.table}/prints`, { kind: 'bill', orderIds: [order.id] }, key),
  'POST /api/tables': ({ send, key }) => send('/api/tables', { number: ++count, capacity: 2 }, key),
  'POST /api/tables/several': ({ send, key }) =>
    send('/api/tables/several', { numbers: [++count, ++count], capacity: 2 }, key),
  'POST /api/events': ({ server, name, phoneNumber, send, key }) => {
    const person = {
      customerName: name,
      customerEmail: `${name}@example.com`,
      customerPhone: `4${phoneNumber}`,
      notes: name,
    }
    const items = [{ menuItemId: server.soup, quantity: 2 }]
    return send('/api/events', { ...person, eventDate: '2026-12-01', numberOfGuests: 30, items }, key)
  },
  'POST /api/reservations': async ({ server, name, phoneNumber, send, key }) => {
    await server.asOwner('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true } })
    const reservation = { at: server.clock.now().toISOString(), party: 2, name, phoneNumber, notes: name, tableIds: [] }
    const response = await send('/api/reservations', reservation, key)
    const { id } = response.json<{ reservation: { id: number } }>().reservation
    await server.asOwner('PATCH', `/api/reservations/${id}`, { status: 'cancelled' })
    return response
  },
  'POST /api/menu': ({ send, key }) =>
    send(
      '/api/menu',
      { name: `Dish ${key}`, nameRo: `Fel ${key}`, category: 'More', categoryRo: 'Altele', price: 100 },
      key,
    ),
  'POST /api/price-rules': ({ server, send, key }) =>
    send('/api/price-rules', { name: `Rule ${key}`, percent: 30, dishIds: [server.soup], isActive: false }, key),
  'POST /api/menu/options': ({ send, key }) =>
    send('/api/menu/options', { name: `Group ${key}`, nameRo: `Grup ${key}`, options: [{ name: 'One' }] }, key),
  'POST /api/menu/options/:id/copy': async ({ send, key }) => {
    const group = { name: `To copy ${key}`, nameRo: `De copiat ${key}`, options: [{ name: 'One' }] }
    const { id } = (await send('/api/menu/options', group)).json<{ id: number }>()
    return send(`/api/menu/options/${id}/copy`, undefined, key)
  },
  'POST /api/menu/categories': ({ send, key }) => send('/api/menu/categories', { name: `Category ${key}` }, key),
  'POST /api/printers': ({ send, key }) =>
    send('/api/printers', { name: `Of ${key}`, kind: 'star', mode: 'text', stations: [1] }, key),
  'POST /api/users': ({ send, key }) =>
    send('/api/users', { username: key, password: 'secret-word', role: 'staff' }, key),
  'POST /api/promotions': ({ server, key }) => {
    const texts = { title: 'Soup', titleRo: 'Ciorbă', description: 'A soup', descriptionRo: 'O ciorbă' }
    const fields = { ...texts, startDate: '2026-11-01', endDate: '2026-12-01' }
    const { payload, headers } = multipartOf(...Object.entries(fields).map(([name, content]) => ({ name, content })))
    const sender = { cookie: server.owner, 'idempotency-key': key }
    return server.call('POST', '/api/promotions', undefined, { payload, headers: { ...headers, ...sender } })
  },
  'POST /api/payments': (request) => pay(request, request.key),
  'POST /api/payments/:id/reverse': (request) => takeBack(request, request.key),
  'POST /api/till': ({ send, key }) => send('/api/till', { kind: 'in', amount: 100, reason: 'change' }, key),
  'POST /api/fiscal/z': (request) => withReceipts(request, () => request.send('/api/fiscal/z', undefined, request.key)),
  'POST /api/fiscal/left': (request) =>
    withReceipts(request, async () => {
      const { server, send, order, key } = request
      await pay(request)
      await server.asOwner('PATCH', `/api/orders/${order.id}`, { status: 'cancelled' })
      return send('/api/fiscal/left', { orderIds: [order.id], amount: order.total }, key)
    }),
  'POST /api/days/close': async (request) => {
    await takeBack(request)
    const { lastEntry: seen } = (await request.server.asOwner('GET', '/api/days/open')).json<OpenDay>()
    return request.send('/api/days/close', { counted: 0, left: 0, seen, note: null }, request.key)
  },
}

/** The endpoints that have a request here, to be compared with those that declare stored responses. */
export const REPEATABLE = Object.keys(REQUESTS)

/** Lets a guest order, stores a response of one endpoint, and ends the order. Payments must be on. */
export async function storeResponse(server: TestServer, endpoint: string, name: string): Promise<NamedGuest> {
  const phoneNumber = `07440${String(++count).padStart(5, '0')}`
  const send: Request['send'] = (path, body, key = crypto.randomUUID()) =>
    server.asOwner('POST', path, body, { 'idempotency-key': key })
  const order = (await send('/api/orders', orderBy(server, name, phoneNumber))).json<PlacedOrder>()
  const request: Request = { server, name, phoneNumber, order, send, key: `stored ${++count}` }
  const response = await REQUESTS[endpoint]?.(request)
  expect([endpoint, response?.statusCode, response?.body]).toEqual([
    endpoint,
    expect.toBeOneOf([200, 201]),
    expect.any(String),
  ])
  const stored = await server.connection.db.$count(idempotencyKeys, like(idempotencyKeys.key, `% ${request.key}`))
  expect([endpoint, stored]).toEqual([endpoint, 1])
  const { id } = endpoint === 'POST /api/orders' ? (response?.json<PlacedOrder>() ?? order) : order
  for (const ended of new Set([order.id, id])) {
    const { statusCode } = await server.asOwner('PATCH', `/api/orders/${ended}`, {
      status: 'completed',
      withoutPayment: true,
    })
    expect([endpoint, statusCode]).toEqual([endpoint, 200])
  }
  return { name, phoneNumber, order }
}
