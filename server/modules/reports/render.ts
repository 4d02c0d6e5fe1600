import { WorkThread } from '#server/platform/limits/work-thread.ts'
import type { ReportFile } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import type { ReportSource } from './make-report.ts'

export type ReportJob =
  | { task: 'report'; source: ReportSource }
  | { task: 'file'; report: Uint8Array; part: ReportFile; language: Language }

/**
 * A report over ten years takes a tenth of a second, with the start of the worker half a second. On a busy machine the
 * worker, whose priority is low, takes a hundred times as long; a page that asks again shares the report.
 */
const RENDER_TIMEOUT_MS = 60_000

const thread = new WorkThread<ReportJob, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: RENDER_TIMEOUT_MS,
  // The routes make one report at a time, and limit how many wait.
  maxWaiting: Number.POSITIVE_INFINITY,
  queue: 'report_files',
})

/** Makes a report in the worker thread. @returns its JSON */
export function renderReport(source: ReportSource): Promise<Uint8Array> {
  return thread.run({ task: 'report', source })
}

/** Makes the CSV of one part of a report in the worker thread. @param report its JSON */
export function renderFile(report: Uint8Array, part: ReportFile, language: Language): Promise<Uint8Array> {
  return thread.run({ task: 'file', report, part, language })
}
