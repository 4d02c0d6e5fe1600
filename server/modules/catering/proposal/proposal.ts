import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import type { EventRow } from '../repo.ts'

/** All that a proposal is drawn from: the same of it gives the same bytes. */
export interface Proposal {
  event: CateringEvent
  /** The day at the restaurant on which the event was entered, YYYY-MM-DD. */
  enteredOn: string
  restaurant: EventRow['restaurant']
  language: Language
}
