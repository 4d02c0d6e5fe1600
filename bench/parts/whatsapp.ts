/**
 * Measures how much messages to the owner's phone slow down orders: if WhatsApp accepts them, and if it never responds.
 */
import { rm } from 'node:fs/promises'
import { createDatabase } from '#server/testing/databases.ts'
import type { RunningServer } from '#server/testing/process.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { openWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import { timesOfOrders } from '../beside.ts'
import { quantile } from '../figures.ts'
import type { BenchSeed } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { expectCall, fill, signInOwner, startProduct } from '../product.ts'
import { compareRatioAtMost, ms, title } from './report.ts'

/** Maximum of a quantile, divided by the one without WhatsApp. */
const MAX_RATIO = 1.25
const SIDES = ['none', 'accepting', 'stuck'] as const
type Side = (typeof SIDES)[number]

interface Restaurant {
  port: number
  seed: BenchSeed
  rounds: number[][]
}

/** Three equal restaurants on one PostgreSQL: without WhatsApp, with one that accepts, with one that never responds. */
export async function measureWhatsapp(server: string, plan: Plan): Promise<void> {
  title('Orders, one after another, with WhatsApp connected; baseline: the same orders without it')
  const [accepting, stuck] = await Promise.all([openWhatsapp(), openWhatsapp()])
  stuck.mishap = () => 'silent'
  const opened: (() => Promise<unknown>)[] = [accepting.close, stuck.close]
  try {
    const open = async (side: Side): Promise<[Side, Restaurant]> => {
      const provider = { none: undefined, accepting, stuck }[side]
      const DATA_DIR = await temporaryFolder()
      opened.push(() => rm(DATA_DIR, { recursive: true, force: true }))
      const DATABASE_URL = await createDatabase(server, `bench_whatsapp_${side}`)
      const seed = await fill(DATABASE_URL)
      const product = await startProduct({ DATA_DIR, DATABASE_URL }, provider && whatsappEnvironment(provider.account))
      opened.push(() => product.end('SIGKILL'))
      await saveOwnerNumber(product)
      return [side, { port: product.port, seed, rounds: [] }]
    }
    const all = Object.fromEntries(await Promise.all(SIDES.map(open))) as Record<Side, Restaurant>
    for (const side of SIDES) await timesOfOrders(all[side], plan.boardOrders)
    for (let round = 0; round < plan.rounds * SIDES.length; round++) {
      const turn = round % SIDES.length
      for (const side of [...SIDES.slice(turn), ...SIDES.slice(0, turn)]) {
        all[side].rounds.push(await timesOfOrders(all[side], plan.boardOrders))
      }
    }
    compareSides('it accepts messages', all.accepting, all.none)
    compareSides('it never responds', all.stuck, all.none)
    if (accepting.acceptedMessages.length === 0 || stuck.calls.length === 0) throw new Error('no message was sent')
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

function compareSides(name: string, product: Restaurant, baseline: Restaurant): void {
  const quantiles = (share: number) => {
    const ofEachRound = ({ rounds }: Restaurant) => rounds.map((round) => quantile(round, share))
    return { product: ofEachRound(product), baseline: ofEachRound(baseline) }
  }
  compareRatioAtMost(`${name}: half`, quantiles(0.5), ms, MAX_RATIO)
  compareRatioAtMost(`${name}: 99 of 100`, quantiles(0.99), ms, MAX_RATIO)
}

async function saveOwnerNumber({ url }: RunningServer): Promise<void> {
  const headers = { cookie: await signInOwner(url) }
  await expectCall(url, 'PATCH', '/api/settings', { ownerPhoneNumber: '40712000111' }, { headers })
}
