/** Shared sessions: one cart for all phones at a table, ordered once. */
export { announceSession, cancel, isExpired } from './lock.ts'
export { findActiveAt, hasSeenParticipant, lockActiveAt } from './repo.ts'
export { SESSION_TOPIC } from './topic.ts'
