/** The longest notes about a customer, in UTF-16 units. */
export const CUSTOMER_NOTES_MAX = 2000

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
 * empty ones filled from the other, and both notes joined, cut with an ellipsis if they are too long together.
 */
export function mergedPerson(remaining: PersonData, merged: PersonData): PersonData {
  return {
    name: remaining.name || merged.name,
    email: remaining.email ?? merged.email,
    notes:
      remaining.notes && merged.notes ? cut(`${remaining.notes}\n${merged.notes}`) : (remaining.notes ?? merged.notes),
    tags: [...new Set([...remaining.tags, ...merged.tags])],
    preferences: { ...merged.preferences, ...remaining.preferences },
  }
}

function cut(notes: string): string {
  if (notes.length <= CUSTOMER_NOTES_MAX) return notes
  // Never cut within a surrogate pair: the database rejects half of one.
  return `${notes.slice(0, CUSTOMER_NOTES_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
