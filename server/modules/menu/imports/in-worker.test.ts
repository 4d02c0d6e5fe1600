import { expect, it } from 'vitest'
import { inWorker } from './imports.ts'
import type { Job } from './job.ts'

const job: Job = { task: 'export', menu: { dishes: '[]', categories: '[]', groups: '[]', mark: '' } }
const exported = expect.stringMatching(/^\uFEFFid,name,/)

it('a job that fails or takes too long affects no other job', async () => {
  const failing: Job = { ...job, menu: { ...job.menu, dishes: 'no JSON' } }
  const ends = await Promise.allSettled([inWorker(job), inWorker(failing), inWorker(job, 1), inWorker(job)])
  expect(ends).toMatchObject([
    { value: exported },
    { reason: { name: 'SyntaxError' } },
    // A worker takes longer than this to start.
    { reason: { code: 'unavailable' } },
    { value: exported },
  ])
})
