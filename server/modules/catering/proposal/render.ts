import { workThread } from '#server/platform/limits/work-thread.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import type { EventRow } from '../repo.ts'

/** All input of a proposal PDF: equal input gives equal bytes. */
export interface Proposal {
  event: CateringEvent
  /** The local day on which the event was created, YYYY-MM-DD. */
  enteredOn: string
  restaurant: EventRow['restaurant']
  language: Language
}

/** Rendering takes well under a second; the longest proposal takes about two, including the start of the worker. */
const RENDER_TIMEOUT_MS = 10_000
/** An owner requests one proposal at a time, so this is enough. */
const MAX_WAITING = 8

/** Renders a proposal as PDF in a worker thread. @throws AppError `unavailable` while too many wait */
export const renderProposal = workThread<Proposal, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: RENDER_TIMEOUT_MS,
  maxWaiting: MAX_WAITING,
  queue: 'proposals',
})
