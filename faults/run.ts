/**
 * Runs each attack of one anonymous person, and then in turn, each with a new seed: storms of orders, of reservations,
 * of fiscal receipts, of the kitchen and the floor, of a shared table on one server and on two servers, a dinner on two servers behind a
 * proxy, of which each is ended once, a storm at the printers, one while events wait, and the loss of a primary; power
 * cuts only if asked for: `run.ts [--minutes 4] [--kind KIND] [--seed 1234]`, KIND being attacks, orders, reservations,
 * fiscal, service, table, two, printers, webhooks, dinner, failover or power.
 * Prints at the end how to repeat those that failed.
 */
import { randomInt } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { PROXY_NAME } from '#server/testing/proxy.ts'
import { onEmbedded } from '#server/testing/storage.ts'
import { ATTACK_NAMES, describeSiege, Fortress } from './attacks/siege.ts'
import { failover } from './failover.ts'
import { fiscalStorm } from './fiscal-storm.ts'
import { powerCuts } from './power-cut.ts'
import { printerStorm } from './printer-storm.ts'
import { reservationStorm } from './reservation-storm.ts'
import { serviceStorm } from './service/service-storm.ts'
import { dinner } from './several/dinner.ts'
import { storm } from './storm.ts'
import { tableStorm } from './table-storm.ts'
import { webhookStorm } from './webhook-storm.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '4' }, kind: { type: 'string' }, seed: { type: 'string' } },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

interface Outcome {
  faults: string[]
  blows: string[]
}
const atTable = (instances: 1 | 2) => (seed: number) => tableStorm({ seed, instances, rounds: 4, blowsPerRound: 5 })
// About 50 orders a second.
const atEvening = { instances: 2, guests: 24, pauseMs: 900, seconds: 20, lagMs: 15_000 }
const KINDS: Record<string, (seed: number) => Promise<Outcome & Record<string, unknown>>> = {
  orders: async (seed) => ({ ...(await storm(seed, 18, true)) }),
  reservations: async (seed) => ({ ...(await reservationStorm(seed, 8)) }),
  fiscal: async (seed) => ({ ...(await fiscalStorm(seed, 20, 80)) }),
  service: async (seed) => ({ ...(await serviceStorm(seed, 12)) }),
  table: async (seed) => ({ ...(await atTable(1)(seed)) }),
  two: async (seed) => ({ ...(await atTable(2)(seed)) }),
  webhooks: async (seed) => ({ ...(await webhookStorm(seed, 300, 8)) }),
  printers: async (seed) => ({ ...(await printerStorm(seed, 1_000, 20)) }),
  dinner: async (seed) => {
    const { afterKill, afterEnd, ...outcome } = await dinner(seed)
    const blows = Object.entries({ kill: afterKill, end: afterEnd }).map(
      ([blow, { phones, guests, board }]) => `${blow}: phones ${phones} ms, guests ${guests} ms, board ${board} ms;`,
    )
    const pauses = [afterKill, afterEnd].flatMap((pause) => Object.values(pause))
    const [load = 0] = loadavg()
    // On a busy machine the time says little; then it is only printed.
    const isBusy = load > 2 * availableParallelism()
    if (isBusy) blows.push(`too busy to judge these times, load ${load.toFixed(1)}`)
    else if (Math.max(...pauses) > GOES_ON_WITHIN_MS)
      outcome.faults.push(`somebody went on only after more than ${GOES_ON_WITHIN_MS} ms`)
    return { ...outcome, blows: [`behind ${PROXY_NAME};`, ...blows] }
  },
  failover: async (seed) => ({ ...(await failover({ ...atEvening, seed })) }),
  power: async (seed) => ({ ...(await powerCuts(seed)) }),
}

const ATTACK_SECONDS = 8
/** Guests and board go on within this time after an instance died; a page reconnects after 5 s. */
const GOES_ON_WITHIN_MS = 7_000

const failed: string[] = []
if (values.kind === undefined || values.kind === 'attacks') await attack()
const kinds = (
  values.kind === undefined ? Object.keys(KINDS).filter((kind) => kind !== 'power') : [values.kind]
).filter(
  // The servers of a failover are made from the embedded programs.
  (kind) => kind !== 'attacks' && (onEmbedded || !['failover', 'power'].includes(kind)),
)
const deadline = Date.now() + Number(values.minutes) * 60_000
for (let i = 0; kinds.length > 0 && (i === 0 || (values.seed === undefined && Date.now() < deadline)); i++) {
  const kind = kinds[i % kinds.length] ?? ''
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const outcome = await KINDS[kind]?.(seed).catch((error: unknown) => String(error))
  if (outcome === undefined || typeof outcome === 'string') {
    print(`${kind} ${seed}: ${outcome ?? 'there is no such kind of storm'}`)
    failed.push(`--kind ${kind} --seed ${seed}`)
    continue
  }
  const { faults, blows, ...counts } = outcome
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const verdict = faults.length === 0 ? 'no faults' : `${faults.length} FAULTS`
  print(`${kind} ${seed}: ${counted.join(', ')}, ${blows.length} blows (${blows.join(' ')}): ${verdict}`)
  for (const fault of faults.slice(0, 20)) print(`  ${fault}`)
  if (faults.length > 0) failed.push(`--kind ${kind} --seed ${seed}`)
}

if (failed.length > 0) print(`failed; repeat with ${failed.map((args) => `npm run faults -- ${args}`).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function attack(): Promise<void> {
  const fortress = await Fortress.open()
  for (const name of ATTACK_NAMES) {
    const siege = await fortress.endure(name, ATTACK_SECONDS).catch(String)
    print(typeof siege === 'string' ? `${name}: ${siege}` : describeSiege(name, siege))
    if (typeof siege === 'string' || siege.faults.length + siege.slow.length > 0) failed.push('--kind attacks')
  }
  await fortress.close()
}
