import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TakenMessage, TestWhatsapp, WhatsappMishap } from '#server/testing/whatsapp.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import type { Books } from './audit.ts'
import { ask, type Scene } from './guest.ts'
import type { Random } from './random.ts'

/* The messages to the owner's phone in a storm: a service that fails in its own ways, and what must be true all the same. */

/** A message that the service took. */
interface Sent extends TakenMessage {
  /** Whether the server may not know that it was taken: its answer was lost, or something was killed before it was written down. */
  isUnknown: boolean
}

/** The calls that the service refused, answered late or did not answer. */
export interface ServiceDeeds {
  /** How often it said of itself that two messages came too fast. */
  paceRefusals: number
  /** From when to when a message had no answer, in ms. */
  waits: { from: number; to: number }[]
  /** When it took a message whose answer never came whole. */
  lost: Set<number>
}

/** How long after it was taken an outcome may still be unwritten. */
const WRITTEN_WITHIN_MS = 10_000
const SPACING_MS = 6_000
const MAX_TRIES = 2

/** Makes the service as unreliable as the real one at its worst. @param isSlow whether it may hang for long */
export function troubleService(service: TestWhatsapp, random: Random, isSlow: boolean): ServiceDeeds {
  const deeds: ServiceDeeds = { paceRefusals: 0, waits: [], lost: new Set() }
  service.mishap = (method) => {
    if (method !== 'POST') return undefined
    const mishap = chosenMishap(random, isSlow)
    if (typeof mishap === 'object' && 'code' in mishap && mishap.code === 131_056) deeds.paceRefusals++
    if (mishap === 'lost' || mishap === 'cut') deeds.lost.add(service.taken.length)
    if (mishap === 'silent') deeds.waits.push({ from: Date.now(), to: Date.now() + 10_000 })
    if (typeof mishap === 'object' && 'until' in mishap) {
      const wait = { from: Date.now(), to: Number.POSITIVE_INFINITY }
      deeds.waits.push(wait)
      void mishap.until.then(() => {
        wait.to = Date.now()
      })
    }
    return mishap
  }
  return deeds
}

function chosenMishap(random: Random, isSlow: boolean): WhatsappMishap | undefined {
  const hangs: WhatsappMishap[] = isSlow ? ['silent'] : []
  return random.of<WhatsappMishap | undefined>([
    ...Array<undefined>(7).fill(undefined),
    { status: 429, retryAfter: '3' },
    { status: 400, code: 131_056 },
    { status: 500, code: 131_016 },
    { until: sleep(random.below(isSlow ? 6_000 : 1_500)) },
    ...(['lost', 'cut', 'foreign'] as const),
    ...hangs,
  ])
}

interface MessageRow {
  order: number
  tries: number
  isTold: boolean
}

/**
 * Reads the outbox beside what the service has taken, while no message can be begun or ended.
 * @param blows when something was killed, in ms
 */
export async function readMessages(url: string, service: TestWhatsapp, { lost }: ServiceDeeds, blows: number[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select id from whatsapp_queue for update')
    const { rows } = await client.query<MessageRow>(`select order_id::int as order, tries,
      accepted_at is not null as "isTold" from whatsapp_messages where order_id is not null order by id`)
    const isNearBlow = (at: number) => blows.some((blow) => blow > at - 1_000 && blow < at + WRITTEN_WITHIN_MS)
    const sent = service.taken.map((message, i): Sent => {
      return {
        ...message,
        isUnknown: lost.has(i) || isNearBlow(message.at) || Date.now() - message.at < WRITTEN_WITHIN_MS,
      }
    })
    return { rows, sent, calls: [...service.calls] }
  } finally {
    await client.end()
  }
}
export type Messages = Awaited<ReturnType<typeof readMessages>>

