/**
 * Measures how much orders are slowed down by what Masa sends meanwhile: messages to the owner's phone, if WhatsApp accepts
 * them and if it never responds, and the events of three other programs.
 */
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { createDatabase } from '#server/testing/databases.ts'
import type { RunningServer } from '#server/testing/process.ts'
import { TestReceiver } from '#server/testing/receiver.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { openWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import { timesOfOrders } from '../beside.ts'
import { quantile } from '../figures.ts'
import type { BenchSeed } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { expectCall, fill, signInOwner, startProduct } from '../product.ts'
import { compareRatioAtMost, ms, title } from './report.ts'

/** Maximum of a quantile, divided by the one of a restaurant that sends nothing. */
const MAX_RATIO = { whatsapp: 1.25, events: 1.1 }
const PROGRAMS = 3
const SIDES = ['none', 'accepting', 'stuck', 'events'] as const
type Side = (typeof SIDES)[number]

interface Restaurant {
  port: number
  seed: BenchSeed
  rounds: number[][]
}

/** Equal restaurants on one PostgreSQL: one that sends nothing, and one for each kind of what is sent. */
export async function measureOutgoing(server: string, plan: Plan): Promise<void> {
  title('Orders, one after another, with WhatsApp or other programs connected; baseline: the same orders without')
  const [accepting, stuck] = await Promise.all([openWhatsapp(), openWhatsapp()])
  stuck.mishap = () => 'silent'
  const programs = await Promise.all(Array.from({ length: PROGRAMS }, () => new TestReceiver().open()))
  const opened: (() => Promise<unknown>)[] = [
    accepting.close,
    stuck.close,
    ...programs.map((each) => () => each.close()),
  ]
  try {
    const open = async (side: Side): Promise<[Side, Restaurant]> => {
      const provider = { none: undefined, events: undefined, accepting, stuck }[side]
      const DATA_DIR = await temporaryFolder()
      opened.push(() => rm(DATA_DIR, { recursive: true, force: true }))
      const DATABASE_URL = await createDatabase(server, `bench_outgoing_${side}`)
      const seed = await fill(DATABASE_URL)
      const more = provider ? whatsappEnvironment(provider.account) : { WEBHOOKS_ON_LOOPBACK: 'true' }
      const product = await startProduct({ DATA_DIR, DATABASE_URL }, more)
      opened.push(() => product.end('SIGKILL'))
      if (side === 'events') await addPrograms(product, programs)
      else await saveOwnerNumber(product)
      return [side, { port: product.port, seed, rounds: [] }]
    }
    const all = Object.fromEntries(await Promise.all(SIDES.map(open))) as Record<Side, Restaurant>
    for (const side of SIDES) await timesOfOrders(all[side], plan.boardOrders)
    await untilSent(programs, plan.boardOrders)
    for (let round = 0; round < plan.rounds * SIDES.length; round++) {
      const turn = round % SIDES.length
      for (const side of [...SIDES.slice(turn), ...SIDES.slice(0, turn)]) {
        all[side].rounds.push(await timesOfOrders(all[side], plan.boardOrders))
        // What still waits would slow down the next side.
        if (side === 'events') await untilSent(programs, plan.boardOrders * (1 + all.events.rounds.length))
      }
    }
    compareSides('WhatsApp accepts messages', all.accepting, all.none, MAX_RATIO.whatsapp)
    compareSides('WhatsApp never responds', all.stuck, all.none, MAX_RATIO.whatsapp)
    compareSides(`${PROGRAMS} programs hear of orders`, all.events, all.none, MAX_RATIO.events)
    const sent = [accepting.acceptedMessages, stuck.calls, ...programs.map(({ events }) => events)]
    if (sent.some(({ length }) => length === 0)) throw new Error('nothing was sent')
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

function compareSides(name: string, product: Restaurant, baseline: Restaurant, maxRatio: number): void {
  const quantiles = (share: number) => {
    const ofEachRound = ({ rounds }: Restaurant) => rounds.map((round) => quantile(round, share))
    return { product: ofEachRound(product), baseline: ofEachRound(baseline) }
  }
  compareRatioAtMost(`${name}: half`, quantiles(0.5), ms, maxRatio)
  compareRatioAtMost(`${name}: 99 of 100`, quantiles(0.99), ms, maxRatio)
}

const POLL_MS = 100

/** Waits until each program has heard of that many orders. */
async function untilSent(programs: readonly TestReceiver[], orders: number): Promise<void> {
  while (programs.some(({ events }) => events.length < orders)) await setTimeout(POLL_MS)
}

async function addPrograms({ url }: RunningServer, programs: readonly TestReceiver[]): Promise<void> {
  const headers = { cookie: await signInOwner(url) }
  for (const program of programs) {
    const webhook = { url: program.url, events: ['order.created', 'order.changed', 'payment.recorded'] }
    program.secret = (
      await expectCall<{ secret: string }>(url, 'POST', '/api/webhooks', webhook, { headers })
    ).body.secret
  }
}

async function saveOwnerNumber({ url }: RunningServer): Promise<void> {
  const headers = { cookie: await signInOwner(url) }
  await expectCall(url, 'PATCH', '/api/settings', { ownerPhoneNumber: '40712000111' }, { headers })
}
