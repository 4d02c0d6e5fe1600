/* For working on Masa: the demo's server, and the pages from their sources on http://localhost:5173. */
import { spawn } from 'node:child_process'
import { environment, installPackages, nodeToUse, root } from './prepare.mjs'

installPackages()
const node = nodeToUse()
/** @type {import('node:child_process').SpawnOptions} */
const options = { cwd: root, stdio: 'inherit', env: environment(node) }
const parts = [
  spawn(node, ['--watch', 'server/main.ts', '--demo'], options),
  spawn(node, ['node_modules/vite/bin/vite.js'], options),
]
for (const part of parts) {
  part.on('exit', () => {
    for (const other of parts) other.kill('SIGTERM')
  })
}
