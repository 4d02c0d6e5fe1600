import { setTimeout as sleep } from 'node:timers/promises'
import { query, withClient } from '#server/testing/databases.ts'
import type { AcceptedMessage, TestWhatsapp, WhatsappMishap } from '#server/testing/whatsapp.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import type { Books } from './audit.ts'
import { type Scene, sendRequest } from './guest.ts'
import type { Random } from './random.ts'

/* The messages to the owner's phone in a storm: a fake WhatsApp that fails at random, and the checks. */

/** A message that WhatsApp accepted. */
interface Sent extends AcceptedMessage {
  /** Whether the server may not know that it was accepted: the response was lost, or a blow prevented storing it. */
  isUnknown: boolean
}

/** The requests that WhatsApp rejected, or answered late or not at all. */
export interface WhatsappTrouble {
  /** How often it responded with the rate limit error at random, although no message was too fast. */
  randomRateLimits: number
  /** Periods in which a message had no response, in milliseconds since 1970. */
  waits: { from: number; to: number }[]
  /** Indexes of accepted messages whose response was not delivered completely. */
  lost: Set<number>
}

/** The server stores that a message was accepted within this time. */
const STORED_WITHIN_MS = 10_000
const SPACING_MS = 6_000
const MAX_TRIES = 2

/** Makes the fake WhatsApp fail at random. @param isSlow whether it may also hang for long */
export function troubleWhatsapp(whatsapp: TestWhatsapp, random: Random, isSlow: boolean): WhatsappTrouble {
  const trouble: WhatsappTrouble = { randomRateLimits: 0, waits: [], lost: new Set() }
  whatsapp.mishap = (method) => {
    if (method !== 'POST') return undefined
    const mishap = chosenMishap(random, isSlow)
    if (typeof mishap === 'object' && 'code' in mishap && mishap.code === 131_056) trouble.randomRateLimits++
    if (mishap === 'lost' || mishap === 'cut') trouble.lost.add(whatsapp.acceptedMessages.length)
    if (mishap === 'silent') trouble.waits.push({ from: Date.now(), to: Date.now() + 10_000 })
    if (typeof mishap === 'object' && 'until' in mishap) {
      const wait = { from: Date.now(), to: Number.POSITIVE_INFINITY }
      trouble.waits.push(wait)
      void mishap.until.then(() => {
        wait.to = Date.now()
      })
    }
    return mishap
  }
  return trouble
}

