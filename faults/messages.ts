import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TakenMessage, TestWhatsapp, WhatsappMishap } from '#server/testing/whatsapp.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import type { Books } from './audit.ts'
import { ask, type Scene } from './guest.ts'
import type { Random } from './random.ts'

/* The messages to the owner's phone in a storm: a fake WhatsApp that fails as the real one may, and the checks that must hold. */

/** A message that WhatsApp accepted. */
interface Sent extends TakenMessage {
  /** Whether the server may not know that it was accepted: the response was lost, or a blow came before it was stored. */
  isUnknown: boolean
}

/** The calls that WhatsApp refused, answered late or did not answer. */
export interface WhatsappTrouble {
  /** How often it responded with the rate limit error by its own choice. */
  paceRefusals: number
  /** Periods in which a message had no response, in milliseconds since 1970. */
  waits: { from: number; to: number }[]
  /** Indexes of accepted messages whose response was not delivered completely. */
  lost: Set<number>
}

/** An accepted message is stored as accepted within this time. */
const STORED_WITHIN_MS = 10_000
const SPACING_MS = 6_000
const MAX_TRIES = 2

/** Makes the fake WhatsApp as unreliable as the real one at its worst. @param isSlow whether it may hang for long */
export function troubleWhatsapp(whatsapp: TestWhatsapp, random: Random, isSlow: boolean): WhatsappTrouble {
  const deeds: WhatsappTrouble = { paceRefusals: 0, waits: [], lost: new Set() }
  whatsapp.mishap = (method) => {
    if (method !== 'POST') return undefined
    const mishap = chosenMishap(random, isSlow)
    if (typeof mishap === 'object' && 'code' in mishap && mishap.code === 131_056) deeds.paceRefusals++
    if (mishap === 'lost' || mishap === 'cut') deeds.lost.add(whatsapp.taken.length)
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
  isAccepted: boolean
}

/**
 * Reads the outbox and the messages that WhatsApp accepted, while a lock prevents sending.
 * @param blows times of the blows, in milliseconds since 1970
 */
export async function readMessages(url: string, whatsapp: TestWhatsapp, { lost }: WhatsappTrouble, blows: number[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select id from whatsapp_queue for update')
    const { rows } = await client.query<MessageRow>(`select order_id::int as order, tries,
      accepted_at is not null as "isAccepted" from whatsapp_messages where order_id is not null order by id`)
    const isNearBlow = (at: number) => blows.some((blow) => blow > at - 1_000 && blow < at + STORED_WITHIN_MS)
    const sent = whatsapp.taken.map((message, i): Sent => {
      return {
        ...message,
        isUnknown: lost.has(i) || isNearBlow(message.at) || Date.now() - message.at < STORED_WITHIN_MS,
      }
    })
    return { rows, sent, calls: [...whatsapp.calls] }
  } finally {
    await client.end()
  }
}
export type Messages = Awaited<ReturnType<typeof readMessages>>

/** The faults: orders announced too often, never or without existing; messages sent too fast or delaying orders. */
export function faultsOfMessages(
  { orders }: Pick<Books, 'orders'>,
  { rows, sent, calls }: Messages,
  { paceRefusals, waits }: WhatsappTrouble,
  blows: number[],
): string[] {
  const faults: string[] = []
  const known = new Set(orders.map(({ id }) => id))
  const about = sent.filter((message) => !isTest(message))
  // Messages about one order
  const alone = Map.groupBy(
    about.filter(({ template }) => template === 'masa_order'),
    ({ parameters }) => Number(parameters[0]),
  )
  for (const [id, messages] of alone) {
    if (!known.has(id)) faults.push(`order ${id} was announced and does not exist`)
    if (messages.length > MAX_TRIES) faults.push(`order ${id} was announced ${messages.length} times`)
    if (messages.slice(0, -1).some(({ isUnknown }) => !isUnknown))
      faults.push(`order ${id} was announced again for no reason`)
  }
  // Totals, with messages about several orders
  const announced = about.reduce((sum, message) => sum + countOf(message), 0)
  const repeatable = about.reduce((sum, message) => sum + (message.isUnknown ? countOf(message) : 0), 0)
  const accepted = rows.filter(({ isAccepted }) => isAccepted).length
  const tries = rows.reduce((sum, row) => sum + row.tries, 0)
  const gone = orders.length - rows.length
  if (announced > orders.length + repeatable)
    faults.push(`${announced} announcements of ${orders.length} orders, ${repeatable} perhaps not received`)
  if (accepted > announced) faults.push(`${accepted} orders are stored as announced, and ${announced} were`)
  if (announced > tries + MAX_TRIES * gone) faults.push(`${announced} announcements, and ${tries} tries are stored`)
  for (const { order, tries } of rows) if (tries > MAX_TRIES) faults.push(`order ${order} was tried ${tries} times`)
  if (new Set(rows.map(({ order }) => order)).size !== rows.length) faults.push('an order is in the outbox twice')
  // An order is given up only after two messages with an unknown outcome.
  const unknownCalls =
    sent.filter(({ isUnknown }) => isUnknown).length + calls.filter((call) => / (silent|foreign)$/.test(call)).length
  if (gone < 0 || (gone > 0 && unknownCalls < MAX_TRIES))
    faults.push(`${rows.length} of ${orders.length} orders are in the outbox`)
  // Spacing
  for (const [i, { at }] of sent.entries()) {
    const gap = at - (sent[i - 1]?.at ?? Number.NEGATIVE_INFINITY)
    if (gap < SPACING_MS) faults.push(`two messages were sent within ${gap} ms`)
  }
  const refused = calls.filter((call) => call === 'POST 131056').length
  if (refused > paceRefusals) faults.push(`WhatsApp refused ${refused - paceRefusals} messages as too fast`)
  return [...faults, ...faultsOfWaiting(orders, waits, blows)]
}

/** If messages hung for this long without a blow, orders must have been placed in that time. */
const MIN_HANG_MS = 3_000

function faultsOfWaiting(orders: Books['orders'], waits: WhatsappTrouble['waits'], blows: number[]): string[] {
  const calm = waits.map(({ from, to }) => ({ from, to: Math.min(to, ...blows.filter((blow) => blow > from)) }))
  const waited = calm.reduce((sum, { from, to }) => sum + (Number.isFinite(to) ? to - from : 0), 0)
  const placed = orders.filter(({ at }) => calm.some(({ from, to }) => at > from && at < to)).length
  return waited > MIN_HANG_MS && placed === 0 ? [`no order was placed while messages hung for ${waited} ms`] : []
}

const isTest = ({ parameters }: TakenMessage) => parameters[0] === '0'

function countOf({ template, parameters: [first = ''] }: TakenMessage): number {
  return template === 'masa_order' ? 1 : Number(first.split(' ')[0]?.replace(/\D/g, ''))
}

const SENT_WITHIN_MS = 120_000

/** Ends all mishaps, and waits until every order is announced. A test message is not delayed by a pause and ends it. */
export async function untilAllSent(scene: Scene, cookie: string, whatsapp: TestWhatsapp): Promise<string[]> {
  whatsapp.mishap = () => undefined
  await ask(scene, 'POST', '/api/whatsapp/test', {}, { cookie })
  for (const began = Date.now(); Date.now() - began < SENT_WITHIN_MS; await sleep(200)) {
    const answer = await ask(scene, 'GET', '/api/whatsapp', undefined, { cookie })
    if (answer?.status === 200 && (answer.body as Whatsapp).waiting === 0) return []
  }
  return [`not all messages were sent within ${SENT_WITHIN_MS} ms`]
}

/**
 * Places one more order and makes it older than the limit for a message of its own; it must be announced in a summary.
 * It waits in the outbox because a message was just sent.
 */
export async function faultsOfOldOrder(
  scene: Scene,
  cookie: string,
  whatsapp: TestWhatsapp,
  url: string,
): Promise<string[]> {
  const [dish] = scene.stock.dishes
  const order = { items: [{ menuItemId: dish?.id, quantity: 1 }], total: dish?.price, diningOption: 'dine-in' }
  await ask(scene, 'POST', '/api/orders', { ...order, customerName: 'Guest', phoneNumber: '0712 345 001' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Not while it is being sent: then its age was checked already.
  const aged = await client
    .query(`with queue as (select id from whatsapp_queue for update)
      update whatsapp_messages set created_at = created_at - interval '16 minutes' from queue
      where accepted_at is null and tries = 0`)
    .finally(() => client.end())
  const faults = await untilAllSent(scene, cookie, whatsapp)
  const last = whatsapp.taken.findLast((message) => !isTest(message))
  return aged.rowCount === 1 && last?.template === 'masa_order'
    ? [...faults, 'an old order was announced in a message of its own']
    : faults
}
