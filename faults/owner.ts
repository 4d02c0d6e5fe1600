import { setTimeout as sleep } from 'node:timers/promises'
import { callOrLose } from '#server/testing/call.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'
import { type Scene, sendRequest } from './guest.ts'
import type { Random } from './random.ts'

export const STORM_OWNER = { username: 'boss', password: 'secret-boss' }
/** The environment of a server in a storm: guests may order as often as they like. */
export const STORM_ENV = {
  PORT: '0',
  GUEST_WRITES_PER_MINUTE: '0',
  LOG_LEVEL: 'fatal',
  OWNER_USERNAME: STORM_OWNER.username,
  OWNER_PASSWORD: STORM_OWNER.password,
}

/** A change of status that the server confirmed. */
export interface StatusChange {
  id: number
  status: OrderStatus
  /** Index of the change in the order's history. */
  entry: number
}

/** A line whose quantity the owner lowered, with the responses to all requests with its idempotency key. */
export interface Removal {
  key: string
  itemId: number
  responses: Order[]
}

/** A print claim that was granted to a device. */
export interface Claim {
  id: number
  ticketId: number
  /** When the claim expires, in milliseconds since 1970. */
  until: number
}

/** Everything that the server confirmed to the owner. */
export interface ConfirmedActions {
  changes: StatusChange[]
  removals: Removal[]
  claims: Claim[]
}

/** Signs in, and repeats it until it succeeds. @returns the cookies, as in a Cookie header */
export async function signInRepeatedly(
  { url, patienceMs }: Pick<Scene, 'url' | 'patienceMs'>,
  account = STORM_OWNER,
): Promise<string> {
  const began = Date.now()
  for (;;) {
    const response = await callOrLose(url, 'POST', '/api/login', account)
    if (response?.status === 200) return response.cookie
    if (Date.now() - began > patienceMs) throw new Error(`${account.username} cannot sign in: ${response?.status}`)
    await sleep(100)
  }
}

/**
 * Changes orders at random until the storm is over: sets statuses, removes dishes, claims and prints tickets. Records in
 * `actions` what was confirmed; the other requests may have had an effect or not. A removal is repeated with its key
 * until it gets a response.
 */
export async function runEvening(
  scene: Scene,
  cookie: string,
  random: Random,
  actions: ConfirmedActions,
): Promise<void> {
  for (let round = 0; !scene.isOver(); round++) {
    const board = await sendRequest(scene, 'GET', '/api/orders', undefined, { cookie })
    const orders = board?.status === 200 ? (board.body as Order[]) : []
    for (let i = 0; i < 6 && orders.length > 0 && !scene.isOver(); i++) {
      const index = random.below(orders.length)
      const order = orders[index] as Order
      const context = { scene, cookie, random, actions }
      // Later changes in this round start from the order as it is now.
      if (i === 0) orders[index] = (await lowerLine(context, order, `removal ${round}`)) ?? order
      else if (i === 1) await printOne(context, order)
      else await setStatus(context, order)
    }
    await sleep(20 + random.below(40))
  }
}

interface OwnerContext {
  scene: Scene
  cookie: string
  random: Random
  actions: ConfirmedActions
}

async function setStatus({ scene, cookie, random, actions }: OwnerContext, { id }: Order): Promise<void> {
  const status = random.of(ORDER_STATUSES)
  const response = await sendRequest(scene, 'PATCH', `/api/orders/${id}`, { status }, { cookie })
  if (response?.status === 200) {
    const { version, status: newStatus, tickets, prints } = response.body as Order
    // Each change adds one version: a removal, a print, or an entry of the history.
    const removals = tickets.filter(({ kind }) => kind === 'removal').length
    actions.changes.push({ id, status: newStatus, entry: version - 1 - removals - prints.length })
  } else expectStatus(response, [503], `order ${id} to ${status}`)
}

/** Lowers a line of the order. @returns the changed order; undefined if nothing was removed */
async function lowerLine(context: OwnerContext, { id, items }: Order, key: string): Promise<Order | undefined> {
  const { scene, cookie, random, actions } = context
  const line = random.of(items)
  if (line.quantity === 0) return undefined
  const body = { quantity: random.below(line.quantity) }
  const path = `/api/orders/${id}/items/${line.id}`
  const send = async () => {
    for (const began = Date.now(); ; await sleep(50)) {
      const response = await sendRequest(scene, 'PATCH', path, body, { cookie, 'idempotency-key': key })
      if (response && response.status !== 503) return response
      if (Date.now() - began > scene.patienceMs) throw new Error(`${key}: no response for ${scene.patienceMs} ms`)
    }
  }
  const sent = [...(await Promise.all(random.chance(0.3) ? [send(), send()] : [send()])), await send()]
  const succeeded = sent.filter(({ status }) => status === 200).map((response) => response.body as Order)
  if (succeeded.length === 0) expectStatus(sent[0], [409], `${key} of ${path}`)
  else if (succeeded.length < sent.length) throw new Error(`${key} of ${path}: succeeded, and was then rejected`)
  else actions.removals.push({ key, itemId: line.id, responses: succeeded })
  return succeeded[0]
}

async function printOne({ scene, cookie, actions }: OwnerContext, { id, tickets }: Order): Promise<void> {
  const claim = () => sendRequest(scene, 'POST', `/api/orders/${id}/print-claim`, {}, { cookie })
  for (const response of await Promise.all([claim(), claim()])) {
    if (response?.status !== 200) {
      expectStatus(response, [409, 503], `a claim of order ${id}`)
      continue
    }
    const { ticketId, until } = response.body as { ticketId: number; until: string }
    actions.claims.push({ id, ticketId, until: Date.parse(until) })
    const ticket = tickets.find((entry) => entry.id === ticketId)
    if (!ticket) continue
    const body = { kind: ticket.kind, ticketId }
    const printed = await sendRequest(scene, 'POST', `/api/orders/${id}/prints`, body, { cookie })
    expectStatus(printed, [201, 503], `a print of order ${id}`)
  }
}

function expectStatus(response: Awaited<ReturnType<typeof sendRequest>>, expected: number[], request: string): void {
  if (response && !expected.includes(response.status))
    throw new Error(`${request}: ${response.status} ${JSON.stringify(response.body)}`)
}
