/** What was typed before the dialog closed: kept for this visit, never stored. */
export const draft: { customer: object; table: object } = { customer: {}, table: {} }

/** Forgets it: the order that it belonged to is placed. */
export function clearDrafts(): void {
  draft.customer = {}
  draft.table = {}
}
