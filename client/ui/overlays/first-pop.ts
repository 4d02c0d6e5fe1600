/**
 * Called by the history's traversals before the router, which renders the address that it then finds. Part of the page's
 * first script, because listeners are called in the order in which they were added.
 */
export const firstPop: { listener?: () => void } = {}

if (typeof window !== 'undefined') addEventListener('popstate', () => firstPop.listener?.())
