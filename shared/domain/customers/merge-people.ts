import { foldText } from '../text.ts'

/** The longest notes about a customer, in UTF-16 units. */
export const CUSTOMER_NOTES_MAX = 2000

export const CUSTOMER_TAGS_MAX = 20

/** The data about a person that cannot be computed from their orders. */
export interface PersonData {
  name: string
  email: string | null
  notes: string | null
  tags: string[]
  preferences: Record<string, unknown>
}

/**
 * The data after two customers are merged (docs/product/customers.md#customers-merge): the remaining customer's fields,
 * empty ones filled from the other, both notes joined, cut with an ellipsis if they are too long together, and the tags of
 * both, as many as a customer may have.
 */
export function mergedPerson(remaining: PersonData, merged: PersonData): PersonData {
  return {
    name: remaining.name || merged.name,
    email: remaining.email ?? merged.email,
    notes:
      remaining.notes && merged.notes ? cut(`${remaining.notes}\n${merged.notes}`) : (remaining.notes ?? merged.notes),
    tags: distinctTags([...remaining.tags, ...merged.tags]).slice(0, CUSTOMER_TAGS_MAX),
    preferences: { ...merged.preferences, ...remaining.preferences },
  }
}

/** Tags without those that differ only in case or diacritics from an earlier one. */
export function distinctTags(tags: readonly string[]): string[] {
  return [...Map.groupBy(tags, foldText).values()].flatMap(([first]) => first ?? [])
}

function cut(notes: string): string {
  if (notes.length <= CUSTOMER_NOTES_MAX) return notes
  // Never cut within a surrogate pair: the database rejects half of one.
  return `${notes.slice(0, CUSTOMER_NOTES_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
