/** The addresses of staff's pages, which are another page of the build than guests' (docs/decisions/030-little-script.md). */
export const STAFF_PAGES = ['/auth', '/dashboard', '/kitchen', '/floor'] as const
