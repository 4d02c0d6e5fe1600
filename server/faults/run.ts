/** Storms one after another, a seed each: `run.ts [--minutes 4] [--seed 1234]`; the seeds that failed come last. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { storm } from './storm.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '4' }, seed: { type: 'string' } },
})
const BLOWS = 18
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

const failed: number[] = []
const until = Date.now() + Number(values.minutes) * 60_000
do {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const outcome = await storm(seed, BLOWS).catch((error: unknown) => String(error))
  if (typeof outcome === 'string') {
    say(`seed ${seed}: ${outcome}`)
    failed.push(seed)
    continue
  }
  const { faults, orders, changes, blows } = outcome
  const found = faults.length === 0 ? 'all is right' : `${faults.length} FAULTS`
  say(`seed ${seed}: ${orders} orders, ${changes} changes, ${blows.length} blows (${blows.join(' ')}): ${found}`)
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
  if (faults.length > 0) failed.push(seed)
} while (values.seed === undefined && Date.now() < until)

if (failed.length > 0) say(`failed: ${failed.join(', ')}; again with npm run faults -- --seed ${failed[0]}`)
process.exit(failed.length > 0 ? 1 : 0)
