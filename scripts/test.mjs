/* `npm test`: the gates, then every test, the ones in a real browser on the built pages included. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { allGates } from './check.mjs'
import { runOnPostgres15, SERVER_TESTS } from './postgres.mjs'
import { buildPages, environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

installPackages()
const node = nodeToUse()
const browser = findBrowser()
const reports = mkdtempSync(path.join(os.tmpdir(), 'masa-reports-'))
// The server is started over and over: code that was compiled once is not compiled again. For one that stays up it is
// no gain (docs/performance.md).
const NODE_COMPILE_CACHE = path.join(root, 'node_modules', '.cache', 'compiled')
const env = { ...environment(node), NODE_COMPILE_CACHE, CHROMIUM_PATH: browser }

/** How long each file of tests took. */
const files = []
let passed = 0
let failed = 0

function run(title, script, args, more = {}) {
  say(`\n── ${title}`)
  const began = Date.now()
  const { status } = spawnSync(node, [path.join('node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...more },
  })
  say(`   ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return status === 0
}

/** A run of the tests beside the code; each counts. */
function tests(title, file, args, more) {
  const report = path.join(reports, file)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (!run(title, 'vitest/vitest.mjs', [...args, ...reporters], more)) failed++
  count(report, (found) => {
    for (const { name, startTime, endTime } of found.testResults) {
      files.push({ file: `${path.relative(root, name)} (${title})`, seconds: (endTime - startTime) / 1000 })
    }
    return [found.numPassedTests, found.numFailedTests]
  })
}

// A gate counts as one test.
const gates = await allGates(node)
passed += gates.passed
failed += gates.failed
buildPages(node)

tests('tests', 'unit.json', ['run'])
// On the oldest PostgreSQL that Masa serves too; elsewhere than on CI, `npm run test:postgres` does it when asked.
if (process.env.CI === 'true') {
  await runOnPostgres15((server) =>
    tests('server tests on PostgreSQL 15', 'postgres15.json', SERVER_TESTS, { TEST_DATABASE_SERVER: server }),
  )
}

const journeys = path.join(reports, 'browser.json')
if (!run('browser tests', '@playwright/test/cli.js', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys })) failed++
count(journeys, ({ suites, stats }) => {
  for (const suite of suites) files.push({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) })
  if (stats.flaky > 0) say(`${stats.flaky} of the browser tests passed only at the second try`)
  return [stats.expected + stats.flaky, stats.unexpected]
})

say('\nThe slowest files')
for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
  say(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
rmSync(reports, { recursive: true, force: true })
say(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** The time of all journeys in one of Playwright's suites, tries that failed included. */
function secondsOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own)
}

function count(file, read) {
  try {
    const [good = 0, bad = 0] = read(JSON.parse(readFileSync(file, 'utf8')))
    passed += good
    // The run itself was counted as failed; its tests are named instead.
    failed += bad > 0 ? bad - 1 : 0
    if (good === 0) failed++
  } catch {
    failed++
  }
}
