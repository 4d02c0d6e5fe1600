/*
 * `npm run faults`: attacks and storms (faults/run.ts), on the embedded PostgreSQL and on PostgreSQL 15.
 * The default is all kinds, and the evenings with payments in ten thousand steps.
 * For a given time: npm run faults -- --minutes 20
 * Repeat one run: npm run faults -- --kind orders --seed 1234
 */
import { runOnPostgres15 } from './postgres.mjs'
import { buildServer, installPackages, nodeToUse, runInNode, say } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)

function passes(title, args, env = {}) {
  say(`\n── ${title}`)
  return runInNode(node, args, env) === 0
}

const storms = ['--disable-warning=ExperimentalWarning', 'faults/run.ts', ...process.argv.slice(2)]
const evenings = ['node_modules/vitest/vitest.mjs', 'run', 'server/modules/payments/ledger.test.ts']
const results = [passes('embedded', storms)]
if (!process.argv.includes('--kind')) results.push(passes('evenings with payments', evenings, { MASA_TESTS: 'faults' }))
results.push(await runOnPostgres15((server) => passes('PostgreSQL 15', storms, { TEST_DATABASE_SERVER: server })))
process.exit(results.every(Boolean) ? 0 : 1)
