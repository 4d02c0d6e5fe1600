/** The addresses of the pages that only staff open: another page of the build than the guests' (docs/decisions/030-little-script.md). */
export const STAFF_PAGES = ['/auth', '/dashboard', '/kitchen', '/floor'] as const
