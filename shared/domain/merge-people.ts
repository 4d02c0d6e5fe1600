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
 * is empty is filled from the other, and notes are joined.
 */
export function mergedPerson(stays: KnownOfPerson, goes: KnownOfPerson): KnownOfPerson {
  return {
    name: stays.name || goes.name,
    email: stays.email ?? goes.email,
    notes: stays.notes && goes.notes ? `${stays.notes}\n${goes.notes}` : (stays.notes ?? goes.notes),
    tags: [...new Set([...stays.tags, ...goes.tags])],
    preferences: { ...goes.preferences, ...stays.preferences },
  }
}
