/*
 * `npm test`: the gates, the build, the unit tests, and the journeys tagged @daily in Chromium, in a few minutes.
 * `npm run test:all` goes on with the rest: the long unit tests, the database tests on PostgreSQL 15, all other journeys,
 * those in Firefox and WebKit, what reads a clock late on the last day of a year, and the bench once (beside the unit
 * tests, because both wait a third of their time).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ENGINES, findBrowser, findEngines, OTHER_ENGINES, projectsOf } from './browser.mjs'
import { canMoveClock, clockJourneys, clockTests, LATE, movedTo } from './moved-clock.mjs'
import { databaseTests, runOnPostgres15 } from './postgres.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

installPackages()
const node = nodeToUse()
const env = { ...environment(node), CHROMIUM_PATH: findBrowser() }

/** The parts of this run in order, with the seconds that each took. */
const parts = []
/** How the output of each script that failed ended: a log that keeps only the end of a run still says why. */
const failures = []

/** Runs, times and reports one part. @param {() => boolean | Promise<boolean>} run tells whether it passed */
async function part(title, run) {
  say(`\n── ${title}`)
  const began = Date.now()
  const result = (await run()) ? 'passed' : 'FAILED'
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  parts.push({ title, result, seconds })
  say(`   ${result} in ${seconds} s`)
}

/** Whether a script passes. @param isBeside prints its output when it ends, because other parts run meanwhile */
async function passes(script, args, extraEnv = {}, isBeside = false) {
  const child = spawn(node, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...extraEnv },
    timeout: 45 * 60_000,
    // A script that hangs may not react to another signal.
    killSignal: 'SIGKILL',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (output) => {
      printed += output
      if (!isBeside) process.stdout.write(output)
    })
  }
  const [status, signal] = await once(child, 'close')
  if (isBeside) say(printed)
  if (signal) say(`   It was ended by ${signal}, after 45 minutes at the latest.`)
  if (status !== 0) failures.push(`\n${script} ${args.join(' ')} failed:\n${printed.slice(-6_000)}`)
  return status === 0
}

const VITEST = 'node_modules/vitest/vitest.mjs'
const tests = (args, extraEnv) => passes(VITEST, args, extraEnv)
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const journeys = (...args) => passes(PLAYWRIGHT, ['test', ...args])

await part('build', () => {
  buildProduct(node)
  return true
})
// They run beside the unit tests, which wait for servers a third of their time.
const gates = passes('scripts/check.mjs', [], {}, true)
await part('unit tests', () => tests(['run'], { MASA_TESTS: 'short' }))
await part('the rest of the gates', () => gates)
await part('daily journeys', () => journeys('--grep', '@daily', '--project', 'chromium'))
if (process.argv.includes('--all')) {
  // Shows that the bench works; its figures mean nothing here.
  const bench = passes('bench/run.ts', ['--quick'], {}, true)
  await part('long unit tests', () => tests(['run'], { MASA_TESTS: 'long' }))
  await part('the rest of the bench', () => bench)
  // PostgreSQL 15 is the oldest supported version.
  await part('database tests on PostgreSQL 15', () =>
    runOnPostgres15((server) => {
      const { args, env } = databaseTests(server)
      return tests(args, env)
    }, 'memory'),
  )
  await part('other journeys', () => passes(PLAYWRIGHT, ['test'], { MASA_JOURNEYS: 'other' }))
  const title = `what reads a clock, at ${LATE}`
  if (canMoveClock())
    await part(title, async () => {
      const moved = movedTo(LATE)
      const beside = passes(VITEST, ['run', ...clockTests()], { MASA_TESTS: 'clock', ...moved }, true)
      // The files come first: --project takes all that follows.
      const daily = ['test', ...clockJourneys(), '--grep', '@daily|@firefox', '--project', 'chromium']
      const journeys = await passes(PLAYWRIGHT, daily, moved)
      return (await beside) && journeys
    })
  else parts.push({ title, result: 'left out', seconds: '0.0' })
  const engines = findEngines()
  if (engines.length > 0) await part('journeys in other engines', () => journeys('--config', OTHER_ENGINES, ...engines))
  const leftOut = Object.keys(ENGINES).filter((engine) => !engines.includes(projectsOf(engine)))
  for (const engine of leftOut) parts.push({ title: `journeys in ${engine}`, result: 'left out', seconds: '0.0' })
}

for (const failure of failures) say(failure)
say('\nThe parts')
for (const { title, result, seconds } of parts) say(`${seconds.padStart(7)} s  ${result.padEnd(8)}  ${title}`)
process.exit(parts.some(({ result }) => result === 'FAILED') ? 1 : 0)
