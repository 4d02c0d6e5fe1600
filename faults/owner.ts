import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { ask, type Scene } from './guest.ts'
import type { Random } from './random.ts'

export const STORM_OWNER = { username: 'boss', password: 'secret-boss' }

/** A change of status that the owner saw confirmed. */
export interface StatusChange {
  id: number
  status: OrderStatus
  /** Which entry of the order's history it was, from 0. */
  entry: number
}

/** A line whose quantity the owner lowered, with the response to each request under its idempotency key. */
export interface Removal {
  key: string
  itemId: number
  answers: Order[]
}

/** A print claim that was granted to a device. */
export interface Claim {
  id: number
  ticketId: number
  /** When the claim expires, in milliseconds since 1970. */
  until: number
}

/** Everything that the server confirmed to the owner. */
export interface Deeds {
  changes: StatusChange[]
  removals: Removal[]
  claims: Claim[]
}

/** Signs in; repeats until the server responds. @returns the cookie */
export async function signInUntilAnswered({ url, patienceMs }: Pick<Scene, 'url' | 'patienceMs'>): Promise<string> {
  const began = Date.now()
  for (;;) {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(STORM_OWNER),
    }).catch(() => undefined)
    if (answer?.status === 200)
      return answer.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ')
    if (Date.now() - began > patienceMs) throw new Error(`the owner cannot sign in: ${answer?.status}`)
    await sleep(100)
  }
}

/**
 * Changes orders at random until the storm is over: sets statuses, removes dishes, claims and prints tickets. Records in
 * `deeds` what was confirmed; the rest may have happened or not. A removal is repeated under its key until it is answered.
 */
export async function runEvening(scene: Scene, cookie: string, random: Random, deeds: Deeds): Promise<void> {
  for (let round = 0; !scene.isOver(); round++) {
    const board = await ask(scene, 'GET', '/api/orders', undefined, { cookie })
    const orders = board?.status === 200 ? (board.body as Order[]) : []
    for (let i = 0; i < 6 && orders.length > 0 && !scene.isOver(); i++) {
      const at = random.below(orders.length)
      const order = orders[at] as Order
      const context = { scene, cookie, random, deeds }
      // Later changes in this round start from the order as it is now.
      if (i === 0) orders[at] = (await removeSome(context, order, `removal ${round}`)) ?? order
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
  deeds: Deeds
}

async function setStatus({ scene, cookie, random, deeds }: OwnerContext, { id }: Order): Promise<void> {
  const status = random.of(ORDER_STATUSES)
  const answer = await ask(scene, 'PATCH', `/api/orders/${id}`, { status }, { cookie })
  if (answer?.status === 200) {
    const { version, status: newStatus, tickets, prints } = answer.body as Order
    // Each change adds one version: a removal, a print, or an entry of the history.
    const removals = tickets.filter(({ kind }) => kind === 'removal').length
    deeds.changes.push({ id, status: newStatus, entry: version - 1 - removals - prints.length })
  } else expectStatus(answer, [503], `order ${id} to ${status}`)
}

/** Lowers a line of the order. @returns the changed order; undefined if nothing was removed */
async function removeSome(context: OwnerContext, { id, items }: Order, key: string): Promise<Order | undefined> {
  const { scene, cookie, random, deeds } = context
  const line = random.of(items)
  if (line.quantity === 0) return undefined
  const body = { quantity: random.below(line.quantity) }
  const path = `/api/orders/${id}/items/${line.id}`
  const send = async () => {
    for (const began = Date.now(); ; await sleep(50)) {
      const answer = await ask(scene, 'PATCH', path, body, { cookie, 'idempotency-key': key })
      if (answer && answer.status !== 503) return answer
      if (Date.now() - began > scene.patienceMs) throw new Error(`${key}: no answer for ${scene.patienceMs} ms`)
    }
  }
  const sent = [...(await Promise.all(random.chance(0.3) ? [send(), send()] : [send()])), await send()]
  const done = sent.filter(({ status }) => status === 200).map((answer) => answer.body as Order)
  if (done.length === 0) expectStatus(sent[0], [409], `${key} of ${path}`)
  else if (done.length < sent.length) throw new Error(`${key} of ${path}: done, and then refused`)
  else deeds.removals.push({ key, itemId: line.id, answers: done })
  return done[0]
}

async function printOne({ scene, cookie, deeds }: OwnerContext, { id, tickets }: Order): Promise<void> {
  const claim = () => ask(scene, 'POST', `/api/orders/${id}/print-claim`, {}, { cookie })
  for (const answer of await Promise.all([claim(), claim()])) {
    if (answer?.status !== 200) {
      expectStatus(answer, [409, 503], `a claim of order ${id}`)
      continue
    }
    const { ticketId, until } = answer.body as { ticketId: number; until: string }
    deeds.claims.push({ id, ticketId, until: Date.parse(until) })
    const ticket = tickets.find((entry) => entry.id === ticketId)
    if (!ticket) continue
    const body = { kind: ticket.kind, ticketId }
    const printed = await ask(scene, 'POST', `/api/orders/${id}/prints`, body, { cookie })
    expectStatus(printed, [201, 503], `a print of order ${id}`)
  }
}

function expectStatus(answer: Awaited<ReturnType<typeof ask>>, expected: number[], what: string): void {
  if (answer && !expected.includes(answer.status))
    throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
