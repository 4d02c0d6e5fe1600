import { WorkThread } from '#server/platform/limits/work-thread.ts'
import type { Proposal } from './proposal.ts'

/** Drawing one takes well under a second; one of the longest, with a worker that has yet to start, about two. */
const DRAWN_WITHIN_MS = 10_000
/** An owner asks for one at a time. */
const MAX_WAITING = 8

const thread = new WorkThread<Proposal, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  within: DRAWN_WITHIN_MS,
  maxWaiting: MAX_WAITING,
})

/** Has a worker draw a proposal as PDF. @throws AppError `unavailable` while too many wait */
export function drawProposal(proposal: Proposal): Promise<Uint8Array> {
  return thread.do(proposal)
}