/** The faults: orders announced too often, never or without existing; messages that came too fast or held up orders. */
export function faultsOfMessages(
  { orders }: Pick<Books, 'orders'>,
  { rows, sent, calls }: Messages,
  { paceRefusals, waits }: ServiceDeeds,
  blows: number[],
): string[] {
  const faults: string[] = []
  const known = new Set(orders.map(({ id }) => id))
  const about = sent.filter((message) => !isTest(message))
  // Each order alone
  const alone = Map.groupBy(
    about.filter(({ template }) => template === 'masa_order'),
    ({ parameters }) => Number(parameters[0]),
  )
  for (const [id, messages] of alone) {
    if (!known.has(id)) faults.push(`order ${id} was told and does not exist`)
    if (messages.length > MAX_TRIES) faults.push(`order ${id} was told ${messages.length} times`)
    if (messages.slice(0, -1).some(({ isUnknown }) => !isUnknown))
      faults.push(`order ${id} was told again for no reason`)
  }
  // All of them, by their counts
  const told = about.reduce((sum, message) => sum + countOf(message), 0)
  const again = about.reduce((sum, message) => sum + (message.isUnknown ? countOf(message) : 0), 0)
  const accepted = rows.filter(({ isTold }) => isTold).length
  const tries = rows.reduce((sum, row) => sum + row.tries, 0)
  const gone = orders.length - rows.length
  if (told > orders.length + again)
    faults.push(`${told} orders were told of ${orders.length}, ${again} perhaps in vain`)
  if (accepted > told) faults.push(`${accepted} orders count as told, and ${told} were`)
  if (told > tries + MAX_TRIES * gone) faults.push(`${told} orders were told, and ${tries} tries are kept`)
  for (const { order, tries } of rows) if (tries > MAX_TRIES) faults.push(`order ${order} was tried ${tries} times`)
  if (new Set(rows.map(({ order }) => order)).size !== rows.length) faults.push('an order is in the outbox twice')
  // Given up only after two messages that nobody knows of
  const unknownCalls =
    sent.filter(({ isUnknown }) => isUnknown).length + calls.filter((call) => / (silent|foreign)$/.test(call)).length
  if (gone < 0 || (gone > 0 && unknownCalls < MAX_TRIES))
    faults.push(`${rows.length} of ${orders.length} orders are in the outbox`)
  // Spacing
  for (const [i, { at }] of sent.entries()) {
    const gap = at - (sent[i - 1]?.at ?? Number.NEGATIVE_INFINITY)
    if (gap < SPACING_MS) faults.push(`two messages came within ${gap} ms`)
  }
  const refused = calls.filter((call) => call === 'POST 131056').length
  if (refused > paceRefusals) faults.push(`the service refused ${refused - paceRefusals} messages as too fast`)
  return [...faults, ...faultsOfWaiting(orders, waits, blows)]
}

/** For how long messages must have hung, with nothing killed, before a lack of orders in that time is a fault. */
const LONG_ENOUGH_MS = 3_000

function faultsOfWaiting(orders: Books['orders'], waits: ServiceDeeds['waits'], blows: number[]): string[] {
  const calm = waits.map(({ from, to }) => ({ from, to: Math.min(to, ...blows.filter((blow) => blow > from)) }))
  const waited = calm.reduce((sum, { from, to }) => sum + (Number.isFinite(to) ? to - from : 0), 0)
  const placed = orders.filter(({ at }) => calm.some(({ from, to }) => at > from && at < to)).length
  return waited > LONG_ENOUGH_MS && placed === 0 ? [`no order was placed while messages hung for ${waited} ms`] : []
}

const isTest = ({ parameters }: TakenMessage) => parameters[0] === '0'

function countOf({ template, parameters: [first = ''] }: TakenMessage): number {
  return template === 'masa_order' ? 1 : Number(first.split(' ')[0]?.replace(/\D/g, ''))
}

const TOLD_WITHIN_MS = 120_000

/** Lets the service work, and waits until every order is announced; a test message waits for no pause, so orders follow sooner. */
export async function untilAllSent(scene: Scene, cookie: string, service: TestWhatsapp): Promise<string[]> {
  service.mishap = () => undefined
  await ask(scene, 'POST', '/api/whatsapp/test', {}, { cookie })
  for (const began = Date.now(); Date.now() - began < TOLD_WITHIN_MS; await sleep(200)) {
    const answer = await ask(scene, 'GET', '/api/whatsapp', undefined, { cookie })
    if (answer?.status === 200 && (answer.body as Whatsapp).waiting === 0) return []
  }
  return [`not all was told within ${TOLD_WITHIN_MS} ms`]
}

/** One more order, which has waited too long for a message of its own. A message was just sent, so it waits. */
export async function faultsOfOldOrder(
  scene: Scene,
  cookie: string,
  service: TestWhatsapp,
  url: string,
): Promise<string[]> {
  const [dish] = scene.stock.dishes
  const order = { items: [{ menuItemId: dish?.id, quantity: 1 }], total: dish?.price, diningOption: 'dine-in' }
  await ask(scene, 'POST', '/api/orders', { ...order, customerName: 'Guest', phoneNumber: '0712 345 001' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Not while it is being sent: it was young then.
  const aged = await client
    .query(`with queue as (select id from whatsapp_queue for update)
      update whatsapp_messages set created_at = created_at - interval '16 minutes' from queue
      where accepted_at is null and tries = 0`)
    .finally(() => client.end())
  const faults = await untilAllSent(scene, cookie, service)
  const last = service.taken.findLast((message) => !isTest(message))
  return aged.rowCount === 1 && last?.template === 'masa_order' ? [...faults, 'an old order was told alone'] : faults
}
