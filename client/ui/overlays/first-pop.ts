/** Called at the history's traversals before the router, because it is part of the first script. */
export const firstPop: { listener?: () => void } = {}

if (typeof window !== 'undefined') addEventListener('popstate', () => firstPop.listener?.())
