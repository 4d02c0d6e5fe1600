/*
 * `npm run faults`: attacks and storms (faults/run.ts), on the embedded PostgreSQL and on PostgreSQL 15.
 * The default is all kinds, and the evenings with payments in ten thousand steps.
 * For a given time: npm run faults -- --minutes 20
 * Repeat one run: npm run faults -- --kind orders --seed 1234
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runOnPostgres15 } from './postgres.mjs'
import { buildServer, environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)

async function runFaults(title, extraEnv) {
  say(`\n── ${title}`)
  const env = { ...environment(node), ...extraEnv }
  const args = ['--disable-warning=ExperimentalWarning', 'faults/run.ts', ...process.argv.slice(2)]
  const [code] = await once(spawn(node, args, { cwd: root, stdio: 'inherit', env }), 'exit')
  return code === 0
}

async function runEvenings() {
  say('\n── evenings with payments')
  const env = { ...environment(node), MASA_TESTS: 'faults' }
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'server/modules/payments/ledger.test.ts']
  const [code] = await once(spawn(node, args, { cwd: root, stdio: 'inherit', env }), 'exit')
  return code === 0
}

const results = [await runFaults('embedded', {})]
if (!process.argv.includes('--kind')) results.push(await runEvenings())
results.push(await runOnPostgres15((server) => runFaults('PostgreSQL 15', { TEST_DATABASE_SERVER: server })))
process.exit(results.every(Boolean) ? 0 : 1)
