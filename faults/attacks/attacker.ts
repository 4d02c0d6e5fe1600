/** Worker thread: runs one attack until it receives a message. On the main thread it would disturb the measurements. */
import { parentPort, workerData } from 'node:worker_threads'
import { ATTACKS } from './attacks.ts'
import type { Attack } from './means.ts'
import type { Target } from './target.ts'

const { name, target } = workerData as { name: keyof typeof ATTACKS; target: Target }
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
const attack: Attack = ATTACKS[name]
parentPort?.postMessage('begun')
await attack(target, () => isOver)
process.exit(0)
