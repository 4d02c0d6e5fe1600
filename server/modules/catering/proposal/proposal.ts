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
