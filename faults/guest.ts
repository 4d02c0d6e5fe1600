import { setTimeout as sleep } from 'node:timers/promises'
import { type Called, callOrLose } from '#server/testing/call.ts'
import type { SmallRestaurant } from '#server/testing/small-restaurant.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import type { Random } from './random.ts'

/** An order that the server confirmed to a guest. */
export interface Confirmed {
  key: string
  request: OrderRequest
  placed: PlacedOrder
}

/** The restaurant in which a storm takes place. */
export interface Scene {
  /** The server's URL, which is the same after each restart. */
  url: string
  stock: SmallRestaurant
  /** True once guests and owner start nothing new. */
  isOver(): boolean
  /** How long a guest waits for one response, in milliseconds. */
  timeoutMs: number
  /** How long a guest repeats one request in all, in milliseconds. */
  patienceMs: number
  /** The longest time between two orders of a guest; 30 ms by default. */
  maxPauseMs?: number
  /** Called with the name of a guest who placed an order, and when the guest sent it first. */
  onOrder?: (name: string, sentAt: number) => void
}

const GUESTS = ['0712 345 001', '+40 712 345 002', '0712345003', '0712 345 004']

/**
 * Places orders until the storm is over. Sends each with its idempotency key until it is confirmed, and some twice at
 * the same time.
 * @param pauseMs the longest pause between two orders
 * @param onConfirmed called for each confirmation
 */
export async function placeOrders(
  scene: Scene,
  name: string,
  random: Random,
  pauseMs = 30,
  onConfirmed: (order: Confirmed) => void = () => {},
): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = []
  for (let count = 0; !scene.isOver(); count++) {
    const key = `${name}, order ${count}`
    const request = makeOrder(scene.stock, key, random)
    const taps = random.chance(0.2) ? 2 : 1
    const sentAt = Date.now()
    const orders = await Promise.all(Array.from({ length: taps }, () => sendUntilPlaced(scene, key, request)))
    for (const placed of orders) confirmed.push({ key, request, placed })
    for (const order of confirmed.slice(-taps)) onConfirmed(order)
    scene.onOrder?.(name, sentAt)
    const earlier = random.chance(0.1) ? random.of(confirmed) : undefined
    if (earlier) confirmed.push({ ...earlier, placed: await sendUntilPlaced(scene, earlier.key, earlier.request) })
    await sleep(random.below(scene.maxPauseMs ?? pauseMs))
  }
  return confirmed
}

function makeOrder({ dishes, tables }: SmallRestaurant, note: string, random: Random): OrderRequest {
  const chosen = Array.from({ length: 1 + random.below(3) }, () => ({
    dish: random.of(dishes),
    quantity: 1 + random.below(3),
  }))
  const order = {
    items: chosen.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })),
    total: chosen.reduce((sum, { dish, quantity }) => sum + dish.price * quantity, 0),
    customerName: 'Guest',
    phoneNumber: random.of(GUESTS),
    notes: note,
  }
  const kind = random.below(4)
  if (kind === 0) return { ...order, diningOption: 'takeaway' }
  if (kind === 1) return { ...order, diningOption: 'dine-in' }
  const atTable = { ...order, diningOption: 'dine-in' as const, tableId: random.of(tables) }
  return kind === 2 ? atTable : { ...atTable, phoneNumber: PLACEHOLDER_PHONE }
}

const sendUntilPlaced = async (scene: Scene, key: string, request: OrderRequest) =>
  (await sendUntilAnswered(scene, '/api/orders', key, request)).body as PlacedOrder

/** Sends a request with its idempotency key until it is answered. @param statuses those that are an answer */
export async function sendUntilAnswered(
  scene: Scene,
  path: string,
  key: string,
  body: unknown,
  { cookie = '', statuses = [201] }: { cookie?: string; statuses?: number[] } = {},
): Promise<Called<unknown>> {
  const headers = { 'idempotency-key': key, ...(cookie && { cookie }) }
  for (const began = Date.now(); ; await sleep(50)) {
    const response = await sendRequest(scene, 'POST', path, body, headers)
    if (response && statuses.includes(response.status)) return response
    if (response && response.status !== 503)
      throw new Error(`${key}: ${response.status} ${JSON.stringify(response.body)}`)
    if (response && !response.retryAfter) throw new Error(`${key}: 503 without Retry-After`)
    if (Date.now() - began > scene.patienceMs) throw new Error(`${key}: no response for ${scene.patienceMs} ms`)
  }
}

/** Sends one request. Returns undefined if no complete response arrived. */
export function sendRequest(
  { url, timeoutMs }: Pick<Scene, 'url' | 'timeoutMs'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Called<unknown> | undefined> {
  return callOrLose(url, method, path, body, { headers, timeoutMs })
}
