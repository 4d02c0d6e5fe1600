/* `npm run check`: the gates, which read the code without running it. `npm run check -- types` runs those of that name. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

/** @typedef {[title: string, script: string, args: string[]]} Gate */

const FOLDERS = ['shared', 'server', 'client', 'e2e', 'bench', 'faults', 'scripts']
const IMPORTS = ['--config', '.dependency-cruiser.mjs', ...FOLDERS]

/** @returns {Gate} */
const types = (project) => [`types: ${project}`, 'typescript/bin/tsc', ['-p', project]]

// The long ones first, so that neither of the two that run ends long before the other.
/** @type {Gate[]} */
const GATES = [
  types('server'),
  types('client'),
  types('bench'),
  types('e2e'),
  types('faults'),
  ['unused code', 'knip/bin/knip.js', []],
  types('client/worker'),
  types('scripts'),
  types('shared'),
  ['imports', 'dependency-cruiser/bin/dependency-cruise.mjs', IMPORTS],
  ['lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
]

/**
 * Runs the gates, two at once.
 * @param {string} node
 * @param {string} wanted a part of the titles of those to run
 */
export async function allGates(node, wanted = '') {
  const left = GATES.filter(([title]) => title.includes(wanted))
  const count = { passed: 0, failed: 0 }
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (await gate(node, next)) count.passed++
      else count.failed++
    }
  }
  const began = Date.now()
  await Promise.all([one(), one()])
  say(`\nThe gates took ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return count
}

/**
 * What it prints comes when it ends, because another one runs beside it.
 * @param {string} node
 * @param {Gate} gate
 */
async function gate(node, [title, script, args]) {
  const began = Date.now()
  const running = spawn(node, [path.join('node_modules', script), ...args], { cwd: root, env: environment(node) })
  let printed = ''
  for (const stream of [running.stdout, running.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      printed += part
    })
  }
  const [status] = await once(running, 'close')
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  say(`\n── ${title}\n${printed}   ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return status === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages()
  const { passed, failed } = await allGates(nodeToUse(), process.argv[2])
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}