function chosenMishap(random: Random, isSlow: boolean): WhatsappMishap | undefined {
  const hangs: WhatsappMishap[] = isSlow ? ['silent'] : []
  return random.of<WhatsappMishap | undefined>([
    ...Array<undefined>(7).fill(undefined),
    { status: 429 },
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
  isAccepted: boolean
}

/**
 * Reads the outbox and the messages that WhatsApp accepted, while a lock prevents sending.
 * @param blows times of the blows, in milliseconds since 1970
 */
export async function readMessages(url: string, whatsapp: TestWhatsapp, { lost }: WhatsappTrouble, blows: number[]) {
  return withClient(url, async (client) => {
    await client.query('begin')
    await client.query('select id from whatsapp_queue for update')
    const { rows } = await client.query<MessageRow>(`select order_id::int as order, attempts as tries,
      accepted_at is not null as "isAccepted" from whatsapp_messages where order_id is not null order by id`)
    const isNearBlow = (at: number) => blows.some((blow) => blow > at - 1_000 && blow < at + STORED_WITHIN_MS)
    const sent = whatsapp.acceptedMessages.map((message, i): Sent => {
      return {
        ...message,
        isUnknown: lost.has(i) || isNearBlow(message.at) || Date.now() - message.at < STORED_WITHIN_MS,
      }
    })
    return { rows, sent, calls: [...whatsapp.calls] }
  })
}
export type Messages = Awaited<ReturnType<typeof readMessages>>

/**
 * Describes each fault: an order that is announced too often or does not exist, messages that are sent too fast or delay
 * orders.
 */
export function faultsOfMessages(
  { orders }: Pick<Books, 'orders'>,
  { rows, sent, calls }: Messages,
  { randomRateLimits, waits }: WhatsappTrouble,
  blows: number[],
): string[] {
  const faults: string[] = []
  const orderIds = new Set(orders.map(({ id }) => id))
  const announcements = sent.filter((message) => !isTest(message))
  // Messages about a single order
  const byOrder = Map.groupBy(
    announcements.filter(({ template }) => template === 'masa_order'),
    ({ parameters }) => Number(parameters[0]),
  )
  for (const [id, messages] of byOrder) {
    if (!orderIds.has(id)) faults.push(`order ${id} was announced but does not exist`)
    if (messages.length > MAX_TRIES) faults.push(`order ${id} was announced ${messages.length} times`)
    if (messages.slice(0, -1).some(({ isUnknown }) => !isUnknown))
      faults.push(`order ${id} was announced again for no reason`)
  }
  // Totals, with messages about several orders
  const announced = announcements.reduce((sum, message) => sum + countOf(message), 0)
  const repeatable = announcements.reduce((sum, message) => sum + (message.isUnknown ? countOf(message) : 0), 0)
  const accepted = rows.filter(({ isAccepted }) => isAccepted).length
  const tries = rows.reduce((sum, row) => sum + row.tries, 0)
  const givenUp = orders.length - rows.length
  if (announced > orders.length + repeatable)
    faults.push(`${announced} announcements of ${orders.length} orders, ${repeatable} perhaps not received`)
  if (accepted > announced) faults.push(`${accepted} orders are stored as announced, but ${announced} were`)
  if (announced > tries + MAX_TRIES * givenUp) faults.push(`${announced} announcements, but ${tries} tries are stored`)
  for (const { order, tries } of rows) if (tries > MAX_TRIES) faults.push(`order ${order} was tried ${tries} times`)
  if (new Set(rows.map(({ order }) => order)).size !== rows.length) faults.push('an order is in the outbox twice')
  // An order is given up only after two messages with an unknown outcome.
  const unknownCalls =
    sent.filter(({ isUnknown }) => isUnknown).length + calls.filter((call) => / (silent|foreign)$/.test(call)).length
  if (givenUp < 0 || (givenUp > 0 && unknownCalls < MAX_TRIES))
    faults.push(`${rows.length} of ${orders.length} orders are in the outbox`)
  // Spacing
  for (const [i, { at }] of sent.entries()) {
    const gap = at - (sent[i - 1]?.at ?? Number.NEGATIVE_INFINITY)
    if (gap < SPACING_MS) faults.push(`two messages were sent within ${gap} ms`)
  }
  const rateLimits = calls.filter((call) => call === 'POST 131056').length
  if (rateLimits > randomRateLimits)
    faults.push(`WhatsApp rejected ${rateLimits - randomRateLimits} messages as too fast`)
  return [...faults, ...faultsOfWaiting(orders, waits, blows)]
}

/** If messages hung for longer than this without a blow, orders must have been placed in that time. */
const MIN_HANG_MS = 3_000

function faultsOfWaiting(orders: Books['orders'], waits: WhatsappTrouble['waits'], blows: number[]): string[] {
  const hangs = waits.map(({ from, to }) => ({ from, to: Math.min(to, ...blows.filter((blow) => blow > from)) }))
  const waited = hangs.reduce((sum, { from, to }) => sum + (Number.isFinite(to) ? to - from : 0), 0)
  const placed = orders.filter(({ at }) => hangs.some(({ from, to }) => at > from && at < to)).length
  return waited > MIN_HANG_MS && placed === 0 ? [`no order was placed while messages hung for ${waited} ms`] : []
}

const isTest = ({ parameters }: AcceptedMessage) => parameters[0] === '0'

function countOf({ template, parameters: [first = ''] }: AcceptedMessage): number {
  return template === 'masa_order' ? 1 : Number(first.split(' ')[0]?.replace(/\D/g, ''))
}

const SEND_TIMEOUT_MS = 120_000

/** Ends all mishaps, and waits until every order is announced. A test message is not delayed by a pause and ends it. */
export async function untilAllSent(scene: Scene, cookie: string, whatsapp: TestWhatsapp): Promise<string[]> {
  whatsapp.mishap = () => undefined
  await sendRequest(scene, 'POST', '/api/whatsapp/test', {}, { cookie })
  for (const began = Date.now(); Date.now() - began < SEND_TIMEOUT_MS; await sleep(200)) {
    const response = await sendRequest(scene, 'GET', '/api/whatsapp', undefined, { cookie })
    if (response?.status === 200 && (response.body as Whatsapp).waiting === 0) return []
  }
  return [`not all messages were sent within ${SEND_TIMEOUT_MS} ms`]
}

/**
 * Places one more order and makes it too old for a separate message, so it must be announced in a summary. The order
 * waits in the outbox because a message was just sent.
 */
export async function faultsOfOldOrder(
  scene: Scene,
  cookie: string,
  whatsapp: TestWhatsapp,
  url: string,
): Promise<string[]> {
  const [dish] = scene.stock.dishes
  const order = { items: [{ menuItemId: dish?.id, quantity: 1 }], total: dish?.price, diningOption: 'dine-in' }
  await sendRequest(scene, 'POST', '/api/orders', { ...order, customerName: 'Guest', phoneNumber: '0712 345 001' })
  // The lock prevents that the order is being sent now, when its age was checked already.
  const aged = await query(
    url,
    `with queue as (select id from whatsapp_queue for update)
      update whatsapp_messages set created_at = created_at - interval '16 minutes' from queue
      where accepted_at is null and attempts = 0 returning order_id`,
  )
  const faults = await untilAllSent(scene, cookie, whatsapp)
  const last = whatsapp.acceptedMessages.findLast((message) => !isTest(message))
  return aged.length === 1 && last?.template === 'masa_order'
    ? [...faults, 'an old order was announced in a separate message']
    : faults
}
