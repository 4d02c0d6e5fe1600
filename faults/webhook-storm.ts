import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '#server/testing/databases.ts'
import { TestReceiver } from '#server/testing/receiver.ts'
import { placeOrders, type Scene, sendRequest } from './guest.ts'
import { type Random, seeded } from './random.ts'
import { onTwoServers } from './several/two-servers.ts'

const GUESTS = 4
const PATIENCE_MS = 240_000

/**
 * Two instances behind a proxy take and change orders, and send their events to a program that often fails, while they
 * are killed. At the end the program has each event of each order.
 */
export function webhookStorm(seed: number, leastOrders: number, kills: number) {
  const evening = { env: { WEBHOOKS_ON_LOOPBACK: 'true' }, patienceMs: PATIENCE_MS }
  return onTwoServers(evening, async ({ scene: open, cookie, storage, closers, killSome }) => {
    const random = seeded(seed)
    const receiver = await new TestReceiver().open()
    closers.push(() => receiver.close())
    const placed = new Set<number>()
    let isOver = false
    const scene: Scene = { ...open, isOver: () => isOver || placed.size >= leastOrders }
    const events = ['order.created', 'order.changed']
    const added = await sendRequest(scene, 'POST', '/api/webhooks', { url: receiver.url, events }, { cookie })
    if (added?.status !== 201) throw new Error('the address could not be added')
    const { id, secret } = added.body as { id: number; secret: string }
    receiver.secret = secret
    const received: number[] = []
    /** Accepts the event that has just come. */
    const acceptance = () => {
      const id = Number(String(receiver.headers.at(-1)?.['webhook-id']).split('_')[1])
      return (reply: ServerResponse) => {
        received.push(id)
        reply.writeHead(204).end()
      }
    }
    receiver.answer = (reply) => trouble(reply, random, acceptance())
    const changes: Promise<unknown>[] = []
    const guests = Promise.all(
      Array.from({ length: GUESTS }, (_, i) =>
        placeOrders(scene, `seed ${seed}, guest ${i}`, seeded(seed + 1 + i), 0, ({ placed: { id } }) => {
          placed.add(id)
          changes.push(sendRequest(scene, 'PATCH', `/api/orders/${id}`, { status: 'preparing' }, { cookie }))
        }),
      ),
    )
    guests.catch(() => {
      isOver = true
    })
    const blows = await killSome(random, kills, () => !scene.isOver())
    isOver = true
    await guests
    await Promise.all(changes)
    receiver.answer = (reply) => acceptance()(reply)
    // What was refused twice waits for minutes; turning the address on tries it at once.
    await sendRequest(scene, 'PATCH', `/api/webhooks/${id}`, { isActive: true }, { cookie })
    await untilNothingWaits(storage.url())
    return { ...(await compare(storage.url(), received)), blows }
  })
}

/** Accepts most events; fails others, or accepts them and does not say so. */
function trouble(reply: ServerResponse, random: Random, accept: (reply: ServerResponse) => void): void {
  const fate = random.below(20)
  if (fate === 0) reply.writeHead(500).end()
  else if (fate === 1) reply.destroy()
  else if (fate === 2) setTimeout(accept, 500, reply)
  else accept(reply)
}

async function untilNothingWaits(url: string): Promise<void> {
  const waiting = 'select from webhook_deliveries where ended_at is null'
  for (const since = Date.now(); Date.now() - since < PATIENCE_MS; await sleep(500))
    if ((await query(url, waiting)).length === 0) return
}

/** Compares the events that were accepted with the orders and their changes. */
async function compare(url: string, received: readonly number[]) {
  const orders = await query<{ id: string; status: string }>(url, 'select id, status from orders')
  const written = await query<{ id: string; type: string; subject_id: string }>(
    url,
    'select id, type, subject_id from webhook_deliveries order by id',
  )
  const faults = written
    .filter(({ id }) => !received.includes(Number(id)))
    .map(({ id, type, subject_id }) => `event ${id}, ${type} of order ${subject_id}, was lost`)
  for (const { id, status } of orders) {
    const ofOrder = written.filter(({ subject_id }) => subject_id === id)
    const expected = status === 'pending' ? 'order.created' : 'order.created order.changed'
    const types = ofOrder.map(({ type }) => type).join(' ')
    if (types !== expected) faults.push(`order ${id} is ${status} and has the events ${types}`)
  }
  return { faults, orders: orders.length, events: written.length, repeated: received.length - new Set(received).size }
}
