import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { WorkThread } from './work-thread.ts'

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
  new WorkThread<string, number>(pathToFileURL(script), { timeoutMs: 10_000, maxWaiting })

describe('WorkThread', () => {
  it('reuses its worker for the next job', async () => {
    const thread = newThread()
    expect(await Promise.all(['one', 'two', 'three'].map((job) => thread.run(job)))).toEqual([1, 2, 3])
    expect(await thread.run('four')).toBe(4)
  })

  it.each(['fail', 'end'])(
    'rejects a job that makes its worker %s, and runs the next one in another worker',
    async (job) => {
      const thread = newThread()
      const ends = await Promise.allSettled(['one', job, 'two'].map((name) => thread.run(name)))
      expect(ends).toMatchObject([{ value: 1 }, { status: 'rejected' }, { value: 1 }])
    },
  )

  it.each(['end afterwards', 'fail afterwards'])(
    'starts another worker after an idle one has ended (%s)',
    async (job) => {
      const thread = newThread()
      expect(await thread.run(job)).toBe(1)
      // A job that is sent before the thread notices the end is lost.
      await expect.poll(() => thread.run('next').catch(() => 'lost')).toBe(1)
      expect(await thread.run('next')).toBe(2)
    },
  )

  it('rejects a job that takes too long', async () => {
    const thread = newThread()
    await expect(thread.run('never', 300)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await thread.run('one')).toBe(1)
  })

  it('rejects jobs beyond maxWaiting, and accepts jobs again afterwards', async () => {
    const thread = newThread(2)
    const jobs = Array.from({ length: 5 }, () => thread.run('one'))
    const ends = await Promise.allSettled(jobs)
    expect(ends).toMatchObject([
      ...[1, 2, 3].map((value) => ({ value })),
      ...[4, 5].map(() => ({ reason: { code: 'unavailable' } })),
    ])
    expect(await thread.run('one')).toBe(4)
  })
})
