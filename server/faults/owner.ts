import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/order-status.ts'
import { ask, type Scene } from './guest.ts'
import type { Random } from './random.ts'

export const STORM_OWNER = { username: 'boss', password: 'secret-boss' }

/** A change of status that the owner saw confirmed. */
export type StatusChange = Pick<Order, 'id' | 'version' | 'status'>

/** Signs in; tries until somebody answers. @returns the cookie */
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

/** Gives orders of the board random statuses until it is over. What is not confirmed may have happened or not. */
export async function changeStatuses(scene: Scene, cookie: string, random: Random): Promise<StatusChange[]> {
  const confirmed: StatusChange[] = []
  while (!scene.isOver()) {
    const board = await ask(scene, 'GET', '/api/orders', undefined, { cookie })
    const orders = board?.status === 200 ? (board.body as Order[]) : []
    for (let i = 0; i < 5 && orders.length > 0 && !scene.isOver(); i++) {
      const { id } = random.of(orders)
      const status = random.of(ORDER_STATUSES)
      const answer = await ask(scene, 'PATCH', `/api/orders/${id}`, { status }, { cookie })
      if (answer?.status === 200) {
        const { version, status: now } = answer.body as Order
        confirmed.push({ id, version, status: now })
      } else if (answer && answer.status !== 503) {
        throw new Error(`order ${id} to ${status}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    await sleep(20 + random.below(40))
  }
  return confirmed
}
