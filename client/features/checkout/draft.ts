/** What was typed before the dialog closed: kept for this visit, never stored. */
export const draft: { customer: object; table: object } = { customer: {}, table: {} }
