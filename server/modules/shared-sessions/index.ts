/** Shared sessions: one cart for all phones at a table, ordered once. */

export { endExpired } from './ending.ts'
export { findActiveAt, lockActiveAt } from './repo.ts'
export { announceSession, cancel, cancelIfOver, SESSION_TOPIC } from './session.ts'
