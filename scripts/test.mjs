/*
 * `npm test`: the gates, the build, the unit tests, and the journeys tagged @daily, in a few minutes. `npm run test:all`
 * goes on with the rest: the long unit tests, components in Romanian, the database tests on PostgreSQL 15, all other
 * journeys, and the bench once (beside the unit tests, because both wait a third of their time).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { DATABASE_TESTS, runOnPostgres15 } from './postgres.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

installPackages()
const node = nodeToUse()
const browser = findBrowser()
const reports = mkdtempSync(path.join(os.tmpdir(), 'masa-reports-'))
const env = { ...environment(node), CHROMIUM_PATH: browser }

/** The parts of this run in order, with the seconds that each took. */
const parts = []
/** The tests that passed only on the second attempt, with the message of the first. */
const flaky = []
let passed = 0
let failed = 0
const isAll = process.argv.includes('--all')

/** Runs and times one part. @returns what `work` returned */
async function timed(title, work) {
  const began = Date.now()
  try {
    return await work()
  } finally {
    parts.push({ title, seconds: (Date.now() - began) / 1000 })
  }
}

const PART_TIMEOUT_MS = 30 * 60_000

/** Runs a script below node_modules and prints whether it passed. @returns {boolean} whether it did */
function run(title, script, args, extraEnv = {}) {
  say(`\n── ${title}`)
  const began = Date.now()
  const { status, signal } = spawnSync(node, [path.join('node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...extraEnv },
    timeout: PART_TIMEOUT_MS,
    // A part that hangs may not react to another signal.
    killSignal: 'SIGKILL',
  })
  if (signal) say(`   ${title}: ended by ${signal}, after 30 minutes at the latest`)
  say(`   ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return status === 0
}

/** Starts a script that runs beside the next parts. @returns a function that waits for it and prints its output */
function start(title, script, args) {
  const file = path.join(reports, `${path.basename(script)}.log`)
  const log = openSync(file, 'w')
  const child = spawn(node, [script, ...args], {
    cwd: root,
    stdio: ['ignore', log, log],
    env,
    timeout: PART_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  closeSync(log)
  const ended = once(child, 'exit')
  return async () => {
    const [status, signal] = await ended
    const outcome = signal ? `FAILED: ended by ${signal}, after 30 minutes at the latest` : 'FAILED'
    say(`\n── ${title}\n${readFileSync(file, 'utf8')}\n   ${status === 0 ? 'passed' : outcome}`)
    return status === 0
  }
}

function tests(title, reportName, args, extraEnv) {
  const report = path.join(reports, reportName)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (!run(title, 'vitest/vitest.mjs', [...args, ...reporters], extraEnv)) failed++
  count(report, ({ testResults, numPassedTests, numFailedTests }) => {
    for (const { name, assertionResults } of testResults) {
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === 'passed' && failureMessages.length > 0)
          flaky.push(`${path.relative(root, name)} (${title}) ${fullName}\n  ${failureMessages.join('\n  ')}`)
      }
    }
    return [numPassedTests, numFailedTests]
  })
}

function journeys(title, args) {
  const report = path.join(reports, `${title}.json`)
  if (!run(title, '@playwright/test/cli.js', ['test', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })) failed++
  count(report, ({ suites, stats }) => {
    flaky.push(...suites.flatMap(flakyIn))
    return [stats.expected + stats.flaky, stats.unexpected]
  })
}

await timed('build', () => buildProduct(node))
// It runs beside the unit tests, which wait for servers a third of their time.
const gates = start('gates', 'scripts/check.mjs', [])

// Components are rendered in English; in Romanian with the rest.
const SHORT = { MASA_TESTS: 'short' }
await timed('unit tests', () => tests('unit tests', 'unit.json', ['run', '-t', '^(?!.*\\(ro\\))'], SHORT))
await timed('the rest of the gates', () => settle(gates))
await timed('daily journeys', () => journeys('daily journeys', ['--grep', '@daily']))
if (isAll) {
  // Shows that the bench works; its figures mean nothing here.
  const bench = start('bench, each part once', 'bench/run.ts', ['--quick'])
  await timed('unit tests in Romanian', () =>
    tests('unit tests in Romanian', 'ro.json', ['run', '-t', '\\(ro\\)'], SHORT),
  )
  await timed('long unit tests', () => tests('long unit tests', 'long.json', ['run'], { MASA_TESTS: 'long' }))
  await timed('the rest of the bench', () => settle(bench))
  // PostgreSQL 15 is the oldest supported version.
  await timed('PostgreSQL 15', () =>
    runOnPostgres15((server) =>
      tests('database tests on PostgreSQL 15', 'postgres15.json', DATABASE_TESTS, { TEST_DATABASE_SERVER: server }),
    ),
  )
  await timed('other journeys', () => journeys('other journeys', ['--grep-invert', '@daily']))
}

say('\nThe parts')
for (const { title, seconds } of parts) say(`${seconds.toFixed(1).padStart(7)} s  ${title}`)
if (flaky.length > 0) say(`\nPassed only on the second attempt, each a fault to look into\n${flaky.join('\n')}`)
rmSync(reports, { recursive: true, force: true })
say(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Waits for what `start` has started, and counts it. */
async function settle(end) {
  if (await end()) passed++
  else failed++
}

/** Lists the tests of one Playwright suite that failed and then passed. */
function flakyIn({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => `e2e/${file} ${title}\n  ${results[0]?.error?.message}`),
  )
  return [...own, ...suites.flatMap(flakyIn)]
}

/** Adds the counts in a report to `passed` and `failed`. @param read returns [passed, failed] from the parsed report */
function count(file, read) {
  try {
    const [good = 0, bad = 0] = read(JSON.parse(readFileSync(file, 'utf8')))
    passed += good
    // The run was counted as one failure; count its failed tests instead.
    failed += bad > 0 ? bad - 1 : 0
    if (good === 0) failed++
  } catch {
    failed++
  }
}
