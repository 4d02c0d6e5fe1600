import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { WorkThread } from './work-thread.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-work-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const script = path.join(folder, 'worker.mjs')
// It counts what it was asked, so that a test sees whether it is the same one; what it is told to do, it does.
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
    // Later than its answer is heard: a failure may overtake it.
    if (job === 'end afterwards') setTimeout(() => process.exit(0), 100)
    if (job === 'fail afterwards') setTimeout(() => { throw new Error('failed afterwards') }, 100)
  })`,
)
const newThread = (maxWaiting = Number.POSITIVE_INFINITY) =>
  new WorkThread<string, number>(pathToFileURL(script), { within: 10_000, maxWaiting })

describe('a thread for work', () => {
  it('keeps its worker from one job to the next', async () => {
    const thread = newThread()
    expect(await Promise.all(['one', 'two', 'three'].map((job) => thread.do(job)))).toEqual([1, 2, 3])
    expect(await thread.do('four')).toBe(4)
  })

  it.each(['fail', 'end'])(
    'gets another one when a job makes it %s, and the job is said to have failed',
    async (job) => {
      const thread = newThread()
      const ends = await Promise.allSettled(['one', job, 'two'].map((one) => thread.do(one)))
      expect(ends).toMatchObject([{ value: 1 }, { status: 'rejected' }, { value: 1 }])
    },
  )

  it.each(['end afterwards', 'fail afterwards'])(
    'gets another one where it does “%s”, with nothing to do',
    async (job) => {
      const thread = newThread()
      expect(await thread.do(job)).toBe(1)
      // Until it has ended, which a thread of work notices by itself, it may be given a job, and loses it.
      await expect.poll(() => thread.do('next').catch(() => 'lost')).toBe(1)
      expect(await thread.do('next')).toBe(2)
    },
  )

  it('gives up a job that takes too long', async () => {
    const thread = newThread()
    await expect(thread.do('never', 300)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await thread.do('one')).toBe(1)
  })

  it('refuses whoever comes when so many wait, and nobody afterwards', async () => {
    const thread = newThread(2)
    const jobs = Array.from({ length: 5 }, () => thread.do('one'))
    const ends = await Promise.allSettled(jobs)
    expect(ends).toMatchObject([
      ...[1, 2, 3].map((value) => ({ value })),
      ...[4, 5].map(() => ({ reason: { code: 'unavailable' } })),
    ])
    expect(await thread.do('one')).toBe(4)
  })
})
