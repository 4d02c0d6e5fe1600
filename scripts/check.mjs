/* `npm run check`: the gates, which read the code without running it. `npm run check -- types` runs only those with
 * "types" in their title. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

/**
 * @typedef {[title: string, script: string, args: string[], proof?: RegExp]} Gate `script`: its path below node_modules;
 * `proof`: its output if it passes
 */

const FOLDERS = ['shared', 'server', 'client', 'e2e', 'bench', 'faults', 'scripts']
const IMPORTS = ['--config', '.dependency-cruiser.mjs', ...FOLDERS]
/** At least a thousand modules and imports: if the gate read only a part of the project, it would find no violation. */
const IMPORTS_READ = /no dependency violations found \(\d{4,} modules, \d{4,} dependencies cruised\)/

/** Projects in one gate share what they read. @param {string[]} projects @returns {Gate} */
const types = (title, ...projects) => [`types: ${title}`, '../scripts/gates/types.mjs', projects]

// The longest first, because two run at the same time and should end at about the same time.
/** @type {Gate[]} */
const GATES = [
  types('server, bench, e2e, faults, scripts, shared', 'server', 'bench', 'scripts', 'shared'),
  types('client', 'client', 'client/worker'),
  ['unused code', 'knip/bin/knip.js', []],
  ['imports', 'dependency-cruiser/bin/dependency-cruise.mjs', IMPORTS, IMPORTS_READ],
  ['lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
]

/** The limit that ends a gate that hangs. */
const GATE_TIMEOUT_MS = 20 * 60_000

/** Runs the gates, two at a time. @param {string} filter runs only the gates whose title contains this */
async function allGates(node, filter = '') {
  const remaining = GATES.filter(([title]) => title.includes(filter))
  const count = { passed: 0, failed: 0 }
  const runGates = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      if (await gate(node, next)) count.passed++
      else count.failed++
    }
  }
  const began = Date.now()
  await Promise.all([runGates(), runGates()])
  say(`\nThe gates took ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return count
}

/** Prints its output when it ends, because another runs at the same time. @param {string} node @param {Gate} gate */
async function gate(node, [title, script, args, proof = /^/]) {
  const began = Date.now()
  const running = spawn(node, [path.join('node_modules', script), ...args], {
    cwd: root,
    env: environment(node),
    timeout: GATE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  let printed = ''
  for (const stream of [running.stdout, running.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      printed += part
    })
  }
  const [status, signal] = await once(running, 'close')
  const passed = status === 0 && proof.test(stripVTControlCharacters(printed))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  say(`\n── ${title}\n${printed}   ${passed ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (signal) say(`   It was ended by ${signal}, after 20 minutes at the latest.`)
  if (status === 0 && !passed) say(`   It did not print ${proof}: it read less than the whole project.`)
  return passed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages()
  const { passed, failed } = await allGates(nodeToUse(), process.argv[2])
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}
