import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/work-thread.ts'
import { makeReport } from './report.ts'
import type { ReportJob } from './service.ts'

lowerThreadPriority()

parentPort?.on('message', async (job: ReportJob) => {
  const text = job.task === 'report' ? JSON.stringify(makeReport(job.source)) : await fileText(job)
  const bytes = new TextEncoder().encode(text)
  parentPort?.postMessage(bytes, [bytes.buffer])
})

/** Few reports are downloaded, so the words and formats of files are loaded with the first one. */
async function fileText({ report, part, language }: Extract<ReportJob, { task: 'file' }>): Promise<string> {
  const { reportFile } = await import('./file.ts')
  return reportFile(JSON.parse(new TextDecoder().decode(report)), part, language)
}
