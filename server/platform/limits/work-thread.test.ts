import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { lowerPoolPriority, lowerProcessPriority, workThread } from './work-thread.ts'

describe('work thread', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-work-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = path.join(folder, 'worker.mjs')
  // The worker returns the number of its jobs, which shows whether it is a new worker. A job names what the worker does.
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'
  let count = 0
  parentPort.on('message', (job) => {
    count++
    if (job === 'fail') throw new Error('failed')
    if (job === 'end') process.exit(0)
    if (job === 'never') return
    parentPort.postMessage(count)
    // Delayed, because a failure may overtake the result.
    if (job === 'end afterwards') setTimeout(() => process.exit(0), 100)
    if (job === 'fail afterwards') setTimeout(() => { throw new Error('failed afterwards') }, 100)
  })`,
  )
  const newThread = (maxWaiting = Number.POSITIVE_INFINITY) =>
    workThread<string, number>(pathToFileURL(script), { timeoutMs: 10_000, maxWaiting })

  describe('workThread', () => {
    it('reuses its worker for the next job', async () => {
      const run = newThread()
      expect(await Promise.all(['one', 'two', 'three'].map((job) => run(job)))).toEqual([1, 2, 3])
      expect(await run('four')).toBe(4)
    })

    it.each(['fail', 'end'])(
      'rejects a job that makes its worker %s, and runs the next one in another worker',
      async (job) => {
        const run = newThread()
        const ends = await Promise.allSettled(['one', job, 'two'].map((name) => run(name)))
        expect(ends).toMatchObject([{ value: 1 }, { status: 'rejected' }, { value: 1 }])
      },
    )

    it.each(['end afterwards', 'fail afterwards'])(
      'starts another worker after an idle one has ended (%s)',
      async (job) => {
        const run = newThread()
        expect(await run(job)).toBe(1)
        // A job that is sent before the thread notices the end is lost.
        await expect.poll(() => run('next').catch(() => 'lost')).toBe(1)
        expect(await run('next')).toBe(2)
      },
    )

    it('starts another worker for a job that comes when the idle minute ends', async ({ onTestFinished }) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const run = newThread()
      expect(await run('one')).toBe(1)
      vi.advanceTimersByTime(60_000)
      expect(await run('next')).toBe(1)
    })

    it('rejects a job that takes too long', async () => {
      const run = newThread()
      await expect(run('never', 300)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await run('one')).toBe(1)
    })

    it('rejects jobs beyond maxWaiting, and accepts jobs again afterwards', async () => {
      const run = newThread(2)
      const jobs = Array.from({ length: 5 }, () => run('one'))
      const ends = await Promise.allSettled(jobs)
      expect(ends).toMatchObject([
        ...[1, 2, 3].map((value) => ({ value })),
        ...[4, 5].map(() => ({ reason: { code: 'unavailable' } })),
      ])
      expect(await run('one')).toBe(4)
    })
  })
})

describe('priority', () => {
  const priorityModule = new URL('./work-thread.ts', import.meta.url).href
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

  const GROUP_OF_SESSION = '/proc/self/autogroup'
  it.runIf(existsSync(GROUP_OF_SESSION))('lowerProcessPriority lowers a process and its session', async () => {
    const sessionsLevel = (pid: number | string) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ').at(-1)
    const own = sessionsLevel('self')
    // As PostgreSQL's processes, it begins a session.
    const { pid = 0 } = spawn('sleep', ['60'], { detached: true })
    lowerProcessPriority(pid)
    expect([priorityOf(pid), sessionsLevel(pid)?.trim(), sessionsLevel('self')]).toEqual([10, '10', own])
    process.kill(pid)
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
})
