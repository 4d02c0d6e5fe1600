/** What the device may lack a group or a code for. */
const GROUPS = ['rate', 'none', 'deposit', 'tip', 'method'] as const
export type LackingGroup = (typeof GROUPS)[number]

/** What fiscal receipts need before they are switched on. */
export const FISCAL_MISSING = ['payments', 'currency', 'rounding', 'device', ...GROUPS] as const
