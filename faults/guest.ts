import { setTimeout as sleep } from 'node:timers/promises'
import type { Stock } from '#server/testing/small-restaurant.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import type { Random } from './random.ts'

/** An order that a guest saw confirmed. */
export interface Confirmed {
  key: string
  request: OrderRequest
  placed: PlacedOrder
}

export interface Scene {
  /** The server's URL, which is the same after each restart. */
  url: string
  stock: Stock
  /** True once guests and owner start nothing new. */
  isOver(): boolean
  /** How long a guest waits for one response, in milliseconds. */
  answerMs: number
  /** How long a guest repeats one request in all, in milliseconds. */
  patienceMs: number
}

const GUESTS = ['0712 345 001', '+40 712 345 002', '0712345003', '0712 345 004']

/** Places orders until the storm is over. Each is sent with its idempotency key until it is confirmed, some twice at once. */
export async function orderAway(scene: Scene, name: string, random: Random): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = []
  for (let count = 0; !scene.isOver(); count++) {
    const key = `${name}, order ${count}`
    const request = makeOrder(scene.stock, key, random)
    const taps = random.chance(0.2) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: taps }, () => sendUntilConfirmed(scene, key, request)))
    for (const placed of answers) confirmed.push({ key, request, placed })
    const earlier = random.chance(0.1) ? random.of(confirmed) : undefined
    if (earlier) confirmed.push({ ...earlier, placed: await sendUntilConfirmed(scene, earlier.key, earlier.request) })
    await sleep(random.below(30))
  }
  return confirmed
}

function makeOrder({ dishes, tables }: Stock, note: string, random: Random): OrderRequest {
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

async function sendUntilConfirmed(scene: Scene, key: string, request: OrderRequest): Promise<PlacedOrder> {
  for (const began = Date.now(); ; await sleep(50)) {
    const answer = await ask(scene, 'POST', '/api/orders', request, { 'idempotency-key': key })
    if (answer?.status === 201) return answer.body as PlacedOrder
    if (answer && answer.status !== 503) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer && !answer.retryAfter) throw new Error(`${key}: 503 without Retry-After`)
    if (Date.now() - began > scene.patienceMs) throw new Error(`${key}: no answer for ${scene.patienceMs} ms`)
  }
}

/** Sends one request. Returns undefined if no complete response arrived. */
export async function ask(
  { url, answerMs }: Pick<Scene, 'url' | 'answerMs'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; retryAfter: string | null } | undefined> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(answerMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') }
  } catch {
    return undefined
  }
}
