import { beforeAll, expect } from 'vitest'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { takeaway, testServer } from './app.ts'
import { listenUrl } from './phone.ts'

/** A listening server with what owners and guests request of tables. */
export function tablesFixture() {
  const server = testServer()
  let url = ''
  beforeAll(async () => {
    url = await listenUrl(server.app)
  })

  let number = 2000

  return {
    server,
    url: () => url,
    /** A table number that no table has. */
    freeNumber: () => ++number,
    add: (body: unknown, headers = {}) => server.asOwner('POST', '/api/tables', body, headers),
    edit: (id: number, body: unknown, headers = {}) => server.asOwner('PATCH', `/api/tables/${id}`, body, headers),
    setStatus: (id: number, status: unknown) => server.asOwner('PATCH', `/api/tables/${id}/status`, { status }),
    remove: (id: number) => server.asOwner('DELETE', `/api/tables/${id}`),
    allTables: async () => (await server.call('GET', '/api/tables')).json<Table[]>(),

    placeAt: async (tableId: number, more = {}) =>
      (await server.call('POST', '/api/orders', takeaway(server, { tableId, ...more }))).json<PlacedOrder>(),
    changeOrder: (id: number, body: unknown) => server.asOwner('PATCH', `/api/orders/${id}`, body),
    fetchOrder: async (id: number) =>
      (await server.asOwner('GET', `/api/orders?q=%23${id}`)).json<Order[]>().find((order) => order.id === id),
  }
}

/** The frame that announces a changed order to owners. */
export const orderUpdate = (order: object) => ({ type: 'ORDER_UPDATE', payload: expect.objectContaining(order) })

export const ANY_KEY = expect.stringMatching(/^[\w-]{8}$/)
