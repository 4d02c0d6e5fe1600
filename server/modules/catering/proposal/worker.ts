import { parentPort } from 'node:worker_threads'
import { proposalPdf } from './proposal-pdf.ts'

parentPort?.on('message', async (job) => {
  const pdf = await proposalPdf(job)
  parentPort?.postMessage(pdf, [pdf.buffer])
})
