import type { listOrders, Order } from '#shared/contracts/orders.ts'
import { LIST_CUT } from '#shared/domain/orders/order-list.ts'
import { callApi } from '../../lib/api/api.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'

const ordersEndpoint: BareEndpoint<typeof listOrders> = { method: 'GET', path: '/api/orders' }

type Options = NonNullable<Parameters<typeof callApi<typeof listOrders>>[1]>

/** The server's response with orders, newest first. */
export interface FetchedOrders {
  orders: Order[]
  /** Whether the list is shorter than the limit although there are more orders, because its orders are large. */
  isTruncated: boolean
}

/** Fetches a list of orders. Throws what `callApi` throws. */
export async function fetchOrders(options: Options = {}): Promise<FetchedOrders> {
  let isTruncated = false
  const onHeaders = (headers: Headers) => {
    isTruncated = headers.has(LIST_CUT)
  }
  const orders = await callApi(ordersEndpoint, { ...options, onHeaders })
  return { orders, isTruncated }
}
