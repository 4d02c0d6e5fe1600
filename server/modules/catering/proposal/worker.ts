import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/work-thread.ts'
import { proposalPdf } from './proposal-pdf.ts'

lowerThreadPriority()

parentPort?.on('message', async (job) => {
  const pdf = await proposalPdf(job)
  parentPort?.postMessage(pdf, [pdf.buffer])
})
