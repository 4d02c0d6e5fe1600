import { workThread } from '#server/platform/limits/work-thread.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import type { EventRow } from '../repo.ts'

export type ProposedEvent = Omit<CateringEvent, 'createdAt' | 'updatedAt'> & { createdAt: Date | string }

/** All input of a proposal PDF: equal input gives equal bytes. */
export interface Proposal {
  event: ProposedEvent
  /** The local day on which the event was created, YYYY-MM-DD. */
  enteredOn: string
  restaurant: EventRow['restaurant']
  language: Language
}

/**
 * Renders a proposal as PDF in a worker thread. The longest takes about two seconds with the start of the worker, and an
 * owner requests one at a time.
 */
export const renderProposal = workThread<Proposal, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  ...{ timeoutMs: 10_000, maxWaiting: 8 },
})
