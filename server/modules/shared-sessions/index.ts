/** Shared sessions: one cart for all phones at a table, ordered once. */

export { findActiveAt, hasSeenParticipant, lockActiveAt } from './repo.ts'
export { announceSession, cancel, isExpired, SESSION_TOPIC } from './session.ts'
