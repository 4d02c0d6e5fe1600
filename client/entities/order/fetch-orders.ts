import { LIST_CUT, listOrders, type Order } from '#shared/contracts/orders.ts'
import { callApi } from '../../lib/api/api.ts'

type Options = NonNullable<Parameters<typeof callApi<typeof listOrders>>[1]>

/** An answer of the server with orders, newest first. */
export interface FetchedOrders {
  orders: Order[]
  /** The list is shorter than the limit allows, and there are further orders all the same. */
  isCut: boolean
}

export async function fetchOrders(options: Options = {}): Promise<FetchedOrders> {
  let isCut = false
  const heard = (headers: Headers) => {
    isCut = headers.has(LIST_CUT)
  }
  const orders = await callApi(listOrders, { ...options, heard })
  return { orders, isCut }
}
