/** Worker thread: does a fixed amount of work on one core, and reports its milliseconds. */
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

const block = Buffer.alloc(1 << 20, 'masa')
const began = performance.now()
const hash = createHash('sha256')
for (let i = 0; i < 150; i++) hash.update(block)
hash.digest()
parentPort?.postMessage(performance.now() - began)
