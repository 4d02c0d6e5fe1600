/* `npm run check`: the gates, which read the code and the built pages without running them. `npm run check -- types`
 * runs only those with "types" in their title. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { buildProduct, environment, installPackages, nodeToUse, root, say } from './prepare.mjs'

/**
 * @typedef {[title: string, script: string, args: string[], proof?: RegExp]} Gate `script`: its path below node_modules;
 * `proof`: its output if it passes
 */

const FOLDERS = ['shared', 'server', 'client', 'e2e', 'bench', 'faults', 'scripts']
const IMPORTS = ['--config', '.dependency-cruiser.mjs', ...FOLDERS]
/** At least a thousand modules and imports: if the gate read only a part of the project, it would find no violation. */
const IMPORTS_READ = /no dependency violations found \(\d{4,} modules, \d{4,} dependencies cruised\)/

/** @param {string[]} projects @returns {Gate} */
const types = (title, ...projects) => [`types: ${title}`, '../scripts/gates/types.mjs', projects]

// The longest first, because two run at the same time and should end at about the same time.
/** @type {Gate[]} */
const GATES = [
  types('server, bench, e2e, faults, scripts, shared', 'server', 'bench', 'scripts', 'shared'),
  types('client', 'client', 'client/worker'),
  ['unused code', 'knip/bin/knip.js', []],
  ['imports', 'dependency-cruiser/bin/dependency-cruise.mjs', IMPORTS, IMPORTS_READ],
  // If the pages were not there, it would find nothing.
  ['browsers', '../scripts/gates/browsers.mjs', [], /^\d{3,} files/],
  ['lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
]

/** Runs a gate and prints its output when it ends, because another runs at the same time. @param {Gate} gate */
async function passes([title, script, args, proof = /^/]) {
  const began = Date.now()
  const env = environment(node)
  const running = spawn(node, [path.join('node_modules', script), ...args], { cwd: root, env, timeout: 20 * 60_000 })
  const output = Promise.all([text(running.stdout), text(running.stderr)])
  const [status] = await once(running, 'close')
  const printed = (await output).join('')
  const passed = status === 0 && proof.test(stripVTControlCharacters(printed))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  say(`\n── ${title}\n${printed}   ${passed ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (status === 0 && !passed) say(`   It did not print ${proof}: it read less than the whole project.`)
  return passed
}

installPackages()
const node = nodeToUse()
buildProduct(node)
const remaining = GATES.filter(([title]) => title.includes(process.argv[2] ?? ''))
if (remaining.length === 0) process.exitCode = 1
async function runGates() {
  for (let next = remaining.shift(); next; next = remaining.shift()) if (!(await passes(next))) process.exitCode = 1
}
await Promise.all([runGates(), runGates()])
