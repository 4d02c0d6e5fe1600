/* Development: runs the demo server, and Vite with the client's sources on http://localhost:5173. */
import { spawn } from 'node:child_process'
import { environment, installPackages, nodeToUse, root } from './prepare.mjs'

installPackages()
const node = nodeToUse()
/** @type {import('node:child_process').SpawnOptions} */
const options = { cwd: root, stdio: 'inherit', env: environment(node) }
const processes = [
  spawn(node, ['--watch', 'server/main.ts', '--demo'], options),
  spawn(node, ['node_modules/vite/bin/vite.js'], options),
]
for (const child of processes) {
  child.on('exit', () => {
    for (const other of processes) other.kill('SIGTERM')
  })
}
