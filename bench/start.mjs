/*
 * `npm run bench` measures the product's speed, and in the same run a baseline on the same machine
 * (docs/performance.md). `npm run bench -- --quick` only shows that it runs; `-- --only browser` measures the guest's
 * page alone.
 */
import { spawn } from 'node:child_process'
import { findBrowser } from '../scripts/browser.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root } from '../scripts/prepare.mjs'

installPackages()
const node = nodeToUse()
const CHROMIUM_PATH = findBrowser()
buildProduct(node)
const args = ['--disable-warning=ExperimentalWarning', 'bench/run.ts', ...process.argv.slice(2)]
const bench = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...environment(node), CHROMIUM_PATH } })
// Both processes receive Ctrl-C; this one waits until the bench has ended its own processes.
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])
for (const signal of SIGNALS) process.on(signal, () => bench.kill(signal))
bench.on('exit', (code) => process.exit(code ?? 1))
