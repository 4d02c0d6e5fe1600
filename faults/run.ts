/**
 * Runs each attack of one anonymous person, then storms of orders and of the shared table (on one server and on two, in
 * turn), each with a new seed: `run.ts [--minutes 4] [--kind attacks|orders|table|two] [--seed 1234]`.
 * Prints the failed ones last.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ATTACK_NAMES, Fortress, inWords } from './attacks/siege.ts'
import { storm } from './storm.ts'
import { tableStorm } from './table-storm.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '4' }, kind: { type: 'string' }, seed: { type: 'string' } },
})
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

interface Outcome {
  faults: string[]
  blows: string[]
}
const atTable = (instances: 1 | 2) => (seed: number) => tableStorm({ seed, instances, rounds: 4, blowsPerRound: 5 })
const KINDS: Record<string, (seed: number) => Promise<Outcome & Record<string, unknown>>> = {
  orders: async (seed) => ({ ...(await storm(seed, 18, true)) }),
  table: async (seed) => ({ ...(await atTable(1)(seed)) }),
  two: async (seed) => ({ ...(await atTable(2)(seed)) }),
}

const ATTACK_SECONDS = 8

const failed: string[] = []
if (values.kind === undefined || values.kind === 'attacks') await attack()
const kinds = values.kind === undefined ? Object.keys(KINDS) : [values.kind].filter((kind) => kind !== 'attacks')
const until = Date.now() + Number(values.minutes) * 60_000
for (let i = 0; kinds.length > 0 && (i === 0 || (values.seed === undefined && Date.now() < until)); i++) {
  const kind = kinds[i % kinds.length] ?? ''
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const outcome = await KINDS[kind]?.(seed).catch((error: unknown) => String(error))
  if (outcome === undefined || typeof outcome === 'string') {
    say(`${kind} ${seed}: ${outcome ?? 'there is no such kind of storm'}`)
    failed.push(`--kind ${kind} --seed ${seed}`)
    continue
  }
  const { faults, blows, ...counts } = outcome
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const verdict = faults.length === 0 ? 'all is right' : `${faults.length} FAULTS`
  say(`${kind} ${seed}: ${counted.join(', ')}, ${blows.length} blows (${blows.join(' ')}): ${verdict}`)
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
  if (faults.length > 0) failed.push(`--kind ${kind} --seed ${seed}`)
}

if (failed.length > 0) say(`failed; again with ${failed.map((which) => `npm run faults -- ${which}`).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function attack(): Promise<void> {
  const fortress = await Fortress.open()
  for (const name of ATTACK_NAMES) {
    const siege = await fortress.endure(name, ATTACK_SECONDS).catch(String)
    say(typeof siege === 'string' ? `${name}: ${siege}` : inWords(name, siege))
    if (typeof siege === 'string' || siege.faults.length + siege.slow.length > 0) failed.push('--kind attacks')
  }
  await fortress.close()
}
