/** The longest notes about a customer, in UTF-16 units. */
export const CUSTOMER_NOTES_MAX = 2000

/** What is known of a person and cannot be computed from their orders. */
export interface KnownOfPerson {
  name: string
  email: string | null
  notes: string | null
  tags: string[]
  preferences: Record<string, unknown>
}

/**
 * What stays of two who are one person (docs/product.md#customers-merge): the one who stays keeps what they have, what
 * is empty is filled from the other, and notes are joined, with an ellipsis where they are too long together.
 */
export function mergedPerson(stays: KnownOfPerson, goes: KnownOfPerson): KnownOfPerson {
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
  // Not within a character that takes two units: the database holds no half of one.
  return `${notes.slice(0, CUSTOMER_NOTES_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
