import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { lowerPoolPriority } from './priority.ts'

const priorityModule = new URL('./priority.ts', import.meta.url).href
const priorityOf = (thread: string | number) => os.getPriority(Number(thread))

it.runIf(process.platform === 'linux')('lowerThreadPriority lowers only the thread that calls it', async () => {
  const own = priorityOf(process.pid)
  const script = `import { parentPort } from 'node:worker_threads'
    import { readlinkSync } from 'node:fs'
    import { lowerThreadPriority } from '${priorityModule}'
    lowerThreadPriority()
    parentPort.on('message', () => {})
    parentPort.postMessage(readlinkSync('/proc/thread-self').split('/').at(-1))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  const [thread] = await once(worker, 'message')
  expect([priorityOf(thread), priorityOf(process.pid)]).toEqual([10, own])
  await worker.terminate()
})

it.runIf(process.platform === 'linux')(
  'lowerPoolPriority lowers only the threads that work for libraries',
  async () => {
    const own = priorityOf(process.pid)
    await lowerPoolPriority()
    const priorities = new Map<string, Set<number>>()
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      priorities.set(name, (priorities.get(name) ?? new Set()).add(priorityOf(thread)))
    }
    expect(priorities.get('libuv-worker')).toEqual(new Set([10]))
    expect(priorityOf(process.pid)).toBe(own)
  },
)
