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
 * The data after two customers are merged (docs/product/customers.md#customers-merge): the remaining customer's fields, empty ones
 * filled from the other, and both notes joined, cut with an ellipsis if they are too long together.
 */
export function mergedPerson(stays: PersonData, goes: PersonData): PersonData {
  return {
    name: stays.name || goes.name,
    email: stays.email ?? goes.email,
    notes: stays.notes && goes.notes ? cut(`${stays.notes}\n${goes.notes}`) : (stays.notes ?? goes.notes),
    tags: [...new Set([...stays.tags, ...goes.tags])],
    preferences: { ...goes.preferences, ...stays.preferences },
  }
}

function cut(notes: string): string {
  if (notes.length <= CUSTOMER_NOTES_MAX) return notes
  // Never cut within a surrogate pair: the database rejects half of one.
  return `${notes.slice(0, CUSTOMER_NOTES_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
