/* The states of tables, calls and sessions: in a file of their own, which keeps them out of the first script of staff. */

/** The reasons for which a table can call: the waiter, or the bill. */
export const CALL_KINDS = ['waiter', 'bill'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** How guests who call for the bill want to pay. */
export const CALL_METHODS = ['cash', 'card'] as const
export type CallMethod = (typeof CALL_METHODS)[number]

/** A taken call is still open: somebody is on the way. */
export const CALL_STATUSES = ['open', 'taken', 'ended'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** How long after the end of a call the same table cannot make another one of the same kind, in milliseconds. */
export const CALL_PAUSE_MS = 60_000

/** How many calls one socket watches; WATCH_CALL for another one ends the oldest watch. */
export const CALLS_WATCHED = 4

/** Every status a shared session can have; only an active one can be changed. */
export const SESSION_STATUSES = ['active', 'completed', 'cancelled'] as const

/** Every status a table can have. */
export const TABLE_STATUSES = ['available', 'occupied', 'reserved'] as const
