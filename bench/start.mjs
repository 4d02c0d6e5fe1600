/*
 * `npm run bench` measures the product's speed, and in the same run a baseline on the same machine
 * (docs/performance.md). `npm run bench -- --quick` only shows that it runs; `-- --only browser` measures the guest's
 * page alone; with `-- --postgres`, orders are also measured on PostgreSQL 15.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findBrowser } from '../scripts/browser.mjs'
import { runOnPostgres15 } from '../scripts/postgres.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root } from '../scripts/prepare.mjs'

installPackages()
const node = nodeToUse()
const CHROMIUM_PATH = findBrowser()
buildProduct(node)
const [, , ...given] = process.argv
const args = given.filter((arg) => arg !== '--postgres')

/** @param {string} [server] URL of another database server */
async function runBench(server) {
  const env = { ...environment(node), CHROMIUM_PATH, ...(server && { TEST_DATABASE_SERVER: server }) }
  const run = ['--disable-warning=ExperimentalWarning', 'bench/run.ts', ...args]
  const bench = spawn(node, run, { cwd: root, stdio: 'inherit', env })
  // Both processes receive Ctrl-C; this one waits until the bench has ended its own processes.
  const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])
  for (const signal of SIGNALS) process.on(signal, () => bench.kill(signal))
  const [code] = await once(bench, 'exit')
  return code ?? 1
}

process.exit(await (args.length < given.length ? runOnPostgres15(runBench) : runBench()))
