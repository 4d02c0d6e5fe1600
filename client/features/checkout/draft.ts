interface Draft {
  customer: object
  dining: 'dine-in' | 'takeaway'
  table: object
}

const NOTHING: Draft = { customer: {}, dining: 'takeaway', table: {} }

/** What was typed and chosen before the dialog closed: kept for this visit, never stored. */
export const draft = { ...NOTHING }

/** Forgets it: the order that it belonged to is placed. */
export function clearDrafts(): void {
  Object.assign(draft, NOTHING)
}
